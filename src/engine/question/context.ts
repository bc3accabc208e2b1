/**
 * What phase and life stage add to a question, and whose evidence is meant.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { LifeStage } from "../../contract/vocabulary.ts";
import { statedAges } from "./ages.ts";
import type { Facets } from "./facets.ts";
import type { Subject } from "./lexicon.ts";
import { OF_HEART } from "./names.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";

/** Subjects that the cycle moves; a "why" about them without a behaviour is meant for this phase. */
const MOVED_BY_CYCLE: ReadonlySet<Subject> = new Set<Subject>([
  "hrv",
  "resting_heart_rate",
  "heart_rate",
  "temperature",
  "respiratory_rate",
  "sleep_quality",
  "sleep_duration",
  "sleep_stages",
  "mood",
  "fatigue",
  "pms_symptoms",
]);
/** Around menopause cycles are no measure for these any more: what the transition does is what is asked. */
const STAGE_BEFORE_PHASE: ReadonlySet<Subject> = new Set<Subject>([
  "sleep_quality",
  "sleep_duration",
  "sleep_onset",
]);

/** "For my age", "as I get older": a question about years, not about phases. */
const AGE =
  /\b(?:age|(?<!\b(?:took|takes|taking|take|for|in) )ages|aged|ag(?:e)?ing|older|year olds?|years old)\b/i;

/** "… than my husband's": a question about people, not about phases; "… than a month ago": about the same phase, a cycle before. */
const COMPARED =
  /\b(?:as|like) (?:an? |the |other |most )*(?:normal|other|most) (?:person|people|women)\b|\bthan (?:my|his|hers?|most|other|men|average|an average|the average|(?:it was |they were |i was )?(?:(?:a|one|two|three|a few|several|some) (?:months?|years?) ago|last (?:month|year|summer|winter|spring|autumn)))\b/i;
/** "Is 17 at night high?" is asked of people, not of a phase. */
const NORM =
  /^(?!.*\bwhy\b).*\bis (?:\w+ ){0,6}\d+(?:\.\d+)?%?(?: \w+){0,4}? (?:high|low|normal|good|bad|ok|okay|healthy|fine|usual)\b/i;

/** Asked of years or of other people, not of how she is now. */
export function asksOfPeople(part: string): boolean {
  return AGE.test(part) || COMPARED.test(part) || NORM.test(part);
}

/** What lasts through the cycle is not asked of this phase. */
const LASTING =
  /\b(?:all the time|(?<!\b(?:as|like|than) )always|constantly|every (?:day|night|morning)|since (?:i (?:turned|hit|was)|my \w+ birthday)|these days|nowadays|crept up|creeping up|for (?:weeks|months|years|ages))\b/i;

const OF_SLEEP: readonly Subject[] = ["sleep_quality", "sleep_duration", "sleep_stages"];

const SLEPT_BADLY =
  /\b(?:slept|sleep\w*|nights?)\b.*\b(?:terribl\w*|bad(?:ly)?|poor(?:ly)?|awful\w*|horribl\w*|rubbish|crap|like (?:shit|crap))\b|\b(?:terrible|bad|poor|awful|short|rough) (?:night|sleep)/i;

/** "My HRV is usual though I slept badly": she names what it should have to do with herself. */
function bothNamed({ subjects }: Facets): boolean {
  return [OF_HEART, OF_SLEEP].every((group) => group.some((subject) => subjects.includes(subject)));
}

/** Phase and life stage are added where the question leaves them open and the answer depends on them. */
export function inContext(facets: Facets, intent: Intent, context: UserContext, part: string): Facets {
  const stage = stageOfAge(part) ?? context.life_stage;
  const postmenopause = stage === "postmenopause";
  const ofStage =
    stage !== "reproductive" && facets.subjects.some((subject) => STAGE_BEFORE_PHASE.has(subject));
  const openToPhase =
    intent === "cause" &&
    facets.phases.length === 0 &&
    facets.life_stages.length === 0 &&
    facets.behaviours.length === 0 &&
    // "Am I getting sick?" is asked of illness; what the cycle does beside it is searched for by itself.
    !facets.subjects.includes("illness_detection") &&
    !facets.cycle &&
    !ofStage &&
    !asksOfPeople(part) &&
    !LASTING.test(part) &&
    !(SLEPT_BADLY.test(part) && bothNamed(facets)) &&
    facets.subjects.some((subject) => MOVED_BY_CYCLE.has(subject));
  // A phase she names is what she asks about, also where her cycle has begun to change.
  const openToStage =
    stage !== "reproductive" &&
    (postmenopause || facets.phases.length === 0) &&
    facets.life_stages.length === 0 &&
    facets.behaviours.length === 0 &&
    !AGE.test(part) &&
    (postmenopause || !openToPhase) &&
    facets.subjects.some((subject) => MOVED_BY_TRANSITION.has(subject));
  return {
    ...facets,
    phases: postmenopause ? [] : openToPhase ? [context.cycle_phase] : facets.phases,
    cycle: facets.cycle && !postmenopause,
    life_stages: openToStage ? [stage] : facets.life_stages,
  };
}

/** Subjects for which evidence around menopause says more than evidence from anyone. */
const MOVED_BY_TRANSITION: ReadonlySet<Subject> = new Set<Subject>([
  "sleep_quality",
  "sleep_duration",
  "sleep_onset",
  "hot_flashes",
  "mood",
  "anxiety",
  "bone_health",
  "hrv",
]);

const PERIODS_STOPPED =
  /\b(?:year|since|when|after|before|as) my periods? (?:stopped|ended|went|were ending)\b/i;
/** From these ages on evidence from the years around menopause, and from after it, is about her too. */
const TRANSITION_AGE = 45;
const LATER_AGE = 56;

/** The stage of somebody who says that she is past the years around menopause; null where she says nothing of the kind. */
export function laterStage(question: string): LifeStage | null {
  return stageOfAge(question) === "postmenopause" ? "postmenopause" : null;
}

/** The stage that an age she states speaks for, whatever the calendar says; null for a younger one or none. */
function stageOfAge(question: string): LifeStage | null {
  const age = Math.max(0, ...statedAges(question));
  if (age < TRANSITION_AGE) return null;
  return age < LATER_AGE ? "perimenopause" : "postmenopause";
}

/** Stages that go without saying: hot flashes are studied around menopause, also when someone younger asks, and an age says one. */
function impliedStages({ asked, facets }: SubQuery): LifeStage[] {
  const ofAge = stageOfAge(asked);
  return [
    ...(facets.subjects.includes("hot_flashes") ? (["perimenopause"] as const) : []),
    ...(PERIODS_STOPPED.test(asked) ? (["perimenopause", "postmenopause"] as const) : []),
    ...(ofAge === null ? [] : [ofAge]),
  ];
}

export function scopeOf(
  subQueries: readonly SubQuery[],
  context: UserContext,
): Pick<SearchPlan, "life_stages" | "phases" | "current_phase"> {
  const named = subQueries.flatMap(({ facets }) => facets.life_stages);
  const stages = [...new Set([...named, ...subQueries.flatMap(impliedStages)])];
  const phases = [...new Set(subQueries.flatMap(({ facets }) => facets.phases))];
  const later = context.life_stage === "postmenopause" || subQueries.some(({ asked }) => laterStage(asked));
  const own = later ? [] : [context.cycle_phase];
  return {
    current_phase: own[0] ?? null,
    life_stages: stages.length > 0 ? [...new Set([...stages, context.life_stage])] : [context.life_stage],
    phases: later ? [] : phases.length > 0 ? phases : own,
  };
}
