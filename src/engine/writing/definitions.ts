/**
 * "What is …?": the plain meaning of a measure, before what studies say about it. Textbook definitions, no findings.
 * @module
 */
import type { Phase } from "../../contract/vocabulary.ts";
import type { Subject } from "../question/lexicon.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { Sentence } from "./draft.ts";

const MEANING: Partial<Record<Subject, string>> = {
  hrv: "HRV is how much the time between one heartbeat and the next varies; rMSSD is the usual way to put that variation into one number, in milliseconds.",
  resting_heart_rate:
    "Resting heart rate is how often the heart beats in a minute while the body is at rest.",
  vo2max:
    "VO2max is the most oxygen the body can use during hard effort, for each kilogram of body weight and minute.",
  sleep_onset: "Sleep latency is the time from turning in to falling asleep.",
};
/** What devices show under names that are no subject of their own. */
const MEANING_OF_NAME: readonly (readonly [RegExp, string])[] = [
  [/\bsleep efficiency\b/i, "Sleep efficiency is the share of the time in bed that is spent asleep."],
  [/\bdeep sleep\b/i, "Deep sleep is the stage with slow brain waves, from which it is hardest to wake."],
  [/\brem\b/i, "REM sleep is the stage of rapid eye movements, in which most vivid dreams happen."],
  [
    /\btemperature deviation\b/i,
    "Temperature deviation is how far the skin temperature of a night lies above or below your own usual level.",
  ],
];
const PHASE_MEANING: Record<Phase, string> = {
  menstrual: "The menstrual phase is the period itself: the days of bleeding that open a cycle.",
  follicular: "The follicular phase is the first part of the cycle, from the period up to ovulation.",
  ovulatory: "The ovulatory phase is the few days in the middle of the cycle around the release of an egg.",
  luteal: "The luteal phase is the second part of the cycle, from ovulation to the next period.",
};
const ASKS_LEVEL = /\b(?:good|normal|average|should|healthy|high|low|affects?)\b/i;
const ASKS_MEANING =
  /\bwhat(?:\s+is|['’]?s|\s+does|\s+are|\s+exactly)\b|\bwhat\b.*\bmeans?\b|\b(?:meaning|explain|define)\b/i;

/** "What does it actually count, and what is decent?": what a figure is made of is said first, whatever is asked beside it. */
const ASKS_WHAT_COUNTS =
  /\bwhat (?:is|does|do|are) (?:it|that|this|the number|the score|they) (?:actually |really |even )?(?:count\w*|measur\w+)\b|\bwhat(?:['’]?s| is| does| exactly is) (?:my )?(?:sleep efficiency|deep sleep|rem sleep|rem|temperature deviation)(?: of)?(?: \d+ ?%?)?(?: actually| really)?(?: mean| tell me| say)?(?=\W*$|[?,.;]| and\b)/i;

/** Empty unless the question asks what one measure is and nothing else, or what a figure of the device counts. */
export function definitionSentences({ shape, sub_queries }: SearchPlan): Sentence[] {
  const [only, ...others] = sub_queries;
  if (shape !== "A" || only === undefined) return [];
  const [, named] = MEANING_OF_NAME.find(([name]) => name.test(only.asked)) ?? [];
  if (named !== undefined && ASKS_WHAT_COUNTS.test(only.asked))
    return [{ role: "data", text: named, document: null, spare: 0 }];
  if (others.length > 0 || !ASKS_MEANING.test(only.asked)) return [];
  if (ASKS_LEVEL.test(only.asked)) return [];
  const { subjects, behaviours, phases, cycle } = only.facets;
  const [phase] = phases;
  if (phase !== undefined && subjects.length + behaviours.length === 0 && only.intent === "effect")
    return [{ role: "data", text: PHASE_MEANING[phase], document: null, spare: 0 }];
  const [subject, ...more] = subjects;
  const plain = behaviours.length === 0 && phases.length === 0 && !cycle && only.intent === "effect";
  const text = subject === undefined || more.length > 0 || !plain ? undefined : MEANING[subject];
  return text === undefined ? [] : [{ role: "data", text, document: null, spare: 0 }];
}
