/**
 * Shape B: what the service asks in her place, from what stands out in her readings.
 * @module
 */
import type { UserContext } from "../contract/request.ts";
import type { MeasureSignal, SignalMeasure, Signals } from "./types.ts";
import { isNotable, rankSignals, withoutRepeats } from "./writing/notable.ts";

/** Two reasons to look are enough for one text. */
const PROMPTS_MAX = 2;

/** How the service would name each reading in a question, and what a change of it is called. */
const QUESTION: Record<SignalMeasure, { lower: string; higher: string }> = {
  hrv_rmssd_ms: { lower: "Why is my HRV lower than usual", higher: "Why is my HRV higher than usual" },
  lowest_heart_rate_bpm: {
    lower: "Why is my resting heart rate lower than usual",
    higher: "Why is my resting heart rate higher than usual",
  },
  heart_rate_bpm: {
    lower: "Why is my heart rate at night lower than usual",
    higher: "Why is my heart rate at night higher than usual",
  },
  resting_heart_rate_bpm: {
    lower: "Why is my resting heart rate lower than usual",
    higher: "Why is my resting heart rate higher than usual",
  },
  total_sleep_s: {
    lower: "Why did I sleep less than usual, and what helps",
    higher: "Why did I sleep longer than usual",
  },
  sleep_efficiency_percent: {
    lower: "Why was my sleep more restless than usual",
    higher: "Why did I sleep more soundly than usual",
  },
  awake_s: {
    lower: "Why did I sleep more soundly than usual",
    higher: "Why was I awake more at night than usual",
  },
  latency_s: {
    lower: "Why do I fall asleep faster than usual",
    higher: "Why does it take me longer to fall asleep than usual",
  },
  deep_s: {
    lower: "Why is my deep sleep shorter than usual",
    higher: "Why is my deep sleep longer than usual",
  },
  rem_s: { lower: "Why is my REM sleep shorter than usual", higher: "Why is my REM sleep longer than usual" },
  bedtime_minutes: {
    lower: "Does an earlier bedtime than usual matter",
    higher: "Does a later bedtime than usual matter",
  },
  breaths_per_min: {
    lower: "Why is my breathing rate at night lower than usual",
    higher: "Why is my breathing rate at night higher than usual",
  },
  temperature_deviation_c: {
    lower: "Why is my skin temperature lower than usual",
    higher: "Why is my skin temperature higher than usual",
  },
  spo2_percent: {
    lower: "Why is my blood oxygen at night lower than usual",
    higher: "What does blood oxygen at night say",
  },
  vo2max_ml_kg_min: {
    lower: "Why is my VO2max estimate going down",
    higher: "Why is my VO2max estimate going up",
  },
  workout_minutes: {
    lower: "I trained less than usual: what does that do to my readings",
    higher: "I trained more than usual: what do my readings say",
  },
  nap_minutes: {
    lower: "Are shorter naps better",
    higher: "I napped more than usual: does that matter for the night",
  },
};

/** What the service asks in her place. */
export interface Prompt {
  text: string;
  /** The signal that makes it ask; null where nothing stands out. */
  moved: MeasureSignal | null;
}

/** The questions of one who asks nothing; at least one. Phase or stage is named where it may be the reason. */
export function promptsFor(signals: Signals, context: UserContext): Prompt[] {
  const moved = withoutRepeats(rankSignals(signals).filter(isNotable)).slice(0, PROMPTS_MAX);
  if (moved.length === 0)
    return [{ text: `What do my readings say when nothing stands out${whenOf(context)}?`, moved: null }];
  return moved.map((signal) => ({ text: `${questionOf(signal)}${whenOf(context)}?`, moved: signal }));
}

function questionOf({ measure, direction }: MeasureSignal): string {
  return QUESTION[measure][direction === "higher" ? "higher" : "lower"];
}

function whenOf({ life_stage, cycle_phase }: UserContext): string {
  if (life_stage === "postmenopause") return " after menopause";
  const phase = cycle_phase === "menstrual" ? " during my period" : ` in the ${cycle_phase} phase`;
  return life_stage === "perimenopause" ? `${phase} in perimenopause` : phase;
}
