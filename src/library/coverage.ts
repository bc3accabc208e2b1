/**
 * The subjects that the starter corpus must cover, and how many evidence records cover each.
 * @module
 */
import type { Behaviour, LifeStage, Measure, Outcome } from "../contract/vocabulary.ts";
import type { EvidenceRecord } from "../ingest/record.ts";

type Topic = Measure | Outcome | Behaviour;

/** A subject. A record belongs to it when it meets every condition that is given. */
export interface CoverageCell {
  cell: string;
  target: number;
  /** About the menstrual cycle: tagged with a phase, or with a word for it in the title. */
  cycle?: true;
  stages?: readonly LifeStage[];
  sex?: "female";
  /**
   * The record needs one tag of every list, among its measures, outcomes, behaviours and findings.
   */
  topics?: readonly (readonly Topic[])[];
  /** In the title. */
  words?: RegExp;
}

/** Everything that people call training. */
const TRAININGS: readonly Behaviour[] = [
  "aerobic_training",
  "resistance_training",
  "hiit",
  "training_load",
];

const MAIN = 25;
const OTHER = 8;

const HEART_RATE: readonly Topic[] = ["resting_heart_rate", "heart_rate"];
const SLEEP: readonly Topic[] = [
  "sleep_quality",
  "sleep_duration",
  "sleep_stages",
  "sleep_onset",
  "sleep_timing",
];
const PERFORMANCE: readonly Topic[] = [
  "performance",
  "recovery",
  "perceived_exertion",
  "fitness",
  "strength",
];
const CYCLE_WORDS = /menstrual|menstruation|luteal|follicular|ovulat|premenstr|eumenorr/i;

