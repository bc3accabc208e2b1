/**
 * Questions in the words of the literature.
 * @module
 */
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { atStage, inPhase, SUBJECT_NAME } from "./names.ts";
import type { Intent } from "./search-plan.ts";

/** For a rise that no phase explains. */
export const RAISES_HEART_RATE =
  "What raises resting heart rate at night, such as illness, stress, travel or alcohol";

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

/** For this very night: weeks of exercise come too late. */
export const HELPS_TONIGHT =
  "What helps to fall asleep faster tonight, such as a warm bath, a to-do list or no screens";

export const HELPS_TRAVELLERS = "What helps with jet lag";

/** Where the plain question has a better wording than "What affects …". */
const KNOWN: Partial<Record<Subject, string>> = {
  hrv: "What does heart rate variability (HRV) mean and what affects it",
  ovulation_detection: "Can skin temperature show that ovulation has happened",
  sleep_timing: "Are a regular bedtime and regular sleep timing good for sleep and health",
  sleep_onset:
    "What delays falling asleep, such as bright screens, hard exercise late in the evening or caffeine",
  spo2: "What lowers blood oxygen saturation during sleep, such as altitude or sleep apnea",
  sleep_duration: "How long should adults sleep for good health",
};

/** No question mark at the end. @param name what the first subject is called */
export function questionOf(
  { subjects: [subject = "sleep_quality"], phases, life_stages }: Facets,
  intent: Intent,
  name = SUBJECT_NAME[subject],
): string {
  if (intent === "action") return `${HELP[subject] ?? `What helps with ${name}`}${atStage(life_stages)}`;
  const setting = `${inPhase(phases)}${atStage(life_stages)}`;
  return setting === "" ? (KNOWN[subject] ?? `What affects ${name}`) : `How does ${name} change${setting}`;
}
