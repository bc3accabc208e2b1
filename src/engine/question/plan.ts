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
import { TRAININGS, withoutTracking } from "./habits.ts";
import { implicitPlan } from "./implicit.ts";
import {
  asksForEnoughSleep,
  asksForLevel,
  asksForState,
  asksForTonight,
  asksInVain,
  asksWhatRaises,
  intentOf,
  MEANS,
  WHO_ASKS,
} from "./intent.ts";
import type { Subject } from "./lexicon.ts";
import { HELPS_TONIGHT, HELPS_TRAVELLERS, questionOf, RAISES_HEART_RATE } from "./literature.ts";
import { atStage, goingBy, inPhase, WARM_PHASES } from "./names.ts";
import { rankSignals } from "./notable.ts";
import { particularsOf } from "./particulars.ts";
import { type Part, partsOf } from "./parts.ts";
import { mendedText, topicWords } from "./plain-words.ts";
import { readingAlone } from "./reading-alone.ts";
import { readingsAsked } from "./readings-asked.ts";
import type { Intent, SearchPlan, SubQuery } from "./search-plan.ts";
import { topicAlone } from "./topic-alone.ts";

/** Pure: the same question, context and signals give the same plan. */
export function planSearch(query: string | null, context: UserContext, signals: Signals): SearchPlan {
  const ranked = rankSignals(signals);
  if (query === null) return implicitPlan("B", context, ranked);
  const parts = partsOf(spelledOutTerms(query));
  const facets = parts.map(({ facets }) => facets);
  const aboutNothingNamed = facets.every((each) => !namesSomething(each));
  const inPlainWords = facets.every(({ leftover }) => topicWords(leftover).length === 0);
  const aboutHerReadings = facets.some((each) => each.own_data);
  if (aboutNothingNamed && inPlainWords && aboutHerReadings && ranked.length > 0)
    return implicitPlan("A", context, ranked);
  const searches: Earlier[] = [];
  for (const part of parts) {
    const before = searches.at(-1);
    if (before !== undefined && asksInVain(part.core, part.facets, before.query.facets.subjects)) continue;
    const query = explicitSubQuery(part, before, context);
    // A third part refers to what the second did.
    searches.push({ core: before !== undefined && refersBack(part) ? before.core : part.core, query, part });
  }
  const explicit = searches.flatMap(({ query, part }) => {
    const asked = inPrompts(query, part, ranked, context);
    // Beside another question there is room for one search.
    return searches.length > 1 ? asked.slice(-1) : asked;
  });
  const subQueries = [...explicit, ...ofTheCycle(parts, explicit, context)];
  return {
    shape: "A",
    sub_queries: subQueries,
    fallback: null,
    ...scopeOf(subQueries, context),
    ...readingsAsked(
      subQueries,
      facets.flatMap(({ subjects }) => subjects),
      ranked,
    ),
  };
}

/** What she asks of one reading alone, as the service itself would ask it. */
function inPrompts(
  query: SubQuery,
  part: Part,
  ranked: readonly MeasureSignal[],
  context: UserContext,
): SubQuery[] {
  if (query.particulars.length > 0) return [query];
  const prompts = readingAlone(part, query, ranked, context);
  if (prompts === null) return [query];
  return prompts.map(({ text, facets }) => ({
    ...query,
    text: `${text}?`,
    facets,
    intent: "cause",
    reworded: null,
  }));
}

/** By the cycle and by illness, in the order in which people notice it. */
const MOVED_BY_BOTH: readonly Subject[] = ["temperature", "resting_heart_rate", "heart_rate", "hrv"];

