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
import { atStage, SUBJECT_NAME, SUBJECT_OF, SUPPORT_OF } from "./names.ts";
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

/** At least one, the reason before the help. */
export function promptsFor(
  { measure, direction }: Pick<MeasureSignal, "measure" | "direction">,
  context: UserContext,
): Prompt[] {
  const subject = SUBJECT_OF[measure];
  const name = NAME[measure] ?? SUBJECT_NAME[subject];
  const cause = inLiterature(subject, "cause", context, name);
  const help = inLiterature(SUPPORT_OF[measure], "action", context);
  const { phases, life_stages } = cause.facets;
  const illness = inWords(
    "illness_detection",
    "effect",
    `Can a rise in ${name} be an early hint of illness or infection`,
  );
  const risen = direction === "higher";
  const fallen = direction === "lower";
  switch (measure) {
    case "spo2_percent":
      return [OXYGEN_ON_WATCHES];
    case "breaths_per_min":
      return risen ? [USUAL_BREATHING, illness] : [USUAL_BREATHING];
    case "temperature_deviation_c": {
      const moves = phases.length > 0 ? cause : SKIN_AT_NIGHT;
      return risen ? [moves, illness] : [moves];
    }
    case "rem_s":
      return fallen ? [STAGES_ON_WEARABLES, SHORTENS_REM] : [STAGES_ON_WEARABLES];
    case "deep_s": {
      const moves = phases.length > 0 ? DEEP_IN_THE_CYCLE : DEEP_WITH_AGE;
      return risen ? [moves] : [moves, help];
    }
    case "latency_s":
      return fallen ? [SHORTENS_LATENCY] : [cause, help];
    case "workout_minutes":
      return fallen ? [SHORT_WORKOUTS] : [help];
    case "hrv_rmssd_ms":
      return risen ? [cause, GUIDED_TRAINING] : [cause, help];
    case "lowest_heart_rate_bpm":
    case "heart_rate_bpm":
    case "resting_heart_rate_bpm":
      if (fallen) return [cause];
      // Where these rise for some nights, a cold on its way is a likelier reason than a habit.
      return risen ? [phases.length > 0 ? cause : RAISED_HEART_RATE, illness] : [cause, help];
    case "bedtime_minutes":
      return fallen ? [cause] : [cause, help];
    case "total_sleep_s":
    case "sleep_efficiency_percent": {
      const inMidlife = life_stages.length > 0;
      // For how many women nights are bad in midlife is no news to her; how hers stay good, or why they are not, may be.
      if (risen) return [inMidlife ? help : cause];
      const worse = { ...cause, text: `${WORSE_IN_MIDLIFE[measure]}${atStage(life_stages)}` };
      return [fallen && inMidlife ? worse : cause, help];
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
const SKIN_AT_NIGHT = inWords(
  "temperature",
  "cause",
  "Does a warm bath or a hot room change skin temperature at night",
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
const DEEP_WITH_AGE = inWords("sleep_stages", "cause", "How does deep sleep change with age");
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

/** In her phase or stage, where the subject has to do with it. */
function inLiterature(subject: Subject, intent: Intent, context: UserContext, name?: string): Prompt {
  const facets = inContext(about(subject), intent, context, "");
  return { text: questionOf(facets, intent, name), facets, intent };
}

function inWords(subject: Subject, intent: Intent, text: string, behaviours: Behaviour[] = []): Prompt {
  return { text, facets: { ...about(subject), behaviours }, intent };
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
