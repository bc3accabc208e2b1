/**
 * What the service asks by itself about a reading that stands out: why it may have moved, and what helps.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import type { MeasureSignal, SignalMeasure } from "../types.ts";
import { inContext } from "./context.ts";
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { questionOf, RAISES_HEART_RATE } from "./literature.ts";
import { atStage, SUBJECT_NAME, SUBJECT_OF, SUPPORT_OF, WARM_PHASES } from "./names.ts";
import { exceedsCycle } from "./notable.ts";
import type { Intent } from "./search-plan.ts";

export interface Prompt {
  /** No question mark at the end. */
  text: string;
  facets: Facets;
  intent: Intent;
}

/** Readings that share a subject with others, or are taken elsewhere than in a laboratory: the skin, not the core. */
const NAME: Partial<Record<SignalMeasure, string>> = {
  deep_s: "deep sleep",
  rem_s: "REM sleep",
  temperature_deviation_c: "skin temperature during sleep",
};

/** Why nights grow worse in midlife is more to the point than for how many women they do. */
const WORSE_IN_MIDLIFE = {
  total_sleep_s: "Why do women sleep less",
  sleep_efficiency_percent: "Why do women wake up at night",
} as const;

/** Something is always known about sleep, in her phase or stage. */
export function promptForAnyone(context: UserContext): Prompt {
  const cause = inLiterature("sleep_quality", "cause", context);
  return cause.facets.phases.length > 0 ? cause : inLiterature("sleep_quality", "action", context);
}

/** With its levels where they are known: what has moved by more than the cycle explains is not put down to it. */
type Moved = Pick<MeasureSignal, "measure" | "direction"> &
  Partial<Pick<MeasureSignal, "recent" | "baseline">>;

/** At least one, the reason before the help. @param beside what else has moved */
export function promptsFor(moved: Moved, context: UserContext, beside: readonly Moved[] = []): Prompt[] {
  const { measure, direction } = moved;
  const beyond = isBeyondCycle(moved);
  const subject = SUBJECT_OF[measure];
  const name = NAME[measure] ?? SUBJECT_NAME[subject];
  const cause = inLiterature(subject, "cause", context, name);
  const help = inLiterature(SUPPORT_OF[measure], "action", context);
  const { phases, life_stages } = cause.facets;
  const isCyclic = phases.length > 0 && !beyond;
  const isWarm = isCyclic && phases.some((phase) => WARM_PHASES.includes(phase));
  const illness = hintOfIllness(name);
  const risen = direction === "higher";
  const fallen = direction === "lower";
  switch (measure) {
    case "spo2_percent":
      return [OXYGEN_ON_WATCHES];
    case "breaths_per_min":
      return risen ? [USUAL_BREATHING, QUICKENS_BREATHING] : [USUAL_BREATHING];
    case "temperature_deviation_c":
      // Where these rise for some nights, a cold on its way is a likelier reason than a habit.
      if (risen) return isWarm ? [cause, illness] : [illness, SKIN_AT_NIGHT];
      return [isCyclic ? cause : SKIN_AT_NIGHT];
    case "rem_s":
      return fallen ? [STAGES_ON_WEARABLES, SHORTENS_REM] : [STAGES_ON_WEARABLES];
    case "deep_s": {
      const moves = isCyclic ? DEEP_IN_THE_CYCLE : DEEP_WITH_AGE;
      return fallen ? [moves, REDUCES_DEEP] : [moves];
    }
    case "latency_s":
      return fallen ? [SHORTENS_LATENCY] : [cause, help];
    case "workout_minutes":
      return fallen ? [SHORT_WORKOUTS] : [help];
    case "hrv_rmssd_ms": {
      // What is known to raise it is from everyone before, and from those past menopause after it.
      const raises =
        context.life_stage === "perimenopause"
          ? inLiterature("hrv", "action", { ...context, life_stage: "reproductive" })
          : help;
      if (fallen) {
        const explained = explanationOf(beside);
        if (explained !== null) return [explained, cause];
        // Before ovulation the cycle does not lower it.
        return isWarm ? [cause, raises] : [LOWERS_HRV, LOWERS_HRV_AT_NIGHT, raises];
      }
      if (risen) return isCyclic ? [cause, GUIDED_TRAINING] : [raises];
      return [isCyclic ? cause : HRV_OF_PEOPLE];
    }
    case "lowest_heart_rate_bpm":
    case "heart_rate_bpm":
    case "resting_heart_rate_bpm":
      if (risen) return isWarm ? [cause, illness] : [RAISED_HEART_RATE, RAISED_BY_LATE_NIGHTS];
      return [isCyclic ? cause : EXERCISE_AND_HEART_RATE];
    case "bedtime_minutes":
      return fallen ? [cause] : [cause, help];
    case "total_sleep_s":
    case "sleep_efficiency_percent": {
      const inMidlife = life_stages.length > 0;
      // For how many women nights are bad in midlife is no news to her; how hers stay good, or why they are not, may be.
      if (risen) return [inMidlife ? help : cause];
      const worse = { ...cause, text: `${WORSE_IN_MIDLIFE[measure]}${atStage(life_stages)}` };
      return [fallen && inMidlife ? worse : cause, fallen ? (helpBeside(beside, context) ?? help) : help];
    }
    case "vo2max_ml_kg_min":
      return [cause, help];
  }
}

