/**
 * A question, or the signals where there is none, turned into one to four searches.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { Behaviour } from "../../contract/vocabulary.ts";
import type { MeasureSignal, Signals } from "../types.ts";
import { spelledOutTerms } from "./abbreviations.ts";
import { inContext, scopeOf } from "./context.ts";
import { decided } from "./decisive.ts";
import { detectFacets, type Facets } from "./facets.ts";
import { singular, words } from "./fold.ts";
import { implicitPlan, questionOf } from "./implicit.ts";
import type { Subject } from "./lexicon.ts";
import { atStage, goingBy, inPhase, SEEN_IN, SHOWN_BY, SUBJECT_OF } from "./names.ts";
import { rankSignals } from "./notable.ts";
import { particularsOf } from "./particulars.ts";
import { mendedText, topicWords } from "./plain-words.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";

export const SUB_QUERIES_MAX = 4;

// "… and have a nap" asks for nothing.
const AUXILIARY =
  "should|can|could|is|are|does|do|will|would|am|did|has|have(?= (?:i|you|we|they|my|your|women|people)\\b)";
const QUESTION_WORD = `what|how|why|when|which|${AUXILIARY}`;
const PART_BREAK = new RegExp(
  `(?<=[?!.;])\\s+|[,;]?\\s+(?:and|but|also|plus|und)\\s+(?=(?:also\\s+)?(?:${QUESTION_WORD})\\b)|,\\s+(?=(?:${QUESTION_WORD})\\b)`,
  "iu",
);
const ACTION =
  /\b(what (can|could|should|do) i|what (helps?|to do|works)|how (can|do|could|should|to)( i)?|help|improve|increase|raise|boost|reduce|lower my|ease|better|tips?|advice|should i|best way|cant|cannot|ways? to|habits?|what now|tricks?)\b/;
const CAUSE =
  /\b(why|what causes?|reasons?|is it normal|normal|change|changes|expect|happens?|higher|lower|low|high|drop\w*|dip\w*|elevated|raised|feel|feels|feeling|(?:is|are|was|were) my)\b/;

/** Pure: the same question, context and signals give the same plan. */
export function planSearch(query: string | null, context: UserContext, signals: Signals): SearchPlan {
  const ranked = rankSignals(signals);
  if (query === null) return implicitPlan("B", context, ranked);
  const parts = askedParts(spelledOutTerms(query)).map(withCore);
  const facets = parts.map(({ facets }) => facets);
  const aboutNothingNamed = facets.every((each) => !namesSomething(each));
  const inPlainWords = facets.every(({ leftover }) => topicWords(leftover).length === 0);
  const aboutHerReadings = facets.some((each) => each.own_data);
  if (aboutNothingNamed && inPlainWords && aboutHerReadings && ranked.length > 0)
    return implicitPlan("A", context, ranked);
  const searches: Earlier[] = [];
  for (const part of parts)
    searches.push({ core: part.core, query: explicitSubQuery(part, searches.at(-1), context) });
  const subQueries = searches.map(({ query }) => query);
  return {
    shape: "A",
    sub_queries: subQueries,
    fallback: null,
    ...scopeOf(subQueries, context),
    ...asked(
      subQueries,
      facets.flatMap(({ subjects }) => subjects),
      ranked,
    ),
  };
}

function namesSomething({ subjects, behaviours, phases, life_stages, cycle }: Facets): boolean {
  return subjects.length + behaviours.length + phases.length + life_stages.length > 0 || cycle;
}

/** "My resting heart rate is up, am I getting sick?" is one question: the reading is why she asks. */
function askedParts(query: string): string[] {
  const parts = splitParts(query);
  const ofIllness = parts.some((part) => detectFacets(part).subjects.includes("illness_detection"));
  return ofIllness ? [query] : parts;
}

/** "Is yoga good for stress and can it raise HRV?" */
const BACK = /^(?:and |but |or )?(?:can|could|does|will|would|is|should) (?:it|that|this)\b/i;
const PART_WORDS_MIN = 2;
/**
 * How a person who asks begins; a part that begins otherwise says why she asks ("Cramps are awful, does heat help?"), and so does "when the
 * clocks went back …".
 */
