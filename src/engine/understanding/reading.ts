/**
 * The only place where a message is read. Later stages know only this result, and of the words
 * themselves only the text to search for.
 * @module
 */
import { SAFETY_CATEGORIES, type SafetyCategory } from "../../contract/safety.ts";
import { numbersIn } from "../numbers.ts";
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

/** One thing that the user asks, or the message as a whole. */
export interface Part {
  /** The query of the searches and of the cross-encoder. */
  text: string;
  /** Unit length. */
  vector: Float32Array;
  kind: MessageKind;
  time: Time;
  whose: Whose;
  facets: Facets;
  /** The numbers in the text; some may be readings that the user names. */
  figures: readonly number[];
}

export interface MessageParts {
  whole: Part;
  /** The questions of the message by themselves, in their order, at most `QUESTIONS_MAX`. */
  questions: readonly Part[];
}

export interface Reading {
  /** False also where the message is too short to judge. */
  unsupported_language: boolean;
  /** The safety categories, most urgent first. */
  categories: readonly SafetyCategory[];
  /** Null where the message has a safety category or is in another language. */
  asked: MessageParts | null;
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

const QUESTIONS_MAX = 2;
/** A message of at most this many words is one query as it stands. */
const WORDS_SHORT = 28;
const ASKS_MIN = 0.7;
/** From this cosine on, two questions ask the same. */
const SAME_QUESTION_COSINE = 0.6;
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
  if (read[0] === undefined) throw new Error("the reader returned nothing for a message");
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
    return { unsupported_language, categories, asked: null };
  const vector = meanOf(read.slice(0, stretches.length).map((stretch) => stretch.vector));
  const questions = questionsOf(sentences, apart, ofSentences);
  return {
    unsupported_language,
    categories,
    asked: { whole: wholeOf(message, vector, ofWhole, questions), questions },
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

/** The sentences that ask, without those that ask again what an earlier one does. */
function questionsOf(
  sentences: readonly string[],
  read: readonly ReadText[],
  labels: readonly DecodedLabels[],
): Part[] {
  const questions: Part[] = [];
  for (const [at, text] of sentences.entries()) {
    const vector = read[at]?.vector;
    const said = labels[at];
    if (vector === undefined || said === undefined) continue;
    if (said.asks < ASKS_MIN || wordsOf(text) < SENTENCE_WORDS_MIN) continue;
    if (questions.some((earlier) => dot(vector, earlier.vector) >= SAME_QUESTION_COSINE)) continue;
    questions.push(partOf(text, vector, said));
  }
  return questions.slice(0, QUESTIONS_MAX);
}

/** A lone question such as "Is that normal?" has its subject in the rest of the message. */
function wholeOf(
  message: string,
  vector: Float32Array,
  ofWhole: DecodedLabels,
  questions: readonly Part[],
): Part {
  const [question, ...others] = questions;
  if (question === undefined || others.length > 0) return partOf(message, vector, ofWhole);
  // The cross-encoder sees the first words only, and the question often comes last.
  const text = wordsOf(message) > WORDS_SHORT ? `${question.text} ${message}` : message;
  return {
    ...partOf(text, vector, ofWhole),
    kind: question.kind === "none" ? ofWhole.kind : question.kind,
    facets: united(question.facets, ofWhole.facets),
  };
}

function partOf(
  text: string,
  vector: Float32Array,
  { kind, time, whose, facets }: DecodedLabels,
): Part {
  // A clock time becomes no number here.
  const figures = numbersIn(text).map((number) => Number(number.replace(",", ".")));
  return { text, vector, kind, time, whose, facets, figures };
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

/** Unit length. */
function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = vectors;
  const sum = first.map((value, at) => others.reduce((all, each) => all + (each[at] ?? 0), value));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function wordsOf(text = ""): number {
  return text.split(/\s+/).length;
}
