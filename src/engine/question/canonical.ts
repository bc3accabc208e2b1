/**
 * The question in the words of the literature, where every one of its words is understood.
 *
 * A cross-encoder matches "What is the effect of alcohol on heart rate variability (HRV)?" to a paper far more surely
 * than "Is alcohol bad for my HRV?". A question with any word we do not know is asked as it stands, so that the unknown
 * word can count against passages about something else: nothing off topic becomes on topic by rewriting.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";
import { type Facets, singular } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { SUBJECT_NAME } from "./names.ts";
import type { Intent } from "./search-plan.ts";

const BEHAVIOUR_NAME: Record<Behaviour, string> = {
  aerobic_training: "exercise training",
  resistance_training: "resistance training",
  hiit: "high-intensity interval training",
  hrv_guided_training: "training guided by heart rate variability",
  training_load: "hard training",
  recovery: "rest and recovery",
  exercise_timing: "evening exercise",
  slow_breathing: "slow breathing",
  mindfulness: "mindfulness meditation",
  yoga: "yoga",
  relaxation: "relaxation",
  sleep_hygiene: "sleep habits",
  cbt_i: "cognitive behavioural therapy for insomnia",
  cbt: "cognitive behavioural therapy",
  sleep_timing: "a regular bedtime",
  naps: "naps",
  light_exposure: "light exposure",
  screens: "evening screen use",
  caffeine: "caffeine",
  alcohol: "alcohol",
  meal_timing: "meal timing",
  diet_quality: "diet",
  hydration: "hydration",
  magnesium: "magnesium",
  iron: "iron",
  omega_3: "omega-3",
  vitamin_d: "vitamin D",
  calcium: "calcium",
  isoflavones: "soy isoflavones",
  heat_exposure: "heat, such as sauna or a warm bath",
  cold_exposure: "cold exposure",
  cooling: "a cool bedroom",
  stress_management: "stress management",
  shift_work: "shift work",
  travel: "travel and jet lag",
  hormonal_contraception: "hormonal contraception",
  energy_availability: "low energy availability",
  altitude: "altitude",
  self_tracking: "self-tracking",
  weight_management: "weight loss",
  smoking: "smoking",
  social_support: "social support",
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
  light_exposure: "sleep_quality",
  screens: "sleep_quality",
  caffeine: "sleep_quality",
  alcohol: "sleep_quality",
  travel: "sleep_quality",
  shift_work: "sleep_quality",
  cold_exposure: "recovery",
  heat_exposure: "sleep_quality",
};

const HELP: Partial<Record<Subject, string>> = {
  hrv: "What helps to raise heart rate variability (HRV), such as exercise or slow breathing",
  resting_heart_rate: "What helps to lower resting heart rate",
  heart_rate: "What helps to lower resting heart rate",
  sleep_quality: "What helps women to sleep better and improve sleep quality",
  sleep_stages: "What helps to improve deep sleep and sleep quality",
  sleep_duration: "What helps to sleep longer and improve sleep",
  sleep_onset: "What helps to fall asleep faster",
  vo2max: "Which training improves aerobic fitness (VO2max)",
  fitness: "Which training improves fitness",
  performance: "What helps exercise performance",
  recovery: "What helps recovery after hard training",
  stress: "What helps to reduce stress",
  anxiety: "What helps to reduce anxiety",
  mood: "What helps to improve mood",
};

/** Where the plain question has a better wording than "What affects …". */
const KNOWN: Partial<Record<Subject, string>> = {
  hrv: "What is heart rate variability (HRV) and what affects it",
  sleep_timing: "Are a regular bedtime and regular sleep timing good for sleep and health",
  sleep_duration: "How long should adults sleep for good health",
};