const ASKS = new RegExp(
  `^(?:(?:and|but|or|so|also|plus|then) )?(?:(?!when\\b)(?:${QUESTION_WORD})|when (?:${AUXILIARY})|any|tips?|best|help|whats|hows|whys)\\b|\\?$`,
  "iu",
);
const REASSURANCE =
  /^(?:and )?(?:(?:should|do|must) i (?:need to )?(?:be )?(?:worr|concern)\w*|(?:is|are|was) (?:that|this|it|they|these) (?:\w+ )?(?:bad|normal|ok|okay|good|fine|dangerous|serious|a problem|healthy))\W*$/i;

/** "… and is there any good evidence for it?" asks for what every answer is. */
const FOR_EVIDENCE =
  /^(?:and |or |but )?(?:is there (?:any |really |actually |some )*(?:good |decent |real |solid |proper |hard )?(?:evidence|proof|research|science|data|studies)|is (?:it|that|this|all that) (?:just |all |only |really )*(?:hype|a myth|marketing|nonsense|a fad|placebo|wishful thinking)|does (?:the )?(?:science|research|evidence) (?:back|support) (?:it|that|this)(?: up)?)\b(?: (?:for|behind|on|in) (?:it|this|that|all this|women(?: specifically| in particular)?))*\W*$/i;

/** A fragment belongs to its neighbour, and what is told before or after a question to the question. */
function belongTogether(last: string, text: string): boolean {
  const short = (each: string) => words(each).length < PART_WORDS_MIN;
  return short(last) || short(text) || !ASKS.test(last) || !ASKS.test(text);
}

/** "Why is my HRV low, and what can I do about it?" has two parts, "Should I rest or should I train?" one; a very long question ends in one long part. */
export function splitParts(query: string): string[] {
  const parts: string[] = [];
  for (const piece of query.split(PART_BREAK)) {
    const text = piece.trim();
    // "… and should I be worried?" asks for no other subject.
    if (text === "" || (parts.length > 0 && (REASSURANCE.test(text) || FOR_EVIDENCE.test(text)))) continue;
    const last = parts.at(-1);
    if (last !== undefined && (belongTogether(last, text) || parts.length === SUB_QUERIES_MAX))
      parts[parts.length - 1] = /[.?!;,]$/.test(last) ? `${last} ${text}` : `${last}, ${text}`;
    else parts.push(text);
  }
  return parts.length > 0 ? parts : [query];
}

interface Part {
  /** As she wrote it. */
  asked: string;
  /** What of it is searched for. */
  core: string;
  facets: Facets;
}

/** A message of more words tells something around its question. */
const PLAIN_WORDS = 20;
/** Of more words than this the models read only some fifty: what is asked has to be among them. */
const LONG_WORDS = 45;

/**
 * From a message with a story the sentences that ask are searched for, and if it is not long, what of the story names anything, since the question may lean on it
 * ("how long until my body catches up?"); if they name nothing, the story follows them. Words that no list knows count only where she asks. Of 200 messages of
 * which reading has shown what answers them, nDCG@10 is .62 so and .59 as they stand where they have some thirty words, .71 and .65 where they have a hundred
 * (`tests/engine/long-messages.ts`).
 */
function withCore(asked: string): Part {
  const whole = detectFacets(asked);
  const size = words(asked).length;
  if (size <= PLAIN_WORDS) return { asked, core: asked, facets: whole };
  const sentences = asked.split(/(?<=[?!.;])\s+/u);
  const marked = sentences.filter((sentence) => sentence.includes("?"));
  const asking = marked.length > 0 ? marked : sentences.filter((sentence) => ASKS.test(sentence));
  const story = sentences.filter((sentence) => !asking.includes(sentence));
  const own = detectFacets(asking.join(" "));
  if (!namesTopic(own)) return { asked, core: [...asking, ...story].join(" "), facets: whole };
  const told = size > LONG_WORDS ? [] : story.filter((sentence) => namesTopic(detectFacets(sentence)));
  const core = [...asking, ...told].join(" ");
  const { subjects, behaviours, phases: named } = detectFacets(core);
  // Who she is and where in her cycle is said in passing.
  const phases = named.length > 0 ? named : whole.phases;
  return { asked, core, facets: { ...own, subjects, behaviours, phases, life_stages: whole.life_stages } };
}