export const COVERAGE_CELLS: readonly CoverageCell[] = [
  { cell: "cycle × HRV/vagal activity", target: MAIN, cycle: true, topics: [["hrv"]] },
  { cell: "cycle × resting heart rate", target: MAIN, cycle: true, topics: [HEART_RATE] },
  { cell: "cycle × skin/basal temperature", target: MAIN, cycle: true, topics: [["temperature"]] },
  { cell: "cycle × sleep", target: MAIN, cycle: true, topics: [SLEEP] },
  {
    cell: "cycle × exercise/performance/recovery",
    target: MAIN,
    cycle: true,
    topics: [[...TRAININGS, ...PERFORMANCE]],
  },
  {
    cell: "cycle × mood/stress",
    target: OTHER,
    cycle: true,
    topics: [["mood", "stress", "anxiety"]],
  },
  { cell: "PMS/PMDD lifestyle", target: MAIN, topics: [["pms_symptoms"]] },
  { cell: "dysmenorrhoea lifestyle", target: OTHER, topics: [["menstrual_pain"]] },
  {
    cell: "cycle × breathing/SpO2",
    target: OTHER,
    cycle: true,
    topics: [["respiratory_rate", "breathing", "spo2", "oxygen"]],
  },
  { cell: "ovulation detection by wearables", target: OTHER, topics: [["ovulation_detection"]] },
  {
    cell: "hormonal contraception × HRV/sleep/temperature",
    target: OTHER,
    topics: [["hormonal_contraception"], ["hrv", "temperature", ...HEART_RATE, ...SLEEP]],
  },
  { cell: "perimenopause sleep", target: MAIN, stages: ["perimenopause"], topics: [SLEEP] },
  { cell: "vasomotor symptoms (lifestyle, CBT, cooling)", target: MAIN, topics: [["hot_flashes"]] },
  {
    cell: "postmenopause HRV/heart rate/exercise",
    target: OTHER,
    stages: ["postmenopause"],
    topics: [["hrv", ...HEART_RATE, ...TRAININGS]],
  },
  {
    cell: "menopause × training/bone/muscle",
    target: OTHER,
    stages: ["perimenopause", "postmenopause"],
    topics: [[...TRAININGS, "bone_health", "strength"]],
  },
  {
    cell: "wearable validity (HRV, sleep stages, temperature)",
    target: MAIN,
    topics: [["measurement_validity"]],
  },
  {
    cell: "HRV: meaning, norms by age and sex, day-to-day variation",
    target: MAIN,
    topics: [["hrv"]],
    words:
      /\b(?:age|aging|ageing|sex|gender|women and men|norms?|normal|normative|reference|reliab\w*|repeatab\w*|reproducib\w*|day-to-day|variation|stability|overview|meaning|interpret\w*|metrics|standards|measurement|determinants|predict\w*|population|healthy|resting)\b/i,
  },
  { cell: "HRV-guided training", target: OTHER, topics: [["hrv_guided_training"]] },
  {
    cell: "overreaching/illness signals",
    target: OTHER,
    topics: [["overreaching", "illness_detection"]],
  },
  { cell: "slow breathing/HRV biofeedback", target: MAIN, topics: [["slow_breathing"]] },
  { cell: "mindfulness/yoga", target: OTHER, topics: [["mindfulness", "yoga"]] },
  { cell: "sleep hygiene and CBT-I", target: MAIN, topics: [["sleep_hygiene", "cbt_i"]] },
  { cell: "sleep timing/regularity", target: OTHER, topics: [["sleep_timing"]] },
  { cell: "naps", target: OTHER, topics: [["naps"]] },
  { cell: "light/screens", target: OTHER, topics: [["light_exposure", "screens"]] },
  { cell: "caffeine", target: MAIN, topics: [["caffeine"]] },
  { cell: "alcohol", target: MAIN, topics: [["alcohol"]] },
  { cell: "late meals/diet quality", target: OTHER, topics: [["meal_timing", "diet_quality"]] },
  { cell: "hydration", target: OTHER, topics: [["hydration"]] },
  { cell: "magnesium", target: OTHER, topics: [["magnesium"]] },
  { cell: "iron", target: OTHER, topics: [["iron", "iron_status"]] },
  {
    cell: "omega-3/vitamin D/calcium",
    target: OTHER,
    topics: [["omega_3", "vitamin_d", "calcium"]],
  },
  { cell: "isoflavones", target: OTHER, topics: [["isoflavones"]] },
  {
    cell: "aerobic training × HRV/resting heart rate",
    target: MAIN,
    topics: [["aerobic_training"], ["hrv", ...HEART_RATE]],
  },
  { cell: "resistance training", target: OTHER, topics: [["resistance_training"]] },
  { cell: "HIIT", target: OTHER, topics: [["hiit"]] },
  { cell: "exercise timing × sleep", target: OTHER, topics: [["exercise_timing"], SLEEP] },
  { cell: "VO2max in women", target: OTHER, sex: "female", topics: [["vo2max"]] },
  { cell: "heat/cold/sauna", target: OTHER, topics: [["heat_exposure", "cold_exposure"]] },
  {
    cell: "stress/work/shift work",
    target: OTHER,
    topics: [["stress_management", "stress", "shift_work"]],
  },
  { cell: "travel/jet lag", target: OTHER, topics: [["travel"]] },
  { cell: "low energy availability", target: OTHER, topics: [["energy_availability"]] },
  {
    cell: "SpO2/altitude/sleep-disordered breathing",
    target: OTHER,
    topics: [["spo2", "oxygen", "altitude", "breathing"]],
  },
  { cell: "anaemia/fatigue", target: OTHER, topics: [["iron_status", "iron", "fatigue"]] },
];

export interface Coverage {
  cell: string;
  records: number;
  target: number;
}

/** How many of the records belong to each subject, in the order of the subjects. */
export function coverageOf(records: readonly EvidenceRecord[]): Coverage[] {
  return COVERAGE_CELLS.map((cell) => ({
    cell: cell.cell,
    records: records.filter((record) => belongs(record, cell)).length,
    target: cell.target,
  }));
}

function belongs(
  record: EvidenceRecord,
  { cycle, stages, sex, topics = [], words }: CoverageCell,
): boolean {
  const { population, phases, title } = record;
  if (cycle === true && phases.length === 0 && !CYCLE_WORDS.test(title)) return false;
  if (stages !== undefined && !stages.some((stage) => population.life_stage.includes(stage)))
    return false;
  if (sex !== undefined && population.sex !== sex) return false;
  if (words !== undefined && !words.test(title)) return false;
  const tags = new Set<Topic | undefined>([
    ...record.measures,
    ...record.outcomes,
    ...record.behaviours,
    ...record.findings.flatMap(({ measure, outcome }) => [measure, outcome]),
  ]);
  return topics.every((list) => list.some((topic) => tags.has(topic)));
}