/** Words that carry no topic of their own. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  "a about across after again affect affected affecting all also always am an and any anything are around as at bad be because become been before being benefit best better between body but by can cause change could day daily did do does doing done down during each early effect even ever every far feel feeling felt few find for from get getting give go going good great had happen hard harder has have having healthy help helping helpful high higher hour how however hurt i if im impact improve improving in increase influence into is it its ive just keep kind know lately late later less level like little long longer look lot low lower make many matter may me mean might more morning most much my need new night no normal not now of off often ok okay on one only or other our out over part people phase please possible quickly raise rather really reason recently reduce relate related right safe same see seem shall should since so some something somehow sometimes soon still stop start such support than that the their them then there these they thing this those though time tip to today tonight too try trying under until up us use useful using usual usually very want was way we week well were what when where whether which while who why will with without woman women work worse worth would year yes yet you your am pm evening afternoon drop dropping dropped rise rising rose raised elevated dip dipped different difference female actually bit quite idea advice suggestion else common maybe increased decreased decrease reduced fall down hi hello hey thank thanks currently ease easing relieve disturb ruin harm boost promote lose losing protect hint show vary depend cope deal avoid stay calm important faster quicker quick fast slow slower badly poorly terrible terribly awful horrible horribly restless deeper deep bed best trust rest most least wrong nice fine body ruined link linked relationship connection health healthy tip take taking took build weekend weekday month half age ageing aging older"
    .split(" ")
    .map(singular),
);

/** True where nothing is left that the lexicon or plain English does not account for. */
export function fullyUnderstood(leftover: readonly string[]): boolean {
  return leftover.every((word) => PLAIN_WORDS.has(word) || /^\d+(?:am|pm|h)?$/.test(word));
}

/** "For my age", "as I get older": a question about years, not about phases. */
export const AGE = /\b(?:age|ages|aged|ag(?:e)?ing|older)\b/i;

/** Null where there is nothing to ask for in the literature's words. No question mark at the end. */
export function canonicalQuestion(facets: Facets, intent: Intent, asked = ""): string | null {
  const [phase] = facets.phases;
  const when = phase
    ? ` in the ${phase} phase of the menstrual cycle`
    : facets.cycle
      ? " across the menstrual cycle"
      : "";
  const whose = facets.life_stages.includes("postmenopause")
    ? " after menopause"
    : facets.life_stages.includes("perimenopause")
      ? " around menopause"
      : "";
  const { subjects, behaviours } = facets;
  if (behaviours.length > 0) {
    const outcomes = meantSubjects(facets);
    if (outcomes.length === 0) return null;
    return `What is the effect of ${list(behaviours.map((each) => BEHAVIOUR_NAME[each]))} on ${names(outcomes)}${when}${whose}`;
  }
  const [first, second] = subjects;
  if (first === undefined) return null;
  if (intent === "action") return `${HELP[first] ?? `What helps with ${names(subjects)}`}${when}${whose}`;
  if (AGE.test(asked)) return `How does ${names(subjects)} change with age`;
  if (first === "measurement_validity")
    return `How accurate are wearable measurements of ${second === undefined ? "sleep and heart rate" : names(subjects.slice(1))}`;
  if (intent === "effect" && second !== undefined && when === "")
    return `What is the effect of ${SUBJECT_NAME[first]} on ${names(subjects.slice(1))}${whose}`;
  if (when !== "" || whose !== "") return `How does ${names(subjects)} change${when}${whose}`;
  return KNOWN[first] ?? `What affects ${names(subjects)}`;
}

/** The subjects named; where none is, what is usually meant with the behaviours named. */
export function meantSubjects({ subjects, behaviours, cycle }: Facets): readonly Subject[] {
  if (subjects.length > 0) return subjects;
  const usual = [...new Set(behaviours.flatMap((behaviour) => USUAL_OUTCOME[behaviour] ?? []))];
  return usual.length === 0 && cycle ? ["cycle_regularity"] : usual;
}

function names(subjects: readonly Subject[]): string {
  return list(subjects.map((subject) => SUBJECT_NAME[subject]));
}

function list(items: readonly string[]): string {
  return items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