function namesTopic({ subjects, behaviours }: Facets): boolean {
  return subjects.length + behaviours.length > 0;
}

/** The part before one, to which it may refer. */
interface Earlier {
  query: SubQuery;
  core: string;
}

function explicitSubQuery(
  { asked, core: part, facets: own }: Part,
  before: Earlier | undefined,
  context: UserContext,
): SubQuery {
  const state = asksForState(part, own);
  const intent = state ? "cause" : intentOf(part, own);
  const refersBack = own.subjects.length === 0 && own.behaviours.length === 0 && before !== undefined;
  const sameHabit = own.behaviours.length === 0 && before !== undefined && BACK.test(part);
  const named: Facets = refersBack
    ? {
        ...own,
        subjects: before.query.facets.subjects,
        behaviours: intent === "action" ? [] : before.query.facets.behaviours,
        phases: own.phases.length > 0 || intent === "action" ? own.phases : before.query.facets.phases,
      }
    : sameHabit
      ? { ...own, behaviours: before.query.facets.behaviours }
      : own;
  const facets = inContext(withoutSetting(named, intent, part), intent, context, part);
  const unknown = topicWords(own.leftover);
  const earlier = refersBack || sameHabit ? before : undefined;
  const searched = () => {
    if (unknown.length > 0) return asItStands(part, earlier);
    return state ? questionOf(facets, intent) : spelledOut(part, own, facets, earlier);
  };
  return {
    text: `${searched()}?`,
    asked,
    facets: decided(facets),
    intent,
    unknown,
    named: own.phrases,
    particulars: [...new Set([...(earlier?.query.particulars ?? []), ...particularsOf(asked)])],
  };
}

function withoutEnd(text: string): string {
  return text.replace(/[?!.\s]+$/, "");
}

/** With a word that no list of ours has: nothing off topic comes nearer by our doing. Before it what it refers to. */
function asItStands(part: string, before?: Earlier): string {
  return `${before ? `${withoutEnd(before.core)}, ` : ""}${withoutEnd(part)}`;
}

/** Slips mended, and what the person left open: what she said before ("… and can it raise HRV?"), and what her context answers. */
function spelledOut(part: string, own: Facets, { phases, life_stages }: Facets, before?: Earlier): string {
  const reading = own.subjects.length === 0 ? goingBy(own.behaviours) : "";
  const phase = own.phases.length === 0 ? inPhase(phases) : "";
  const stage = own.life_stages.length === 0 ? atStage(life_stages) : "";
  return `${asItStands(mendedText(withoutEnd(part)), before)}${reading}${phase}${stage}`;
}

const TRAININGS: readonly Behaviour[] = ["aerobic_training", "training_load", "resistance_training", "hiit"];

const AT_A_MEAL = /\b(?:at|with|after|before|over|for|during) (?:my )?(?:dinner|lunch|breakfast)\b/i;
const DRINKS: readonly Behaviour[] = ["alcohol", "caffeine"];

const AFTER_A_NIGHT =
  /\b(?:after|following|on) (?:a |an |my |one |two |three |several )*(?:really |very |awful |particularly )*(?:bad|poor|rough|short|broken|sleepless|terrible|late|awful) nights?\b/i;
const OF_A_NIGHT: readonly Subject[] = ["sleep_quality", "sleep_duration"];

/**
 * In "how do I recover from hard training" the training is the setting, not the remedy that is asked about; in "wine at dinner" the meal is, and in "a nap after a
 * bad night" the night.
 */
