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
const PHASE_MEANING: Record<Phase, string> = {
  menstrual: "The menstrual phase is the period itself: the days of bleeding that open a cycle.",
  follicular: "The follicular phase is the first part of the cycle, from the period up to ovulation.",
  ovulatory: "The ovulatory phase is the few days in the middle of the cycle around the release of an egg.",
  luteal: "The luteal phase is the second part of the cycle, from ovulation to the next period.",
};
const ASKS_LEVEL = /\b(?:good|normal|average|should|healthy|high|low|affects?)\b/i;
const ASKS_MEANING =
  /\bwhat(?:\s+is|['’]?s|\s+does|\s+are|\s+exactly)\b|\b(?:mean|meaning|explain|define)\b/i;

/** Empty unless the question asks what one measure is and nothing else. */
export function definitionSentences({ shape, sub_queries }: SearchPlan): Sentence[] {
  const [only, ...others] = sub_queries;
  if (shape !== "A" || only === undefined || others.length > 0 || !ASKS_MEANING.test(only.asked)) return [];
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
