/**
 * What studies found: one sentence per document, the sub-queries in order.
 * @module
 */

import type { Phase } from "../../contract/vocabulary.ts";
import { namedThings } from "../evidence/fit.ts";
import type { SentenceNearness } from "../evidence/nearness.ts";
import type { SelectedDocument } from "../evidence/select.ts";
import type { Subject } from "../question/lexicon.ts";
import { SUBJECT_OF } from "../question/names.ts";
import { isNotable } from "../question/notable.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { EvidenceDocument, Finding } from "../types.ts";
import type { Sentence } from "./draft.ts";
import { quantityAsked } from "./quantities.ts";
import {
  lowerFirst,
  namesPhase,
  nearDuplicate,
  personaOf,
  type RankedFinding,
  rankFindings,
  withMarker,
} from "./sentences.ts";

const FINDINGS_MAX = 3;
const FINDINGS_MIN = 2;
/**
 * Where the next finding of the best study is hardly worth less than its best, which of the two answers is anybody's guess and both are told: of 600
 * questions (`tests/engine/finding-choice.ts`) the best finding is then among those told for 80 % instead of 66 %, one that answers for 90 % instead of 81 %.
 */
const HARDLY_LESS = 2;

/** What a study did find is told beside what it did not, unless it is about something farther off: then 81 % and 91 %, and both sides are heard. */
const OTHER_SIDE = 7;

/** The finding to tell beside the best of its study, if there is one. @param others of that study, best first */
export function twinOf<R extends RankedFinding>(best: R | undefined, others: readonly R[]): R | undefined {
  if (best === undefined) return undefined;
  const near = (most: number) =>
    others.filter(({ on_subject, worth }) => on_subject && best.worth - worth <= most);
  // "How long …?" is not answered by the finding that it helps.
  const amount = best.tells ? undefined : near(OTHER_SIDE).find(({ tells }) => tells);
  const otherSide = foundSomething(best) ? undefined : near(OTHER_SIDE).find(foundSomething);
  return amount ?? otherSide ?? near(HARDLY_LESS)[0];
}

function foundSomething({ finding: { effect } }: RankedFinding): boolean {
  return effect === "increase" || effect === "decrease";
}

interface Chosen extends Sentence {
  finding: Finding;
}

