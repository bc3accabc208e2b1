/**
 * How measures and subjects are called in a search question, and what goes without saying.
 * @module
 */
import type { Behaviour, LifeStage, Phase } from "../../contract/vocabulary.ts";
import type { SignalMeasure } from "../types.ts";
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";

/** What a signal is about, for matching with evidence. */
export const SUBJECT_OF: Record<SignalMeasure, Subject> = {
  hrv_rmssd_ms: "hrv",
  lowest_heart_rate_bpm: "resting_heart_rate",
  heart_rate_bpm: "resting_heart_rate",
  total_sleep_s: "sleep_duration",
  sleep_efficiency_percent: "sleep_quality",
  latency_s: "sleep_onset",
  deep_s: "sleep_stages",
  rem_s: "sleep_stages",
  bedtime_minutes: "sleep_timing",
  breaths_per_min: "respiratory_rate",
  temperature_deviation_c: "temperature",
  spo2_percent: "spo2",
  resting_heart_rate_bpm: "resting_heart_rate",
  vo2max_ml_kg_min: "vo2max",
  workout_minutes: "activity",
};

export const SUBJECT_NAME: Record<Subject, string> = {
  hrv: "heart rate variability (HRV)",
  resting_heart_rate: "resting heart rate",
  heart_rate: "heart rate",
  temperature: "body temperature",
  sleep_duration: "sleep duration",
  sleep_stages: "deep sleep and REM sleep",
  sleep_quality: "sleep quality",
  sleep_onset: "falling asleep",
  sleep_timing: "sleep timing",
  respiratory_rate: "breathing rate during sleep",
  spo2: "blood oxygen saturation",
  vo2max: "aerobic fitness (VO2max)",
  activity: "physical activity",
  blood_pressure: "blood pressure",
  fatigue: "tiredness and fatigue",
  mood: "mood",
  stress: "stress",
  anxiety: "anxiety",
  pms_symptoms: "premenstrual symptoms",
  menstrual_pain: "period pain",
  hot_flashes: "hot flashes and night sweats",
  performance: "exercise performance",
  recovery: "recovery after training",
  perceived_exertion: "how hard exercise feels",
  fitness: "fitness",
  strength: "muscle strength",
  bone_health: "bone health",
  cardiovascular_health: "heart health",
  breathing: "breathing",
  oxygen: "blood oxygen",
  ovulation_detection: "detecting ovulation",
  illness_detection: "noticing illness early",
  overreaching: "overreaching in training",
  measurement_validity: "how accurate the readings are",
  quality_of_life: "quality of life",
  cycle_regularity: "a regular cycle",
  iron_status: "iron status",
};

/** What of hers can be read off a device, and how she would call it. */
export const READING_NAME: Partial<Record<Subject, string>> = {
  hrv: "HRV",
  resting_heart_rate: "heart rate",
  heart_rate: "heart rate",
  temperature: "skin temperature",
  sleep_stages: "sleep stages",
  sleep_quality: "sleep times",
  sleep_duration: "sleep times",
  respiratory_rate: "breathing rate",
  spo2: "blood oxygen",
  vo2max: "VO2max",
};

/** What one would want to support where a signal has moved. */
export const SUPPORT_OF: Record<SignalMeasure, Subject> = {
  ...SUBJECT_OF,
  total_sleep_s: "sleep_quality",
  workout_minutes: "recovery",
};

/** Phases in which a heart rate or a temperature above her usual is to be expected. */
export const WARM_PHASES: readonly Phase[] = ["ovulatory", "luteal"];

/** What the heart shows. */
export const OF_HEART: readonly Subject[] = ["hrv", "resting_heart_rate", "heart_rate"];
const OF_SLEEP: readonly Subject[] = ["sleep_duration", "sleep_quality", "sleep_onset", "sleep_timing"];

/** Which readings a habit is first seen in, for a question that names the habit and no reading. */
export const SEEN_IN: Partial<Record<Behaviour, readonly Subject[]>> = {
  alcohol: [...OF_SLEEP, "hrv", "resting_heart_rate"],
  caffeine: OF_SLEEP,
  naps: OF_SLEEP,
  light_exposure: OF_SLEEP,
  screens: OF_SLEEP,
  meal_timing: OF_SLEEP,
  sleep_hygiene: OF_SLEEP,
  cbt_i: OF_SLEEP,
  sleep_timing: OF_SLEEP,
  shift_work: OF_SLEEP,
  travel: OF_SLEEP,
  cooling: OF_SLEEP,
  aerobic_training: OF_HEART,
  hiit: OF_HEART,
  training_load: OF_HEART,
  recovery: OF_HEART,
  slow_breathing: OF_HEART,
  mindfulness: OF_HEART,
  relaxation: OF_HEART,
  heat_exposure: OF_HEART,
  cold_exposure: OF_HEART,
};

/** Which readings a complaint or aim is first seen in, for a question that names no reading. */
export const SHOWN_BY: Partial<Record<Subject, readonly Subject[]>> = {
  fatigue: OF_SLEEP,
  mood: OF_SLEEP,
  pms_symptoms: OF_SLEEP,
  hot_flashes: [...OF_SLEEP, "temperature"],
  stress: OF_HEART,
  anxiety: OF_HEART,
  recovery: OF_HEART,
  overreaching: OF_HEART,
  fitness: ["vo2max", "resting_heart_rate"],
  vo2max: ["resting_heart_rate"],
  ovulation_detection: ["temperature"],
  cycle_regularity: ["temperature"],
  illness_detection: ["resting_heart_rate", "temperature", "respiratory_rate"],
};

/** What is meant where a behaviour is asked about and no outcome is named. */
const USUAL_OUTCOME: Partial<Record<Behaviour, Subject>> = {
  aerobic_training: "performance",
  resistance_training: "strength",
  hiit: "fitness",
  hrv_guided_training: "fitness",
  training_load: "recovery",
  recovery: "recovery",
  slow_breathing: "stress",
  mindfulness: "stress",
  yoga: "stress",
  relaxation: "stress",
  stress_management: "stress",
  sleep_hygiene: "sleep_quality",
  sleep_timing: "sleep_quality",
  naps: "fatigue",
  exercise_timing: "sleep_quality",
  light_exposure: "sleep_quality",
  screens: "sleep_quality",
  caffeine: "sleep_quality",
  alcohol: "sleep_quality",
  travel: "sleep_quality",
  shift_work: "sleep_quality",
  cold_exposure: "recovery",
  heat_exposure: "sleep_quality",
};

/** The subjects named; where none is, what is usually meant with the behaviours named. */
export function meantSubjects({ subjects, behaviours, cycle }: Facets): readonly Subject[] {
  if (subjects.length > 0) return subjects;
  const usual = [...new Set(behaviours.flatMap((behaviour) => USUAL_OUTCOME[behaviour] ?? []))];
  return usual.length === 0 && cycle ? ["cycle_regularity"] : usual;
}

/** What "rest or train today?" leaves open: the reading that says. */
export function goingBy(behaviours: readonly Behaviour[]): string {
  return behaviours.includes("hrv_guided_training") ? ", going by heart rate variability (HRV)" : "";
}

/** "… in the luteal phase of the menstrual cycle"; nothing where no phase is meant. */
export function inPhase([phase]: readonly Phase[]): string {
  return phase ? ` in the ${phase} phase of the menstrual cycle` : "";
}

/** "… around menopause"; nothing for the reproductive years. */
export function atStage(stages: readonly LifeStage[]): string {
  if (stages.includes("postmenopause")) return " after menopause";
  return stages.includes("perimenopause") ? " around menopause" : "";
}
