/**
 * The honest last word: what groups cannot say about one person, and when to speak with someone.
 * @module
 */
import type { Subject } from "../question/lexicon.ts";
import { isNotable } from "../question/notable.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { SignalMeasure, Signals } from "../types.ts";

const LASTING_CHANGE = [
  "A few nights can shift for many reasons, so see how this develops over the next week or two, and talk to a health professional if it lasts or you feel unwell.",
  "One stretch of nights is only a snapshot; if the change stays for a couple of weeks or comes with feeling unwell, it is worth talking to a health professional.",
  "Give it some more nights before reading much into it, and bring it up with a health professional if it lasts or you do not feel well.",
];
const GROUPS = [
  "These are findings about groups of people, so let your own pattern over the next weeks have the last word.",
  "Studies describe averages; how you feel and what your own readings do over several weeks matter more for you.",
  "What holds for a group need not hold for you, so change one thing at a time and see what your own nights say.",
  "Group results are a starting point, and your own next few weeks are the better guide to what suits you.",
  "None of this is a rule: notice how you feel alongside the readings, and keep what works for you.",
];
const SYMPTOMS = [
  "If this weighs on your days or keeps coming back, a doctor or another health professional is a good person to talk to.",
  "If it is hard to live with or gets worse, please talk it over with a health professional; you need not manage it alone.",
];
const WORRIED =
  "If this keeps worrying you, or you feel unwell with it, a health professional can look at more than a text can.";
const CLINICAL =
  "A text like this cannot settle a medical question, so please take it to a doctor or pharmacist, who can look at your whole picture.";
const WORTH_SEEING =
  "What you describe deserves more than a text: please let a doctor or another health professional have a look at it, soon if it is new or getting worse.";
const STALE =
  "Your latest readings are more than a week old, so take the comparison with your own nights lightly.";
export const FEW_NIGHTS =
  "There are not yet enough earlier readings to say what is usual for you, so take these as a starting point.";

const SYMPTOM_SUBJECTS: ReadonlySet<Subject> = new Set<Subject>([
  "menstrual_pain",
  "pms_symptoms",
  "hot_flashes",
  "mood",
  "anxiety",
  "fatigue",
  "cycle_regularity",
  "iron_status",
  "overreaching",
  "blood_pressure",
]);
const STRONG_DEVIATION = 2;
/** A lasting change of these can have a cause that a text does not see. */
const WORTH_WATCHING: ReadonlySet<SignalMeasure> = new Set<SignalMeasure>([
  "spo2_percent",
  "breaths_per_min",
  "temperature_deviation_c",
  "resting_heart_rate_bpm",
  "lowest_heart_rate_bpm",
]);

/**
 * `clinical`: asks for a diagnosis, a prescription or a test (permissive mode only); `worth_seeing`: tells of something that a health professional should
 * see; `worried`: says so.
 */
export type Concern = "clinical" | "worth_seeing" | "worried" | "none";

export interface Closings {
  /** Always said. */
  needed: string[];
  /** Said where there is room. */
  spare: string[];
}

/**
 * @param variant picks the wording; the same question and readings always get the same one
 * @param compared whether the text compares her readings with her own nights
 */
export function closingSentences(
  plan: SearchPlan,
  signals: Signals,
  concern: Concern,
  variant: number,
  compared: boolean,
): Closings {
  const pick = (list: readonly string[]) => list[variant % list.length] ?? "";
  const subjects = plan.sub_queries.flatMap(({ facets }) => facets.subjects);
  const shown = plan.signals[0];
  const ofIllness = subjects.includes("illness_detection");
  const moved =
    plan.signals_asked > 0 &&
    shown !== undefined &&
    isNotable(shown) &&
    (WORTH_WATCHING.has(shown.measure) || Math.abs(shown.deviation ?? 0) >= STRONG_DEVIATION);
  const stale = signals.stale && compared ? [STALE] : [];
  if (concern === "worried") return { needed: [...stale, WORRIED], spare: [pick(GROUPS)] };
  if (concern === "worth_seeing") return { needed: [...stale, WORTH_SEEING], spare: [] };
  if (concern === "clinical") return { needed: [...stale, CLINICAL], spare: [pick(GROUPS)] };
  if (subjects.some((subject) => SYMPTOM_SUBJECTS.has(subject)))
    return { needed: [...stale, pick(SYMPTOMS)], spare: [pick(GROUPS)] };
  if (moved || ofIllness) return { needed: [...stale, pick(LASTING_CHANGE)], spare: [pick(GROUPS)] };
  return { needed: [...stale, pick(GROUPS)], spare: [pick(LASTING_CHANGE)] };
}