/** `main` goes into the text; `more` is the reserve of a text that would be too short; `reported` is what those of `main` report. */
export function findingSentences(
  plan: SearchPlan,
  selected: readonly SelectedDocument[],
  nearness: SentenceNearness,
): { main: Sentence[]; more: Sentence[]; reported: Set<Subject> } {
  const persona = personaOf(plan);
  const perQuery = Math.ceil(FINDINGS_MAX / plan.sub_queries.length);
  const main: Chosen[] = [];
  const more: Chosen[] = [];
  for (const [index, query] of plan.sub_queries.entries()) {
    const mine = selected.filter(({ sub_query }) => sub_query === index);
    const offers = mine
      .flatMap(({ document }, at) =>
        rankFindings(document, query, persona, nearness).map((ranked, later) => ({
          ...ranked,
          document,
          at,
          later,
        })),
      )
      .sort((a, b) => order(b) - order(a) || a.at - b.at || a.later - b.later);
    const [best, ...others] = offers;
    const twin = twinOf(
      best,
      others.filter(({ document }) => document === best?.document),
    );
    // The two sides of a study are told in its own order: what a method finds oftener, then how often it is wrong.
    const [first, second] =
      perQuery > 1 && best && twin && goesBefore(twin, best) ? [twin, best] : [best, twin];
    // "How long before bed?" is answered by the study that says so, if it answers at all.
    const telling =
      quantityAsked(query.asked) === null || best === undefined || best.tells || twin?.tells
        ? undefined
        : others.find((each) => each.tells && each.on_subject && order(best) - order(each) <= OTHER_SIDE);
    const things = namedThings(query).filter((speaks) => best !== undefined && !speaks(best.document));
    const named = things.flatMap((speaks) => others.find(({ document }) => speaks(document)) ?? []);
    const leading = [first ?? [], perQuery === FINDINGS_MAX ? (second ?? []) : [], ...named].flat();
    const inTurn = new Set([telling ?? [], leading, others].flat());
    const cited = new Set<string>();
    let told = 0;
    for (const each of inTurn) {
      const offer = each.document === best?.document ? each : mainSideOf(each, others);
      const { finding, document, on_subject } = offer;
      if ([...main, ...more].some((each) => saysTheSame(each, finding))) continue;
      const text = withMarker(finding.statement, document);
      const sentence: Sentence = { role: "finding", document, text, spare: 0 };
      const room = told < perQuery && (offer === second || !cited.has(document.doi));
      // The first of each sub-query is its answer and stays; the others go first when there is no room.
      if (room && (on_subject || told === 0 || named.includes(offer))) {
        const before = told > 0 ? main.at(-1) : undefined;
        const alone =
          contrasts(finding, document, before) &&
          !main.some((each) => each.document === before?.document && agrees(each, finding))
            ? contrasted(text, main)
            : withoutAlso(text);
        main.push({
          ...sentence,
          finding,
          spare: told,
          text: offer === second || named.includes(offer) ? text : alone,
        });
        cited.add(document.doi);
        told++;
      } else if (on_subject) more.push({ ...sentence, finding });
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

/** Of a study that adds to another: what it found rather than what it did not, where that is its main finding on the same thing. */
function mainSideOf<R extends RankedFinding & { document: EvidenceDocument }>(
  offer: R,
  others: readonly R[],
): R {
  if (foundSomething(offer)) return offer;
  const main = others.find(
    (other) =>
      other.document === offer.document &&
      other.on_subject &&
      foundSomething(other) &&
      isOtherSideOf(other, offer) &&
      offer.worth - other.worth <= OTHER_SIDE,
  );
  return main ?? offer;
}

/** In nearly the same words, of the same thing, and to the same effect: what one method finds oftener, and falsely, are two findings. */
function saysTheSame({ text, finding: told }: Chosen, finding: Finding): boolean {
  return (
    told.effect === finding.effect &&
    thingOf(told) === thingOf(finding) &&
    nearDuplicate(text, finding.statement)
  );
}

function thingOf({ outcome, measure }: Finding): Subject | undefined {
  return outcome ?? measure;
}

/** An earlier finding of the record that answers as well, or one to another effect on the same thing. */
function goesBefore(earlier: RankedFinding, later: RankedFinding): boolean {
  const alike =
    later.worth - earlier.worth <= HARDLY_LESS && earlier.on_subject && earlier.tells === later.tells;
  return isOtherSideOf(earlier, later) || (alike && earlier.place < later.place);
}

function isOtherSideOf(earlier: RankedFinding, later: RankedFinding): boolean {
  const [one, other] = [earlier.finding, later.finding];
  return (
    earlier.place < later.place &&
    one.effect !== other.effect &&
    (one.phase === other.phase || one.phase === undefined) &&
    thingOf(one) === thingOf(other)
  );
}

/** Says whether a finding about her phase is what her own reading shows; silent where it cannot be told. */
function connected({ text, finding }: Chosen, { shape, signals, current_phase }: SearchPlan): string {
  const [top] = signals;
  const subject = finding.measure ?? finding.outcome;
  if (shape !== "B" || top === undefined || !isNotable(top) || !sameReading(subject, SUBJECT_OF[top.measure]))
    return text;
  const expected = expectedWay(finding, current_phase);
  if (expected === null) return text;
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

/** How much the place of its document in the evidence weighs against how well a finding answers. */
const LATER_DOCUMENT = 0.8;

function order({ worth, at }: { worth: number; at: number }): number {
  return worth - LATER_DOCUMENT * at;
}

const NOT_UNIFORM = "The picture is not uniform:";

/** How a finding is worded that contradicts the one before it, the first time and after that. */
function contrasted(text: string, before: readonly Sentence[]): string {
  const said = before.some((each) => each.text.startsWith(NOT_UNIFORM));
  return `${said ? "Then again," : NOT_UNIFORM} ${lowerFirst(text)}`;
}

/** "… also fell" and "… fell as well" lean on a sentence of their record that is not told. */
function withoutAlso(text: string): string {
  return text.replace(/(?<!, |\bbut |\band )\balso /, "").replace(/ as well(?= \([^()]*\)\.$)/, "");
}

/** "As much as men" compares people; it does not say that nothing changed. */
const COMPARES_PEOPLE = /\bas (?:much|well|many)\b|\b(?:than|as|and|to) men\b/i;

/** How many have it neither agrees nor disagrees with what goes along with it. */
const COUNTS_PEOPLE =
  /\b\d+(?:\.\d+)? ?% of (?:the )?(?:\d[\d,]* )?(?:\w+ )?(?:women|people|adults|athletes|girls|students|runners)\b|\bshare of women\b|\b(?:one|two|three) in (?:\d+|three|four|five|ten)\b/i;

/** Two ways of measuring or of finding out do not contradict each other where one does well. */
const OF_METHODS: ReadonlySet<Subject> = new Set<Subject>([
  "measurement_validity",
  "ovulation_detection",
  "illness_detection",
]);

/** To the same effect: a study that says so too, beside another null of its own, is no other side. */
function agrees({ finding: told }: Chosen, finding: Finding): boolean {
  return told.effect === finding.effect && told.phase === finding.phase && thingOf(told) === thingOf(finding);
}

/** Whether a finding contradicts the one before it on the same thing. */
function contrasts(finding: Finding, document: EvidenceDocument, before: Chosen | undefined): boolean {
  const last = before?.finding;
  const subject = thingOf(finding);
  if (COMPARES_PEOPLE.test(`${last?.statement} ${finding.statement}`)) return false;
  if (COUNTS_PEOPLE.test(last?.statement ?? "") || COUNTS_PEOPLE.test(finding.statement)) return false;
  if (!last || subject === undefined || subject !== thingOf(last)) return false;
  if (OF_METHODS.has(subject)) return false;
  const tried = (each: EvidenceDocument | null) => [...(each?.behaviours ?? [])].sort().join();
  if (tried(before?.document ?? null) !== tried(document)) return false;
  const oneFoundNothing = (last.effect === "none") !== (finding.effect === "none");
  const unclear = last.effect === "mixed" || finding.effect === "mixed";
  return oneFoundNothing && !unclear && last.phase === finding.phase;
}
