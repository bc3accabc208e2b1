/**
 * The only place where a message is read. Later stages know only this result, and of the words
 * themselves only the text to search for.
 * @module
 */
import { SAFETY_CATEGORIES, type SafetyCategory } from "../../contract/safety.ts";
import { dot } from "../vectors.ts";
import {
  type DecodedLabels,
  decodeLabels,
  type Facets,
  type MessageKind,
  type Time,
  type Whose,
} from "./labels.ts";
import { isEnglish } from "./language.ts";
import { hardPhrasesIn } from "./phrases.ts";
import { sentencesOf, stretchesOf } from "./sentences.ts";

/** One thing that the user asks. */
export interface Part {
  /** The query of the searches and of the cross-encoder. */
  text: string;
  /** Unit length. */
  vector: Float32Array;
  kind: MessageKind;
  time: Time;
  whose: Whose;
  facets: Facets;
}

export interface Reading {
  /** False also where the message is too short to judge. */
  unsupported_language: boolean;
  /** The safety categories, most urgent first. */
  categories: readonly SafetyCategory[];
  /**
   * In the order they were asked. Empty where the message has a safety category or asks nothing.
   */
  parts: readonly Part[];
}

/** What the reader returns for one text. */
interface ReadText {
  vector: Float32Array;
  /** One for each of the reader's labels. */
  logits: Float32Array;
}

/** Port: the reader with its understanding heads. */
export interface MessageReader {
  readonly labels: readonly string[];
  /** The probability from which each category counts. */
  readonly thresholds: Readonly<Record<SafetyCategory, number>>;
  read(texts: readonly string[]): Promise<ReadText[]>;
}

const PARTS_MAX = 2;
/** A message of at most this many words is one query as it stands. */
const WORDS_SHORT = 28;
const ASKS_MIN = 0.7;
/** From this cosine on, two questions ask the same. */
const SAME_QUESTION_COSINE = 0.6;
/** The weight of the whole message in the vector of one question of a long message. */
const STORY_SHARE = 0.35;
/**
 * The heads learned English. Of a message in another language they still may tell what must not
 * wait: a false alarm costs less there than a miss. Any other category would be a guess.
 */
const TOLD_IN_ANY_LANGUAGE: readonly SafetyCategory[] = ["self_harm", "emergency", "red_flag"];
/** A sentence with fewer words does not stand by itself. */
const SENTENCE_WORDS_MIN = 4;

/**
 * @param message trimmed, at most 2,000 characters, any content
 * @throws the errors of the reader
 */
export async function readMessage(message: string, reader: MessageReader): Promise<Reading> {
  const sentences = sentencesOf(message);
  const stretches = stretchesOf(message);
  // The reader sees only the first stretch of a long message when it gets the whole.
  const read = await reader.read([...stretches, ...(sentences.length > 1 ? sentences : [])]);
  const [whole] = read;
  if (whole === undefined) throw new Error("the reader returned nothing for a message");
  const ofStretches = read.map(({ logits }) => decodeLabels(reader.labels, logits));
  const apart = read.slice(stretches.length);
  const ofSentences = ofStretches.slice(stretches.length);
  const ofWhole = ofStretches[0] as DecodedLabels;
  const unsupported_language = !isEnglish(message);
  const categories = categoriesOf(
    message,
    ofStretches.slice(0, stretches.length),
    reader.thresholds,
  ).filter((category) => !unsupported_language || TOLD_IN_ANY_LANGUAGE.includes(category));
  if (categories.length > 0 || unsupported_language)
    return { unsupported_language, categories, parts: [] };
  return {
    unsupported_language,
    categories,
    parts: partsOf(message, sentences, whole, ofWhole, apart, ofSentences),
  };
}

/**
 * The union of what the heads say about each stretch, and of phrases that always mean the category.
 */
function categoriesOf(
  message: string,
  stretches: readonly DecodedLabels[],
  thresholds: MessageReader["thresholds"],
): SafetyCategory[] {
  const phrases = hardPhrasesIn(message);
  return SAFETY_CATEGORIES.filter((category) => {
    return (
      phrases.has(category) ||
      stretches.some(({ safety }) => safety[category] >= thresholds[category])
    );
  });
}

function partsOf(
  message: string,
  sentences: readonly string[],
  whole: ReadText,
  ofWhole: DecodedLabels,
  apart: readonly ReadText[],
  ofSentences: readonly DecodedLabels[],
): Part[] {
  const short = message.split(/\s+/).length <= WORDS_SHORT;
  const asking = ofSentences.flatMap(({ asks }, at) =>
    asks >= ASKS_MIN && wordsOf(sentences[at]) >= SENTENCE_WORDS_MIN ? [at] : [],
  );
  const questions = asking.filter(
    (at, place) =>
      !asking
        .slice(0, place)
        .some((earlier) => cosine(apart[at], apart[earlier]) >= SAME_QUESTION_COSINE),
  );
  if (apart.length === 0 || questions.length === 0 || (short && questions.length === 1))
    return [partOf(message, whole.vector, ofWhole)];
  return questions.slice(0, PARTS_MAX).map((at) => {
    const own = ofSentences[at] ?? ofWhole;
    const vector = blended(apart[at]?.vector ?? whole.vector, whole.vector, STORY_SHARE);
    const said = own.kind === "none" ? ofWhole : own;
    // A lone question such as "Is that normal?" takes its subject from the rest of the message.
    const facets = questions.length === 1 ? united(own.facets, ofWhole.facets) : own.facets;
    return {
      ...partOf(sentences[at] ?? message, vector, said),
      facets,
      time: ofWhole.time,
      whose: ofWhole.whose,
    };
  });
}

function partOf(
  text: string,
  vector: Float32Array,
  { kind, time, whose, facets }: DecodedLabels,
): Part {
  return { text, vector, kind, time, whose, facets };
}

function united(a: Facets, b: Facets): Facets {
  const both = <T>(one: readonly T[], other: readonly T[]) => [...new Set([...one, ...other])];
  return {
    measures: both(a.measures, b.measures),
    outcomes: both(a.outcomes, b.outcomes),
    behaviours: both(a.behaviours, b.behaviours),
    phases: both(a.phases, b.phases),
    stages: both(a.stages, b.stages),
  };
}

function cosine(a: ReadText | undefined, b: ReadText | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return dot(a.vector, b.vector);
}

/** Unit length. */
function blended(question: Float32Array, story: Float32Array, share: number): Float32Array {
  const sum = question.map((value, at) => value + share * (story[at] ?? 0));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function wordsOf(text = ""): number {
  return text.split(/\s+/).length;
}