function withoutSetting(facets: Facets, intent: Intent, part: string): Facets {
  const subjects = subjectsWithoutTheNight(facets, part);
  if (AT_A_MEAL.test(part) && facets.behaviours.some((behaviour) => DRINKS.includes(behaviour)))
    return {
      ...facets,
      subjects,
      behaviours: facets.behaviours.filter((behaviour) => behaviour !== "meal_timing"),
    };
  if (intent !== "action" || !facets.subjects.includes("recovery")) return { ...facets, subjects };
  return {
    ...facets,
    subjects,
    behaviours: facets.behaviours.filter((behaviour) => !TRAININGS.includes(behaviour)),
  };
}

function subjectsWithoutTheNight({ subjects, behaviours }: Facets, part: string): Subject[] {
  if (!AFTER_A_NIGHT.test(part) || behaviours.length === 0) return subjects;
  const rest = detectFacets(part.replace(AFTER_A_NIGHT, "")).subjects;
  return subjects.filter((subject) => !OF_A_NIGHT.includes(subject) || rest.includes(subject));
}

/** "How did I sleep?", "How is my HRV?", "How much deep sleep did I get?": the answer is her own reading, and what is known to move it. */
const STATE =
  /^(?:so |and |hey |hi )?(?:how (?:is|was|are|were|has|have|did) (?:i|my)|hows my|how (?:much|long|well|badly|deeply)\b.* (?:did|have) i|what (?:is|was|were|are) my|whats my|show me my|tell me about my)\b/;

function asksForState(part: string, { subjects, behaviours }: Facets): boolean {
  return subjects.length === 1 && behaviours.length === 0 && STATE.test(words(part).join(" "));
}

function intentOf(part: string, facets: Facets): Intent {
  const plain = words(part).join(" ");
  if (/\bwhy\b/.test(plain)) return "cause";
  if (/\bhow (?:many|much|long)\b/.test(plain)) return "effect";
  if (ACTION.test(plain)) return "action";
  if (facets.behaviours.length > 0) return "effect";
  return CAUSE.test(plain) ? "cause" : "effect";
}

/** Her readings of what was asked come first; a question about nothing she measures leaves them in order of note. */
function asked(
  subQueries: readonly SubQuery[],
  named: readonly Subject[],
  ranked: readonly MeasureSignal[],
): Pick<SearchPlan, "signals" | "signals_asked" | "signals_kindred"> {
  const behaviours = subQueries.flatMap(({ facets }) => facets.behaviours);
  // A later part that refers back has the subjects of the part before it.
  const subjects = [...named, ...subQueries.flatMap(({ facets }) => facets.subjects)];
  // "Rest or train today?" is a question about how the night went.
  if (behaviours.includes("hrv_guided_training")) subjects.push("hrv", "resting_heart_rate");
  const meant = (signal: MeasureSignal) => {
    const own = SUBJECT_OF[signal.measure];
    if (subjects.includes(own)) return true;
    if (own === "resting_heart_rate" && subjects.includes("heart_rate")) return true;
    return signal.measure === "total_sleep_s" && subjects.includes("sleep_quality");
  };
  const first = ranked.filter(meant);
  // A habit's usual readings say nothing where she asks what it does to her bones.
  const kindred = new Set(
    subjects.length > 0
      ? subjects.flatMap((subject) => SHOWN_BY[subject] ?? [])
      : behaviours.flatMap((behaviour) => SEEN_IN[behaviour] ?? []),
  );
  const others = ranked.filter((signal) => !meant(signal));
  const near = others.filter((signal) => kindred.has(SUBJECT_OF[signal.measure]));
  const far = others.filter((signal) => !near.includes(signal));
  return { signals: [...first, ...near, ...far], signals_asked: first.length, signals_kindred: near.length };
}

/** Words of a text for overlap counting. */
export function contentWords(text: string): Set<string> {
  return new Set(
    words(text)
      .map(singular)
      .filter((word) => word.length > 2),
  );
}
