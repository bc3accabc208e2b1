/**
 * The prompt the service makes itself: why what stands out may have moved, and what helps.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { inContext, scopeOf } from "./context.ts";
import { decided } from "./decisive.ts";
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { atStage, inPhase, SUBJECT_NAME, SUBJECT_OF, SUPPORT_OF } from "./names.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";

/** For a rise that no phase explains. */
export const RAISES_HEART_RATE =
  "What raises resting heart rate at night, such as alcohol, stress, short sleep or illness";

/** Where help has a better wording than "What helps with …". */
const HELP: Partial<Record<Subject, string>> = {
  hrv: "What helps to raise heart rate variability (HRV), such as exercise or slow breathing",
  resting_heart_rate: "What helps to lower resting heart rate",
  sleep_quality: "What helps women to sleep better and improve sleep quality",
  sleep_stages: "What helps to improve deep sleep and sleep quality",
  sleep_onset: "What helps to fall asleep faster",
  vo2max: "Which training improves aerobic fitness (VO2max)",
  sleep_timing: "What helps to move the body clock and sleep earlier, such as morning daylight",
  recovery: "What helps recovery after hard training",
};

/** Where the plain question has a better wording than "What affects …". */
const KNOWN: Partial<Record<Subject, string>> = {
  hrv: "What does heart rate variability (HRV) mean and what affects it",
  ovulation_detection: "Can skin temperature show that ovulation has happened",
  sleep_timing: "Are a regular bedtime and regular sleep timing good for sleep and health",
  sleep_duration: "How long should adults sleep for good health",
};

/** In the words of the literature. No question mark at the end. */
export function questionOf({ subjects, phases, life_stages }: Facets, intent: Intent): string {
  const subject = subjects[0] ?? "sleep_quality";
  const name = SUBJECT_NAME[subject];
  if (intent === "action") return `${HELP[subject] ?? `What helps with ${name}`}${atStage(life_stages)}`;
  const setting = `${inPhase(phases)}${atStage(life_stages)}`;
  return setting === "" ? (KNOWN[subject] ?? `What affects ${name}`) : `How does ${name} change${setting}`;
}

type Prompt = (facets: Facets, intent: Intent, question?: string) => SubQuery;

/** Shape B, and questions about "my data": the prompt comes from what stands out. */
export function implicitPlan(
  shape: "A" | "B",
  context: UserContext,
  ranked: readonly MeasureSignal[],
): SearchPlan {
  const top = ranked[0]?.measure ?? "total_sleep_s";
  const about = (subject: Subject): Facets => ({
    subjects: [subject],
    behaviours: [],
    phases: [],
    life_stages: [],
    cycle: false,
    own_data: true,
    leftover: [],
    phrases: 0,
  });
  const prompt: Prompt = (facets, intent, question = questionOf(facets, intent)) => {
    // What a wearable reads is the skin at night, not the core in a laboratory.
    const text = `${question.replace(/body temperature/, "skin temperature during sleep")}?`;
    return {
      text,
      asked: text,
      facets: decided(facets),
      intent,
      unknown: [],
      reworded: null,
      named: 1,
      particulars: [],
    };
  };
  const cause = prompt(inContext(about(SUBJECT_OF[top]), "cause", context, ""), "cause");
  if (
    ranked[0]?.direction === "higher" &&
    SUBJECT_OF[top] === "resting_heart_rate" &&
    cause.facets.phases.length === 0
  )
    cause.text = `${RAISES_HEART_RATE}?`;
  const subQueries = [top === "spo2_percent" ? null : cause, support(ranked[0], about, prompt)].filter(
    (each) => each !== null,
  );
  // Something is always known about sleep, in her phase or stage.
  const sleep = inContext(about("sleep_quality"), "cause", context, "");
  return {
    shape,
    sub_queries: subQueries,
    fallback: prompt(sleep, sleep.phases.length > 0 ? "cause" : "action"),
    ...scopeOf(subQueries, context),
    signals: [...ranked],
    signals_asked: ranked.length > 0 ? 1 : 0,
    signals_kindred: 0,
  };
}

/** Where these rise for some nights, a cold on its way is a likelier reason than a habit. */
const RISES_WITH_ILLNESS: ReadonlySet<SignalMeasure> = new Set<SignalMeasure>([
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "resting_heart_rate_bpm",
  "temperature_deviation_c",
]);
/** Measures that no habit is meant to move. */
const NOTHING_TO_DO: ReadonlySet<SignalMeasure> = new Set<SignalMeasure>([
  "breaths_per_min",
  "temperature_deviation_c",
]);
/** Moves that ask for no help. */
const WELCOME: Partial<Record<SignalMeasure, MeasureSignal["direction"]>> = {
  total_sleep_s: "higher",
  sleep_efficiency_percent: "higher",
  deep_s: "higher",
  rem_s: "higher",
  latency_s: "lower",
  bedtime_minutes: "lower",
  lowest_heart_rate_bpm: "lower",
  heart_rate_bpm: "lower",
  resting_heart_rate_bpm: "lower",
};

/**
 * Well rested is a good moment to train; what may come with a cold is asked about as that; what has moved the wrong way
 * is asked how it can be helped. Null where there is nothing to be done.
 */
function support(
  top: MeasureSignal | undefined,
  about: (subject: Subject) => Facets,
  prompt: Prompt,
): SubQuery | null {
  // Blood oxygen is studied on watches against the finger clip of a clinic.
  if (top?.measure === "spo2_percent")
    return prompt(about("spo2"), "effect", `How accurate is a smartwatch for measuring ${SUBJECT_NAME.spo2}`);
  if (top?.direction === "higher" && RISES_WITH_ILLNESS.has(top.measure)) {
    const risen = SUBJECT_OF[top.measure];
    return prompt(
      { ...about("illness_detection"), subjects: ["illness_detection", risen] },
      "effect",
      `Can a rise in ${SUBJECT_NAME[risen]} be an early hint of illness or infection`,
    );
  }
  if (top && (NOTHING_TO_DO.has(top.measure) || WELCOME[top.measure] === top.direction)) return null;
  const rested = top?.measure === "hrv_rmssd_ms" && top.direction === "higher";
  if (rested)
    return prompt(
      { ...about("fitness"), behaviours: ["hrv_guided_training"] },
      "action",
      "What is the effect of training guided by heart rate variability on fitness",
    );
  return prompt(about(SUPPORT_OF[top?.measure ?? "total_sleep_s"]), "action");
}
