/**
 * Which findings are told, and in what order: the best and the other side of its study, the study that names the amount asked for, both halves of an
 * either-or, then the rest.
 * @module
 */
import { namedThings } from "../evidence/fit.ts";
import { isPrompted } from "../question/prompts.ts";
import type { SubQuery } from "../question/search-plan.ts";
import type { EvidenceDocument } from "../types.ts";
import { thingOf } from "./contrast.ts";
import { quantityAsked } from "./quantities.ts";
import type { RankedFinding } from "./sentences.ts";

/** A finding that may be told for a sub-query. */
export interface Offer extends RankedFinding {
  document: EvidenceDocument;
  /** Relevance of its document. */
  relevance: number;
  /** Place of its document in the evidence. */
  at: number;
  /** Place among those of its document, best first. */
  later: number;
}

export interface Telling {
  /** Each once, the first to be told first. */
  inTurn: Offer[];
  /** Told beside the first although it is of the same study. */
  beside: Offer | undefined;
  /** Told for what they speak of: they neither need to be on the subject nor contradict the one before. */
  named: Offer[];
}

/** The first sentence is taken from the best of the order, as many as these. */
const LEADS_AMONG = 4;
/**
 * What makes the first sentence an answer, in the unit of the order: the study that answers best, its main finding, what was found rather than what was not, and
 * what holds over many studies. Of 300 fresh questions (`tests/engine/lead-choice.ts`) one that reads as an answer then comes first for 75 % instead of 68 %, one that
 * puts off for 11 % instead of 15 %, over the records that its readers saw; for 73 and 10 % with the 54 added since.
 */
const LEAD_LATER_DOCUMENT = 1.4;
const LEAD_LATER_FINDING = 2;
const LEAD_NOTHING_FOUND = 5;
const LEAD_POOLED = 2;
const LEAD_TELLS = 3;
const POOLED =
  /\b(?:reviews?|pool(?:ed|ing)|meta-?analys\w+|(?:across|in) \d+ (?:studies|trials|cohorts))\b/i;

/** @param sorted best first @param isExact reports just the reading that the service itself asks about, which goes before one near it */
function leadOf(sorted: readonly Offer[], isExact: (offer: Offer) => boolean): Offer | undefined {
  const best = sorted.slice(0, LEADS_AMONG);
  const exact = best.filter(isExact);
  const [first, ...others] = exact.length > 0 ? exact : best;
  return first && others.reduce((held, each) => (lead(each) > lead(held) ? each : held), first);
}

function lead(offer: Offer): number {
  return (
    offer.worth -
    LEAD_LATER_DOCUMENT * offer.at -
    LEAD_LATER_FINDING * offer.place -
    (offer.finding.effect === "none" ? LEAD_NOTHING_FOUND : 0) +
    (POOLED.test(offer.finding.statement) ? LEAD_POOLED : 0) +
    (offer.tells ? LEAD_TELLS : 0)
  );
}

/** How much the place of its document in the evidence weighs against how well a finding answers. */
const LATER_DOCUMENT = 0.8;

function order({ worth, at }: { worth: number; at: number }): number {
  return worth - LATER_DOCUMENT * at;
}

/**
 * Where the next finding of the best study is hardly worth less than its best, which of the two answers is anybody's guess and both are told: of 600
 * questions (`tests/engine/finding-choice.ts`) the best finding is then among those told for 82 % instead of 67 %, one that answers for 91 % instead of 80 %.
 */
const HARDLY_LESS = 2;

/** What a study did find is told beside what it did not, unless it is about something farther off. */
const OTHER_SIDE = 7;

/** The finding to tell beside the best of its study, if there is one. @param others of that study, best first */
export function twinOf<R extends RankedFinding>(best: R | undefined, others: readonly R[]): R | undefined {
  if (best === undefined) return undefined;
  const near = (most: number) =>
    others.filter(({ on_subject, worth }) => on_subject && best.worth - worth <= most);
  // "How long …?" is not answered by the finding that it helps.
  const amount = best.tells ? undefined : near(OTHER_SIDE).find(({ tells }) => tells);
  const otherSide = foundSomething(best) ? undefined : near(OTHER_SIDE).find(foundSomething);
  return amount ?? otherSide ?? near(HARDLY_LESS)[0];
}

function foundSomething({ finding: { effect } }: RankedFinding): boolean {
  return effect === "increase" || effect === "decrease";
}

/** A study that is read as hardly on topic beside others that are does not lead. */
const LEADING_SHARE = 0.7;

/** @param room how many findings this sub-query has room for */
export function tellingOrder(query: SubQuery, offers: readonly Offer[], room: number): Telling {
  const sorted = [...offers].sort((a, b) => order(b) - order(a) || a.at - b.at || a.later - b.later);
  const most = Math.max(0, ...sorted.map(({ relevance }) => relevance));
  const isPromptedFor = ({ finding: { measure, outcome } }: RankedFinding) =>
    isPrompted(query.facets) && query.facets.subjects.some((asked) => asked === measure || asked === outcome);
  const best = leadOf(
    sorted.filter(({ relevance }) => relevance >= LEADING_SHARE * most),
    isPromptedFor,
  );
  if (best === undefined) return { inTurn: [], beside: undefined, named: [] };
  const others = sorted.filter((each) => each !== best);
  const twin = twinOf(
    best,
    others.filter(({ document }) => document === best.document),
  );
  // The two sides of a study are told in its own order: what a method finds oftener, then how often it is wrong.
  const unlike = twin !== undefined && isPromptedFor(twin) !== isPromptedFor(best);
  const turned = twin !== undefined && (unlike ? isPromptedFor(twin) : goesBefore(twin, best));
  const [first, beside] = room > 1 && turned ? [twin, best] : [best, twin];
  // "How long before bed?" is answered by the study that says so, if it answers at all.
  const telling =
    quantityAsked(query.asked) === null || best.tells || twin?.tells
      ? undefined
      : others.find((each) => each.tells && each.on_subject && order(best) - order(each) <= OTHER_SIDE);
  const named = namedThings(query)
    .filter((speaks) => !speaks(best.document))
    .flatMap((speaks) => others.find(({ document }) => speaks(document)) ?? []);
  const leading = [telling ?? [], first, room > 2 ? (beside ?? []) : [], named].flat();
  const rest = sorted.map((each) => (each.document === best.document ? each : mainSideOf(each, others)));
  return { inTurn: [...new Set([...leading, ...rest])], beside, named };
}

/** Of a study that adds to another: what it found rather than what it did not, where that is its main finding on the same thing. */
function mainSideOf(offer: Offer, others: readonly Offer[]): Offer {
  if (foundSomething(offer)) return offer;
  const main = others.find(
    (other) =>
      other.document === offer.document &&
      other.on_subject &&
      foundSomething(other) &&
      isOtherSideOf(other, offer) &&
      offer.worth - other.worth <= OTHER_SIDE,
  );
  return main ?? offer;
}

/** An earlier finding of the record that answers as well, or one to another effect on the same thing. */
function goesBefore(earlier: RankedFinding, later: RankedFinding): boolean {
  const alike =
    later.worth - earlier.worth <= HARDLY_LESS && earlier.on_subject && earlier.tells === later.tells;
  return isOtherSideOf(earlier, later) || (alike && earlier.place < later.place);
}

function isOtherSideOf(earlier: RankedFinding, later: RankedFinding): boolean {
  const [one, other] = [earlier.finding, later.finding];
  return (
    earlier.place < later.place &&
    one.effect !== other.effect &&
    (one.phase === other.phase || one.phase === undefined) &&
    thingOf(one) === thingOf(other)
  );
}
