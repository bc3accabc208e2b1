/**
 * What studies found: one sentence per document, the sub-queries in order.
 * @module
 */

import type { Phase } from "../../contract/vocabulary.ts";
import type { SentenceNearness } from "../evidence/nearness.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import type { Subject } from "../question/lexicon.ts";
import { SUBJECT_OF } from "../question/names.ts";
import { exceedsCycle, isNotable } from "../question/notable.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { Finding } from "../types.ts";
import { contrasted, contrasts, saysTheSame, type Told, withoutAlso } from "./contrast.ts";
import { lowerFirst, namesPhase, personaOf, rankFindings, withMarker } from "./sentences.ts";
import { tellingOrder } from "./telling.ts";

const FINDINGS_MAX = 3;
const FINDINGS_MIN = 2;

/** `main` goes into the text; `more` is the reserve of a text that would be too short; `reported` is what those of `main` report. */
export function findingSentences(
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
  nearness: SentenceNearness,
): { main: Told[]; more: Told[]; reported: Set<Subject> } {
  const persona = personaOf(plan);
  const perQuery = Math.ceil(FINDINGS_MAX / plan.sub_queries.length);
  const main: Told[] = [];
  const more: Told[] = [];
  for (const [index, query] of plan.sub_queries.entries()) {
    const offers = selected
      .filter(({ sub_query }) => sub_query === index)
      .flatMap(({ document, relevance }, at) =>
        rankFindings(document, query, persona, nearness).map((ranked, later) => ({
          ...ranked,
          document,
          relevance,
          at,
          later,
        })),
      );
    const { inTurn, beside, named } = tellingOrder(query, offers, perQuery);
    const anyOnSubject = offers.some((offer) => offer.on_subject);
    const cited = new Set<string>();
    let told = 0;
    for (const offer of inTurn) {
      const { finding, document, on_subject } = offer;
      if ([...main, ...more].some((each) => saysTheSame(each, finding))) continue;
      const text = withMarker(finding.statement, document);
      const sentence: Told = { role: "finding", document, text, spare: 0, finding };
      const room = told < perQuery && (offer === beside || !cited.has(document.doi));
      // The first of each sub-query is its answer and stays; the others go first when there is no room.
      if (room && (on_subject || (told === 0 && !anyOnSubject) || named.includes(offer))) {
        if (offer !== beside && !named.includes(offer)) {
          const contrary = told > 0 && contrasts(finding, document, main);
          sentence.text = contrary ? contrasted(text, main) : withoutAlso(text);
        }
        main.push({ ...sentence, spare: told });
        cited.add(document.doi);
        told++;
      } else if (on_subject) more.push(sentence);
    }
  }
  const [lead] = main;
  if (lead) lead.text = connected(lead, plan);
  // One source can answer twice where it answers alone.
  const second = main.length < FINDINGS_MIN ? more.splice(0, 1) : [];
  const reported = new Set(
    main.flatMap(({ finding: { measure, outcome } }) => [measure ?? [], outcome ?? []].flat()),
  );
  return { main: [...main, ...second.map((sentence) => ({ ...sentence, spare: 1 }))], more, reported };
}

/** Says whether a finding about her phase is what her own reading shows; silent where it cannot be told. */
function connected({ text, finding }: Told, { shape, signals, current_phase }: SearchPlan): string {
  const [top] = signals;
  const subject = finding.measure ?? finding.outcome;
  if (shape !== "B" || top === undefined || !isNotable(top) || !sameReading(subject, SUBJECT_OF[top.measure]))
    return text;
  const expected = expectedWay(finding, current_phase);
  // A pulse that is up by fifteen beats does not fit a pattern of four.
  if (expected === null || exceedsCycle(top)) return text;
  return expected === top.direction
    ? `That fits a known pattern: ${lowerFirst(text)}`
    : `Research has found the other direction in this phase: ${lowerFirst(text)}`;
}

function sameReading(reported: Subject | undefined, own: Subject): boolean {
  return reported === own || (reported === "heart_rate" && own === "resting_heart_rate");
}

const COMPARES_GROUPS = /\bthose with(?:out)?\b/;
const COMPARES_PHASES = /\bthan\b|\bfrom\b.*\bto\b/;

function expectedWay(
  { effect, phase, statement }: Finding,
  current: Phase | null,
): "higher" | "lower" | null {
  if (current === null || phase === undefined || (effect !== "increase" && effect !== "decrease"))
    return null;
  if (COMPARES_GROUPS.test(statement)) return null;
  if (phase === current) return effect === "increase" ? "higher" : "lower";
  // "… lower in the luteal than in the follicular phase" says the opposite of the follicular one.
  if (!namesPhase(statement, current) || !COMPARES_PHASES.test(statement)) return null;
  return effect === "increase" ? "lower" : "higher";
}
