/**
 * A topic without a question ("cramps", "magnesium", "cold shower") is searched for as what is usually asked about it.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import { inContext } from "./context.ts";
import { words } from "./fold.ts";
import { withoutTracking } from "./habits.ts";
import type { Subject } from "./lexicon.ts";
import { HELPS_TRAVELLERS, questionOf } from "./literature.ts";
import type { Part } from "./parts.ts";
import type { SubQuery } from "./search-plan.ts";

/** Of more words something is said. */
const TOPIC_WORDS_MAX = 3;

/** What is usually meant by a habit alone; of others one word finds enough. */
const OF_HABIT: Partial<Record<Behaviour, string>> = {
  alcohol: "How does alcohol in the evening change sleep and heart rate variability (HRV)",
  magnesium: "Does magnesium help with sleep",
  iron: "Do iron supplements help tired women who are not anaemic",
  vitamin_d: "Does vitamin D ease premenstrual symptoms",
  omega_3: "Do omega-3 supplements ease premenstrual symptoms",
  calcium: "Does calcium ease premenstrual symptoms",
  diet_quality: "How does diet affect sleep quality",
  meal_timing: "How do meal times affect sleep",
  hydration: "Does drinking enough water help with tiredness",
  heat_exposure: "Does a warm bath before bed help with falling asleep",
  cold_exposure: "Does cold water help recovery and stress",
  travel: HELPS_TRAVELLERS,
  aerobic_training: "What does regular aerobic exercise do for sleep and heart rate variability (HRV)",
  recovery: "What helps recovery after hard training",
};
const SAUNA = "Does a sauna affect the heart and blood pressure";
/** Of what one suffers from, help is what is asked. */
const SUFFERED: ReadonlySet<Subject> = new Set<Subject>([
  "menstrual_pain",
  "pms_symptoms",
  "fatigue",
  "recovery",
]);
/** Of these one word finds little, and what is asked is what moves them. */
const MOVED: ReadonlySet<Subject> = new Set<Subject>(["temperature", "spo2", "sleep_onset"]);

/** Null where she asks, names more than one subject or habit, or says any word beside it. No question mark at the end. */
export function topicAlone(
  { asked, facets }: Part,
  { unknown, intent }: Pick<SubQuery, "unknown" | "intent">,
  context: UserContext,
): string | null {
  const [habit, ...habits] = withoutTracking(facets.behaviours);
  const [subject, ...others] = facets.subjects;
  if (intent !== "effect" || words(asked).length > TOPIC_WORDS_MAX || facets.phrases > 1) return null;
  if (habits.length + others.length + unknown.length > 0) return null;
  if (habit !== undefined) return /sauna/i.test(asked) ? SAUNA : (OF_HABIT[habit] ?? null);
  if (subject === undefined) return null;
  if (SUFFERED.has(subject)) return questionOf(facets, "action");
  return MOVED.has(subject) ? questionOf(inContext(facets, "cause", context, asked), "cause") : null;
}
