/**
 * What a part of a message wants to know: why, what to do, what something does, how a reading of hers is, or which level is usual.
 * @module
 */
import { detectFacets, type Facets } from "./facets.ts";
import { words } from "./fold.ts";
import type { Subject } from "./lexicon.ts";
import { OF_HEART } from "./names.ts";
import { topicWords } from "./plain-words.ts";
import type { Intent } from "./search-plan.ts";

const ACTION =
  /\b(what (can|could|should|do) i|what (helps?|to do|works)|how (can|do|could|should|to)( i)?|help|improve|increase|raise|boost|reduce|lower my|ease|better|tips?|advice|should i|best way|cant|cannot|ways? to|habits?|what now|tricks?|where (?:do|should|would|can) (?:i|you|we) (?:start|begin)|what(?:s| is) the (?:\w+ ){0,3}plan)\b/;
const CAUSE =
  /\b(why|what causes?|reasons?|(?:is|are|was|that|this|it|my \w+) (?:\w+ )?normal|normal (?:for|to|that)|change|changes|expect|happens?|higher|lower|low|high|dragged|pulled (?:me|it) down|(?:went|gone|crept|jumped|shot|come|came|goes) (?:up|down)|tank(?:ed|ing)|plummet\w*|crashed|nosediv\w+|drop\w*|dip\w*|elevated|raised|feel|feels|feeling|(?:is|are|was|were) my)\b/;

/** "How did I sleep?", "How is my HRV?", "How much deep sleep did I get?": the answer is her own reading, and what is known to move it. */
const STATE =
  /^(?:so |and |hey |hi )?(?:how (?:is|was|are|were|has|have|did) (?:i|my)|hows my|how (?:much|long|well|badly|deeply)\b.* (?:did|have) i|what (?:is|was|were|are) my|whats my|show me my|tell me about my)\b/;

/** "Should I be worried about my HRV?" asks the same of what moves from night to night; what to do against worry is another matter. */
const WORRIES =
  /^(?:so |and )?(?:should|do|must) i (?:need to )?(?:be )?(?:worr|concern)\w* (?:about |by |over )?my\b/;
const WORRIED_ABOUT: ReadonlySet<Subject> = new Set<Subject>([
  ...OF_HEART,
  "temperature",
  "sleep_quality",
  "sleep_duration",
  "sleep_stages",
  "sleep_onset",
  "respiratory_rate",
]);

export function asksForState(part: string, { subjects, behaviours }: Facets): boolean {
  const [subject, ...others] = subjects;
  if (subject === undefined || others.length + behaviours.length > 0) return false;
  const plain = words(part).join(" ");
  return STATE.test(plain) || (WORRIES.test(plain) && WORRIED_ABOUT.has(subject));
}

/** "Was my oxygen low last night?" is not asked of the last three nights. */
export function asksOfLastNight(query: string): boolean {
  const longer = /\b(?:weeks?|months?|lately|trend|nights|years?)\b/i.test(query);
  return (
    !longer && /\b(?:last|this past|the past) night(?:['’]s)?(?![\w'’]| shift)|\bthis morning\b/i.test(query)
  );
}

const ENOUGH =
  /^(?:so |and |but )?(?:(?:am|do|did|have) i\b.*\b(?:sleep\w*|slept|get(?:ting)?|got) (?:enough|too (?:little|much))\b|how (?:much|many hours of|long a) sleep (?:do i need|should i (?:need|get|be getting|have))\b|how (?:many hours|long) should i (?:be )?sleep)/i;

/** "Am I sleeping enough?" asks how long is enough. */
export function asksForEnoughSleep(part: string, { subjects, behaviours, phases }: Facets): boolean {
  const ofSleep =
    subjects.length > 0 && subjects.every((each) => each === "sleep_quality" || each === "sleep_duration");
  return ofSleep && behaviours.length + phases.length === 0 && ENOUGH.test(part);
}