/** "Is my temperature up because of my cycle, or am I getting sick?" is asked of both; studies of illness know nothing of the one. */
function ofTheCycle(parts: readonly Part[], explicit: readonly SubQuery[], context: UserContext): SubQuery[] {
  const [part, ...others] = parts;
  const [query] = explicit;
  if (part === undefined || query === undefined || others.length > 0) return [];
  const { subjects, phases, cycle } = part.facets;
  const named = MOVED_BY_BOTH.find((each) => subjects.includes(each));
  // After ovulation the cycle alone moves them, whether or not she thinks of it.
  const ofCycle =
    cycle ||
    phases.length > 0 ||
    subjects.includes("pms_symptoms") ||
    (named !== undefined && context.cycle_phase === "luteal" && /\b(?:i|im|my|me)\b/i.test(query.asked));
  const ill = subjects.includes("illness_detection");
  if (!ill || !ofCycle || context.life_stage === "postmenopause") return [];
  const reading = named ?? "temperature";
  const facets: Facets = {
    ...part.facets,
    subjects: [reading],
    behaviours: [],
    phases: phases.length > 0 ? phases : [context.cycle_phase],
  };
  const text = `${questionOf(facets, "cause")}?`;
  return [{ ...query, text, facets, intent: "cause", unknown: [], reworded: null, particulars: [] }];
}

/** Her watch alone is nothing named: it is what tells of the readings that she means. */
function namesSomething({ subjects, behaviours, phases, life_stages, cycle }: Facets): boolean {
  const habits = withoutTracking(behaviours);
  return subjects.length + habits.length + phases.length + life_stages.length > 0 || cycle;
}

const OF_THE_SAME = /\b(?:it|that|this|they|them|same|what about|how about)\b/i;
/** "… and should I do it during my period?"; what to do about it is another matter. */
const DOES_IT =
  /\b(?:do|doing|try|trying|skip|use|using|have|having|take|taking|start|stop|keep) (?:it|that|this|them)\b/i;
/** "Is yoga good for stress and can it raise HRV?" */
const BACK = /^(?:and |but |or )?(?:can|could|does|will|would|is|should) (?:it|that|this)\b/i;

/** The part before one, to which it may refer. */
interface Earlier {
  part: Part;
  query: SubQuery;
  core: string;
}

/** A part that names nothing of its own means what was named before. */
function refersBack({ facets: { subjects, behaviours } }: Pick<Part, "facets">): boolean {
  return subjects.length === 0 && withoutTracking(behaviours).length === 0;
}

function explicitSubQuery(whole: Part, before: Earlier | undefined, context: UserContext): SubQuery {
  const { asked, core: part, facets: own, denies } = whole;
  const state = asksForState(part, own);
  const intent = state ? "cause" : intentOf(part, own);
  const sameHabit = own.behaviours.length === 0 && before !== undefined && BACK.test(part);
  const back = before !== undefined && refersBack({ facets: own });
  // "… and how much is the luteal phase?" asks for another cause; "… and is it worse in the luteal phase?" of the same.
  const ofPhase = back && own.phases.length > 0 && !OF_THE_SAME.test(part);
  const named: Facets = back
    ? {
        ...own,
        subjects: before.query.facets.subjects,
        behaviours:
          ofPhase || (intent === "action" && !DOES_IT.test(part)) ? [] : before.query.facets.behaviours,
        phases: own.phases.length > 0 || intent === "action" ? own.phases : before.query.facets.phases,
      }
    : sameHabit
      ? { ...own, behaviours: before.query.facets.behaviours }
      : own;
  const inHerPhase = inContext(withoutSetting(named, intent, part), intent, context, part);
  // A pulse that is up before ovulation is not explained by the phase, unless she asks of one.
  const mayExplain =
    named.phases.length > 0 || inHerPhase.phases.some((phase) => WARM_PHASES.includes(phase));
  const inNone: Facets = { ...inHerPhase, phases: mayExplain ? inHerPhase.phases : [] };
  const raised = asksWhatRaises(part, inNone, intent);
  const places = placesOf(part, own);
  const strange = topicWords(own.leftover).filter((word) => !places.has(word));
  const enough = asksForEnoughSleep(part, own) && strange.every((word) => word === "enough");
  const unknown = enough ? [] : strange;
  const facets: Facets = enough ? { ...named, subjects: ["sleep_duration"] } : raised ? inNone : inHerPhase;
  const earlier = back || sameHabit ? before : undefined;
  const particulars = [...new Set([...(earlier?.query.particulars ?? []), ...particularsOf(asked)])];
  const topic = particulars.length === 0 ? topicAlone(whole, { unknown, intent }, context) : null;
  const searched = () => {
    if (topic !== null) return topic;
    // In the literature's words, where all of hers are known.
    if (unknown.length === 0) {
      // These name drinks, which she may have ruled out.
      if (raised && !denies) return RAISES_HEART_RATE;
      if (asksForTonight(part, facets, intent)) return HELPS_TONIGHT;
      if (enough) return questionOf(facets, "effect");
      if (places.size > 0 && intent === "action") return HELPS_TRAVELLERS;
      if (back && facets.subjects.length > 0) {
        if (ofPhase) return questionOf(facets, "cause");
        if (intent === "action" && before.query.facets.behaviours.length === 0)
          return questionOf(facets, intent);
      }
    }
    if (asksForLevel(part)) return withoutEnd(part.replace(WHO_ASKS, ""));
    if (unknown.length > 0) return asItStands(part, earlier);
    return state ? questionOf(facets, intent) : spelledOut(part, own, facets, earlier);
  };
  const whollyKnown = unknown.length === 0 && particulars.length === 0 && facets.behaviours.length === 0;
  return {
    text: `${searched()}?`,
    asked,
    facets: decided(facets),
    intent,
    unknown,
    // "Took me well over an hour to drop off again, what now?" is asked by others in other words.
    reworded:
      whollyKnown && (intent !== "effect" || MEANS.test(part)) && facets.subjects.length === 1
        ? `${questionOf(facets, intent)}?`
        : null,
    named: own.phrases,
    particulars,
  };
}

