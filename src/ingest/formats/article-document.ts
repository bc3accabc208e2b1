/**
 * An imported article as the engine cites it. It has only what the article says; nothing is
 * guessed.
 * @module
 */
import {
  type Effect,
  MEASURES,
  type Measure,
  OUTCOMES,
  type Outcome,
  type Phase,
} from "../../contract/vocabulary.ts";
import type { EvidenceDocument, Finding } from "../../engine/types.ts";
import type { Article } from "../article.ts";
import { conclusionSentences } from "./conclusions.ts";
import { subjectsOf } from "./subjects.ts";

/** The first match decides, because index terms and titles word the same design differently. */
const DESIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bmeta-?analys[ie]s\b/i, "meta-analysis"],
  [/\bsystematic(?:ally)? review/i, "systematic review"],
  [/\b(?:guideline|consensus|position statement|position stand)\b/i, "guideline"],
  [/\bcross-?over\b/i, "crossover trial"],
  [/\brandomi[sz]ed\b/i, "randomised trial"],
  [/\b(?:controlled|clinical) trial\b/i, "controlled trial"],
  [/\bvalid(?:ity|ation)\b/i, "validation study"],
  [/\b(?:cohort|longitudinal|prospective|follow-up)\b/i, "cohort"],
  [/\bcross-?sectional\b/i, "cross-sectional"],
  [/\b(?:qualitative|focus groups?|interviews?)\b/i, "qualitative study"],
  [/\breview\b/i, "narrative review"],
];
/** The engine ranks an unknown design between the known ones. */
const DESIGN_UNKNOWN = "not stated";

export function articleDocument(article: Article): EvidenceDocument {
  const { doi, title, authors, year, journal } = article;
  const findings = conclusionSentences(article).map(findingOf);
  const stated = subjectsOf([title, ...findings.map(({ statement }) => statement)].join(" "));
  const text = [title, ...article.abstract.map((section) => section.text)].join(" ");
  return {
    doi,
    title,
    authors,
    year,
    journal,
    design: designOf(article),
    population: { sex: sexOf(text), life_stage: stagesOf(text) },
    measures: MEASURES.filter((measure) => stated.subjects.includes(measure)),
    phases: phasesIn(`${title} ${findings.map(({ statement }) => statement).join(" ")}`),
    behaviours: stated.behaviours,
    outcomes: OUTCOMES.filter((outcome) => stated.subjects.includes(outcome)),
    findings,
  };
}

function designOf({ publication_types, title }: Article): string {
  const types = publication_types.join("; ");
  const match = (text: string) => DESIGNS.find(([pattern]) => pattern.test(text))?.[1];
  const byType = match(types);
  // "Review" and "Clinical Trial" are broad; a title can be more specific.
  const wide =
    byType === undefined || byType === "narrative review" || byType === "controlled trial";
  return (wide ? match(title) : undefined) ?? byType ?? DESIGN_UNKNOWN;
}

function sexOf(text: string): "female" | "male" | "mixed" {
  const female = /\b(?:wom[ae]n|females?|girls?|maternal|mothers)\b/i.test(text);
  const male = /\b(?:men|males?|boys?)\b/i.test(text);
  if (female === male) return "mixed";
  return female ? "female" : "male";
}

function stagesOf(text: string): EvidenceDocument["population"]["life_stage"] {
  const stages: EvidenceDocument["population"]["life_stage"] = [];
  if (/\b(?:premenopaus\w*|eumenorrh\w*|menstrual(?:ly)?|reproductive[- ]aged?)\b/i.test(text))
    stages.push("reproductive");
  if (/\b(?:peri-?menopaus\w*|menopausal transition)\b/i.test(text)) stages.push("perimenopause");
  if (/\bpost-?menopaus\w*/i.test(text)) stages.push("postmenopause");
  return stages;
}

/** In a paper "period" and "bleeding" mean many things, so only technical terms count. */
function phasesIn(text: string): Phase[] {
  const terms: readonly (readonly [RegExp, Phase])[] = [
    [/\b(?:menses|menstruation|menstrual phase|early follicular)\b/i, "menstrual"],
    [/\bfollicular\b/i, "follicular"],
    [/\b(?:peri-?)?ovulat(?:ory|ion)\b/i, "ovulatory"],
    [/\b(?:luteal|premenstrual)\b/i, "luteal"],
  ];
  return terms.filter(([pattern]) => pattern.test(text)).map(([, phase]) => phase);
}

function findingOf(statement: string): Finding {
  const { subjects } = subjectsOf(statement);
  const measure = subjects.find((subject): subject is Measure =>
    (MEASURES as readonly string[]).includes(subject),
  );
  const outcome = subjects.find((subject): subject is Outcome =>
    (OUTCOMES as readonly string[]).includes(subject),
  );
  const phases = phasesIn(statement);
  const [phase] = phases.length === 1 ? phases : [];
  return {
    statement,
    effect: effectOf(statement, subjects.length),
    ...(measure !== undefined && { measure }),
    ...(outcome !== undefined && { outcome }),
    ...(phase !== undefined && { phase }),
  };
}

const NULL_EFFECT =
  /\b(?:no (?:statistically )?(?:significant )?(?:difference|effect|change|association|correlation|influence)s?|(?:did|does|do|was|were) not (?:significantly )?(?:differ|different|change|affect|influence|associated|alter))\b/i;
const MORE = /\b(?:increas(?:e|es|ed)|higher|greater|longer|elevat(?:es|ed))\b/i;
const LESS =
  /\b(?:decreas(?:e|es|ed)|reduc(?:e|es|ed|tion)|lower(?:s|ed)?|shorter|declin(?:e|es|ed))\b/i;
/** A second clause, a hedge or a relation: the direction may belong to something else. */
const UNSURE =
  /[,;:]|\b(?:but|however|whereas|although|though|while|not|no|nor|neither|without|may|might|could|likely|either|only|suggest\w*|associat\w*|relat\w+|correlat\w*|predict\w*|risk|due to)\b/i;

/**
 * The direction, only where a sentence has one subject and one direction. Otherwise "mixed", which
 * agrees half with anything when consistency is computed.
 */
function effectOf(statement: string, subjects: number): Effect {
  if (subjects !== 1) return "mixed";
  const more = MORE.test(statement);
  const less = LESS.test(statement);
  if (NULL_EFFECT.test(statement)) return more || less ? "mixed" : "none";
  if (more === less || UNSURE.test(statement)) return "mixed";
  return more ? "increase" : "decrease";
}