const TONIGHT = /\b(?:tonight|this evening|before (?:bed|sleep)(?:time)?)\b/i;
const OF_TONIGHT: readonly Subject[] = ["sleep_quality", "sleep_duration", "sleep_onset"];

/** "What can I do tonight to sleep better?" */
export function asksForTonight(part: string, { subjects, behaviours }: Facets, intent: Intent): boolean {
  const ofSleep = subjects.length > 0 && subjects.every((each) => OF_TONIGHT.includes(each));
  return intent === "action" && ofSleep && behaviours.length === 0 && TONIGHT.test(part);
}

/** Readings that no habit is meant to move. */
const NOTHING_TO_DO: ReadonlySet<Subject> = new Set<Subject>(["temperature", "respiratory_rate", "spo2"]);

/** "… and what should I do?" after a question about a reading that nothing is to be done about: the advice of its answer is all there is. */
export function asksInVain(part: string, facets: Facets, before: readonly Subject[]): boolean {
  const named = facets.phrases + topicWords(facets.leftover).length;
  return (
    named === 0 && intentOf(part, facets) === "action" && before.every((each) => NOTHING_TO_DO.has(each))
  );
}

export function intentOf(part: string, facets: Facets): Intent {
  const plain = words(part).join(" ");
  if (/\bwhy\b/.test(plain)) return "cause";
  if (/\bhow (?:many|much|long)\b/.test(plain)) return "effect";
  if (ACTION.test(plain)) return "action";
  if (facets.behaviours.length > 0) return "effect";
  return CAUSE.test(plain) ? "cause" : "effect";
}

/** "What does a sleep efficiency of 74 % mean?" */
export const MEANS =
  /\bwhat\b.*\b(?:means?|(?:tells?|says?) (?:me|you|us|about)|telling (?:me|you|us))\b|\bwhat(?:['’]?s| is) (?:my |the |a )?\w+(?: \w+)?\W*$/i;

/** "Why has my pulse crept up?", where no phase explains it. */
const HAS_RISEN = /\b(?:went|gone|crept|creeping|jumped|shot|come|came|goes) up\b|\bhigher because\b/i;
const IS_UP = /\b(?:higher|high|raised|elevated|up|risen|rising|increased)\b/i;

export function asksWhatRaises(
  part: string,
  { subjects, behaviours, phases }: Facets,
  intent: Intent,
): boolean {
  const [subject, ...others] = subjects;
  const ofHeart = subject === "resting_heart_rate" || subject === "heart_rate";
  return (
    ofHeart &&
    others.length + behaviours.length + phases.length === 0 &&
    intent === "cause" &&
    ((/\bwhy\b/i.test(part) && IS_UP.test(part)) || HAS_RISEN.test(part)) &&
    !/\bage\b|\bolder\b/i.test(part)
  );
}

/** "What's a good HRV for somebody who cycles a lot?" asks for a level, not for what cycling does. */
const NORM =
  /\bwhat(?:['’]?s| is| are| would be| counts as)? (?:an? |the )?(?:good|normal|decent|average|typical|healthy|ideal|usual) (?:level of |value of |number for |range (?:of|for) )?(?:night(?:ly|time)? |overnight |resting |deep |sleeping )?(?:hrv|heart rate variability|heart rate|pulse|rhr|sleep (?:efficiency|score|duration)|deep sleep|rem(?: sleep)?|skin temperature|body temperature|breathing rate|respiratory rate|spo2|vo2 ?max)\b(?! (?:zone|routine|schedule|supplement|exercise|training|monitor|reserve|recovery))/i;
/** Who asks for a level, and nothing she does. */
export const WHO_ASKS = /,? (?:who|for (?:somebody|someone|a person|a woman) (?:who|that))\b.*$/i;

export function asksForLevel(part: string): boolean {
  return NORM.test(part) && detectFacets(part.replace(WHO_ASKS, "")).behaviours.length === 0;
}
