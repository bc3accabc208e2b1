/**
 * The honest last word: what groups cannot say about one person, and when to speak with someone.
 * @module
 */
import type { Subject } from "../question/lexicon.ts";
import { isNotable, isWelcome, isWorthShowing } from "../question/notable.ts";
import type { SearchPlan } from "../question/search-plan.ts";
import type { SignalMeasure, Signals } from "../types.ts";
import { showSentence } from "./own-data.ts";

const LASTING_CHANGE = [
  "A few nights can shift for many reasons, so see how this develops over the next week or two, and talk to a health professional if it lasts or you feel unwell.",
  "One stretch of nights is only a snapshot; if the change stays for a couple of weeks or comes with feeling unwell, it is worth talking to a health professional.",
  "Give it some more nights before reading much into it, and bring it up with a health professional if it lasts or you do not feel well.",
];
const OWN_WEEKS =
  "Studies describe averages; how you feel and what your own readings do over several weeks matter more for you.";
/** For what one can do otherwise and see for oneself. */
const GROUPS_OF_HABIT = [
  OWN_WEEKS,
  "What holds for a group need not hold for you, so change one thing at a time and see what your own nights say.",
  "Group results are a starting point, and your own next few weeks are the better guide to what suits you.",
  "None of this is a rule: notice how you feel alongside the readings, and keep what works for you.",
];
/** For a reading of hers. */
const GROUPS_OF_READING = [
  "These are findings about groups of people, so let your own pattern over the next weeks have the last word.",
  OWN_WEEKS,
];
/** For what no few weeks show. */
const GROUPS = [
  "These are findings about groups of people, and one person can be quite different.",
  "Studies describe averages, so take this as a guide and not as a measure of yourself.",
  "What holds for a group need not hold for each one in it.",
];
const SYMPTOMS = [
  "If this weighs on your days or keeps coming back, a doctor or another health professional is a good person to talk to.",
  "If it is hard to live with or gets worse, please talk it over with a health professional.",
];
const WORRIED =
  "If this keeps worrying you, or you feel unwell with it, a health professional can look at more than a text can.";
const CLINICAL =
  "A text like this cannot settle a medical question, so please take it to a doctor or pharmacist, who can look at your whole picture.";
const WORTH_SEEING =
  "What you describe deserves more than a text: please let a doctor or another health professional have a look at it, soon if it is new or getting worse.";
const CARE =
  "Someone who knows you and your history, such as a doctor or another health professional, can say more about this than studies of groups can.";
const LASTS =
  "As you describe it, this has gone on for a while, so it is worth bringing up with a health professional.";
const STALE =
  "Your latest readings are more than a week old, so take the comparison with your own nights lightly.";
/** A text that is too short without it has few sources, or one that says little. */
const THIN = "What is quoted here is little, and other studies may paint a fuller picture.";
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
/** Weeks show nothing of these, or nothing that one feels. */
const SLOW_SUBJECTS: ReadonlySet<Subject> = new Set<Subject>([
  "bone_health",
  "cardiovascular_health",
  "vo2max",
  "fitness",
  "strength",
  "measurement_validity",
  "ovulation_detection",
]);
const HAS_LASTED =
  /\b(?:for|since|over|after|past|last) (?:the |about |nearly |almost |over )*(?:past |last )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|several|many|a few) (?:weeks|months|years)\b|\b(?:\d+|two|three|four|five|six|several|many) (?:weeks|months|years) (?:now|after|since|of)\b|\bfor (?:months|years|ages)\b|\b(?:not|\w+n['’]?t|never|without)\b.* in (?:weeks|months|years|ages)\b/i;
const STRONG_DEVIATION = 2;
/** A lasting change of these can have a cause that a text does not see. */
const WORTH_WATCHING: ReadonlySet<SignalMeasure> = new Set<SignalMeasure>([
  "spo2_percent",
  "breaths_per_min",
  "temperature_deviation_c",
  "resting_heart_rate_bpm",
  "lowest_heart_rate_bpm",
  "heart_rate_bpm",
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
  const { sub_queries } = plan;
  const subjects = sub_queries.flatMap(({ facets }) => facets.subjects);
  const shown = plan.signals[0];
  const ofIllness = subjects.includes("illness_detection");
  // A change that the text does not tell of cannot stay or pass.
  const moved =
    compared &&
    plan.signals_asked > 0 &&
    shown !== undefined &&
    isNotable(shown) &&
    !isWelcome(shown) &&
    (WORTH_WATCHING.has(shown.measure) || Math.abs(shown.deviation ?? 0) >= STRONG_DEVIATION);
  const lasting = sub_queries.some(({ asked }) => HAS_LASTED.test(asked));
  const caredFor = sub_queries.some(({ particulars }) => particulars.some(({ care }) => care));
  const symptom = subjects.some((subject) => SYMPTOM_SUBJECTS.has(subject));
  const groups = pick(groupsFor(plan, subjects));
  const asked = plan.shape === "B" ? plan.signals : plan.signals.slice(0, plan.signals_asked);
  const toShow = asked.filter(isWorthShowing).slice(0, 1).map(showSentence);
  const last = () => {
    if (concern === "worried") return WORRIED;
    if (concern === "worth_seeing") return WORTH_SEEING;
    if (concern === "clinical") return CLINICAL;
    if (caredFor) return CARE;
    if (lasting && (symptom || moved || ofIllness)) return LASTS;
    if (symptom) return pick(SYMPTOMS);
    return moved || ofIllness ? pick(LASTING_CHANGE) : groups;
  };
  const isStale = signals.stale && (compared || toShow.length > 0);
  const needed = [...(isStale ? [STALE] : []), ...toShow, last()];
  const spare = concern === "worth_seeing" ? [THIN] : [groups, THIN];
  return { needed, spare: spare.filter((each) => !needed.includes(each)) };
}

function groupsFor(plan: SearchPlan, subjects: readonly Subject[]): readonly string[] {
  if (subjects.some((subject) => SLOW_SUBJECTS.has(subject))) return GROUPS;
  if (plan.sub_queries.some(({ facets }) => facets.behaviours.length > 0)) return GROUPS_OF_HABIT;
  return plan.shape === "B" || plan.signals_asked > 0 ? GROUPS_OF_READING : GROUPS;
}