const WHERE_TO =
  /\b(?:fly|flying|flight|trip|travelling|traveling|going|back|from)(?: (?:from|to|home|the))* ((?:(?:san|los|las|new|rio de|sao|buenos|hong|tel|cape|kuala|saint|st|abu) )?\p{L}+)(?: (?:to|via) ((?:(?:san|los|las|new|rio de|sao|buenos|hong|tel|cape|kuala|saint|st|abu) )?\p{L}+))?/gu;

/** Where somebody travels from and to says nothing of what helps. */
function placesOf(part: string, { behaviours, subjects }: Facets): ReadonlySet<string> {
  if (withoutTracking(behaviours).join() !== "travel" || subjects.length > 0) return new Set();
  const named = [...words(part).join(" ").matchAll(WHERE_TO)].flatMap(([, from = "", to = ""]) => [from, to]);
  return new Set(named.flatMap((place) => words(place).map(singular)));
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

const AT_A_MEAL = /\b(?:at|with|after|before|over|for|during) (?:my )?(?:dinner|lunch|breakfast)\b/i;
const DRINKS: readonly Behaviour[] = ["alcohol", "caffeine", "diet_quality"];

const AFTER_A_NIGHT =
  /\b(?:after|following|on) (?:a |an |my |one |two |three |several )*(?:really |very |awful |particularly )*(?:bad|poor|rough|short|broken|sleepless|terrible|late|awful) nights?\b|\b(?:only|just|barely) (?:slept|got|had) (?:about )?(?:\d[\d.]*|two|three|four|five|six) ?h(?:ou)?rs?\b/i;
const OF_A_NIGHT: readonly Subject[] = ["sleep_quality", "sleep_duration"];

/**
 * In "how do I recover from hard training" the training is the setting, not the remedy that is asked about; in "wine at dinner" the meal is, and in "a nap after a
 * bad night" the night.
 */
function withoutSetting(facets: Facets, intent: Intent, part: string): Facets {
  const subjects = subjectsWithoutTheNight(facets, part);
  if (subjects.length > 0 && asksForLevel(part)) return { ...facets, subjects, behaviours: [] };
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

/** Words of a text for overlap counting. */
export function contentWords(text: string): Set<string> {
  return new Set(
    words(text)
      .map(singular)
      .filter((word) => word.length > 2),
  );
}