const OXYGEN_ON_WATCHES = inWords(
  "spo2",
  "effect",
  `How accurate is a smartwatch for measuring ${SUBJECT_NAME.spo2}`,
);
const USUAL_BREATHING = inWords(
  "respiratory_rate",
  "cause",
  `What is a normal ${SUBJECT_NAME.respiratory_rate}`,
);
const QUICKENS_BREATHING = inWords(
  "respiratory_rate",
  "cause",
  "Does breathing rate during sleep rise with an infection or after a vaccination",
);
const SKIN_AT_NIGHT = inWords(
  "temperature",
  "cause",
  "Does a warm bath or a hot room change skin temperature at night",
);
const RAISED_BY_LATE_NIGHTS = inWords(
  "resting_heart_rate",
  "cause",
  "What raises resting heart rate at night, such as a late bedtime or hard training",
);
const RAISED_HEART_RATE = inWords("resting_heart_rate", "cause", RAISES_HEART_RATE);
const STAGES_ON_WEARABLES = inWords(
  "sleep_stages",
  "effect",
  "How well do wearables tell deep sleep and REM sleep",
);
const SHORTENS_REM = inWords(
  "sleep_stages",
  "cause",
  "What shortens dream (REM) sleep, such as alcohol or late hard exercise",
);
const DEEP_IN_THE_CYCLE = inWords(
  "sleep_stages",
  "cause",
  "Does deep sleep change across the menstrual cycle",
);
const DEEP_WITH_AGE = inWords(
  "sleep_stages",
  "cause",
  "How does deep sleep change with age and after menopause",
);
const REDUCES_DEEP = inWords("sleep_stages", "cause", "What reduces deep sleep, such as caffeine or alcohol");
const EXERCISE_AND_HEART_RATE = inWords(
  "resting_heart_rate",
  "effect",
  "Does regular exercise lower resting heart rate",
);
const HRV_OF_PEOPLE = inWords(
  "hrv",
  "effect",
  "How much does heart rate variability (HRV) differ from person to person",
);
const AFTER_TRAINING = inWords(
  "hrv",
  "cause",
  "Is heart rate variability (HRV) lower in the night after hard training",
  ["training_load"],
);
const LOWERS_HRV = inWords("hrv", "cause", "How do stress or short sleep lower heart rate variability (HRV)");
const LOWERS_HRV_AT_NIGHT = inWords(
  "hrv",
  "cause",
  "Is heart rate variability (HRV) lower at night after alcohol or hard training",
);
const AFTER_SHORT_NIGHTS = inWords("hrv", "cause", "Does short sleep lower heart rate variability (HRV)");
const SHORTENS_LATENCY = inWords(
  "sleep_onset",
  "effect",
  "Do a warm bath or writing a to-do list at bedtime help to fall asleep faster",
);
const SHORT_WORKOUTS = inWords("fitness", "effect", "Do short workouts improve fitness in women", ["hiit"]);
/** Well rested is a good moment to train. */
const GUIDED_TRAINING = inWords(
  "fitness",
  "action",
  "What is the effect of training guided by heart rate variability on fitness",
  ["hrv_guided_training"],
);

const RISES_IN_ILLNESS: readonly SignalMeasure[] = [
  "temperature_deviation_c",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
  "resting_heart_rate_bpm",
];

function hintOfIllness(reading: string): Prompt {
  return inWords(
    "illness_detection",
    "effect",
    `Can a rise in ${reading} be an early hint of illness or infection`,
  );
}

function isBeyondCycle({ measure, recent, baseline }: Moved): boolean {
  return recent !== undefined && baseline !== undefined && exceedsCycle({ measure, recent, baseline });
}

/** What she did the days before says more than what helps in general. */
function explanationOf(beside: readonly Moved[]): Prompt | null {
  const ill = beside.find(
    (each) => RISES_IN_ILLNESS.includes(each.measure) && each.direction === "higher" && isBeyondCycle(each),
  );
  if (ill !== undefined) return hintOfIllness(NAME[ill.measure] ?? SUBJECT_NAME[SUBJECT_OF[ill.measure]]);
  if (hasMoved(beside, "workout_minutes", "higher")) return AFTER_TRAINING;
  return hasMoved(beside, "total_sleep_s", "lower") ? AFTER_SHORT_NIGHTS : null;
}

/** Short or broken nights that begin late are helped by their beginning. */
function helpBeside(beside: readonly Moved[], context: UserContext): Prompt | null {
  if (hasMoved(beside, "latency_s", "higher")) return SHORTENS_LATENCY;
  return hasMoved(beside, "bedtime_minutes", "higher")
    ? inLiterature("sleep_timing", "cause", context)
    : null;
}

function hasMoved(
  beside: readonly Moved[],
  measure: SignalMeasure,
  way: MeasureSignal["direction"],
): boolean {
  return beside.some((each) => each.measure === measure && each.direction === way);
}

/** In her phase or stage, where the subject has to do with it. */
function inLiterature(subject: Subject, intent: Intent, context: UserContext, name?: string): Prompt {
  const facets = inContext(about(subject), intent, context, "");
  return { text: questionOf(facets, intent, name), facets, intent };
}

function inWords(subject: Subject, intent: Intent, text: string, behaviours: Behaviour[] = []): Prompt {
  return { text, facets: { ...about(subject), behaviours }, intent };
}

/** A question that is the service's own was read from no words. */
export function isPrompted({ own_data, phrases }: Facets): boolean {
  return own_data && phrases === 0;
}

function about(subject: Subject): Facets {
  return {
    subjects: [subject],
    behaviours: [],
    phases: [],
    life_stages: [],
    cycle: false,
    own_data: true,
    leftover: [],
    phrases: 0,
  };
}
