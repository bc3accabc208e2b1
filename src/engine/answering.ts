/**
 * Chooses how a message is answered: by what was found for its parts, or by the user's own readings
 * when these must come first or when nothing else answers.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../contract/limits.ts";
import {
  type EntryChecks,
  nearEntries,
  type PartEntries,
  type PartEvidence,
  type Ports,
  withRecords,
} from "./evidence/gather.ts";
import { contradicts } from "./guidance/conditions.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import type { Stopwatch } from "./stopwatch.ts";
import type { EngineFeatures } from "./types.ts";
import { asksOfNow, asksOfReadings, entryForReadings, promptFor } from "./unasked.ts";
import { decodeLabels } from "./understanding/labels.ts";
import type { MessageParts, MessageReader, Part } from "./understanding/reading.ts";
import { unitInterval } from "./unit-interval.ts";
import { ANSWERS_WHOLE_MIN, type Answer } from "./verdict/answer.ts";
import { type Judgment, judge } from "./verdict/judge.ts";

/** Below this probability, the best entry or record shows that a part is off topic. */
const OFF_TOPIC_BELOW = 0.14;
/** Below this probability, the text names a part as unanswered. */
const UNANSWERED_BELOW = 0.3;
/** What an entry about the user's readings counts for that stands in for a missing answer. */
const READINGS_PROBABILITY = 0.7;
/** The same of an alert. */
const ALERT_PROBABILITY = 0.9;

/**
 * Answers a message as a whole, or question by question.
 * @throws the errors of the ports
 */
export async function answerMessage(
  ports: Ports,
  asked: MessageParts | null,
  features: EngineFeatures,
  watch: Stopwatch,
): Promise<Judgment> {
  const evidence: PartEvidence[] = [];
  const parts = asked === null ? [] : await partsOf(ports, asked, features, watch);
  for (const part of parts) evidence.push(await withRecords(ports, part, watch));
  const judged = (candidates: readonly PartEvidence[]) =>
    judge(ports.retriever, candidates, features, watch);
  const unasked = entryForReadings(ports.retriever.unasked, features);
  // The user's readings are no answer to a part that is off topic or about somebody else.
  const onTopic = evidence.filter(
    (each) =>
      each.part.whose !== "other" && nearestOf(each, null).answer_probability >= OFF_TOPIC_BELOW,
  );
  const [first] = onTopic;
  if (unasked === null || first === undefined) return judged(evidence);
  const aboutNow = onTopic.find(({ part }) => asksOfNow(part));
  const alert = unasked.alert
    ? chosenEntry(unasked, (aboutNow ?? first).part, ALERT_PROBABILITY)
    : null;
  if (alert !== null && aboutNow?.part.kind === "decide") return judged([alert]);
  const answered = await judged(evidence);
  const isAnswered =
    answered.served.length > 0 && answered.confidence.value >= PLATFORM_CONFIDENCE_FLOOR;
  // An alert by itself does not answer a general question.
  if (alert !== null)
    return isAnswered || aboutNow !== undefined ? judged([...evidence, alert]) : answered;
  if (isAnswered || aboutNow === undefined || !asksOfReadings(aboutNow.part)) return answered;
  return judged([chosenEntry(unasked, aboutNow.part, READINGS_PROBABILITY)]);
}

/**
 * The questions of a message one by one, where each of them has a sure answer of its own or is off
 * topic; else the whole message. People tell the subject before they ask "is that normal?", and a
 * sentence by itself finds the wrong entry twice as often (`models/training/README.md`).
 */
async function partsOf(
  ports: Ports,
  { whole, questions }: MessageParts,
  features: EngineFeatures,
  watch: Stopwatch,
): Promise<readonly PartEntries[]> {
  const near = (part: Part) => nearEntries(ports, part, checksFor(part, features), watch);
  const apart: PartEntries[] = [];
  if (questions.length > 1) for (const question of questions) apart.push(await near(question));
  return eachIsSure(apart) ? apart : [await near(whole)];
}

/** Whether the questions that are on topic, one at least, have sure answers, none of them twice. */
function eachIsSure(apart: readonly PartEntries[]): boolean {
  const best = apart
    .flatMap(({ entries }) => entries.slice(0, 1))
    .filter(({ answer_probability }) => answer_probability >= OFF_TOPIC_BELOW);
  return (
    best.length > 0 &&
    best.every(({ answer_probability }) => answer_probability >= ANSWERS_WHOLE_MIN) &&
    new Set(best.map(({ entry }) => entry.id)).size === best.length
  );
}

/**
 * Answers a request without a question: with the entry whose conditions explain the user's
 * readings, or else with what a search finds.
 */
export async function answerFromReadings(
  ports: Ports & { reader: MessageReader },
  features: EngineFeatures,
  watch: Stopwatch,
): Promise<Judgment> {
  const { retriever, reader } = ports;
  const { context, signals } = features;
  const entry = entryForReadings(retriever.unasked, features);
  const text = entry?.question ?? promptFor(signals, context);
  const [read] = await watch.time("understand", () => reader.read([text]));
  if (read === undefined) throw new Error("the reader returned nothing for a question");
  const { kind, facets: named } = decodeLabels(reader.labels, read.logits);
  // The service wrote this question, so the user has asked about no phase and no stage.
  const facets = { ...named, phases: [], stages: [] };
  const part: Part = {
    text,
    vector: read.vector,
    kind,
    facets,
    time: "recent",
    whose: "own",
    figures: [],
  };
  const evidence =
    entry === null
      ? await withRecords(ports, { part, entries: [] }, watch)
      : chosenEntry(entry, part, 1);
  return judge(retriever, [evidence], features, watch);
}

/**
 * Counts the parts of a message that have no candidate. A part that is half answered does not
 * count.
 */
export function unansweredOf({ evidence, answers }: Judgment): number {
  return evidence.filter(
    (each, at) =>
      answers[at] === null && nearestOf(each, null).answer_probability < UNANSWERED_BELOW,
  ).length;
}

/** The entry or record that answers a part or comes nearest to it, with its probability. */
export function nearestOf({ entries, records }: PartEvidence, answer: Answer | null) {
  const [entry] = entries;
  const [record] = records;
  if (answer !== null)
    return {
      source: answer.entry?.id ?? record?.document.doi ?? null,
      answer_probability: unitInterval(answer.answer_probability),
    };
  return (entry?.answer_probability ?? 0) >= (record?.answer_probability ?? 0)
    ? {
        source: entry?.entry.id ?? null,
        answer_probability: unitInterval(entry?.answer_probability ?? 0),
      }
    : {
        source: record?.document.doi ?? null,
        answer_probability: unitInterval(record?.answer_probability ?? 0),
      };
}

/** An entry fits if it is written for the user's stage, or if the user asks about another. */
function checksFor(
  { facets, whose }: Part,
  { context: { life_stage }, signals }: EngineFeatures,
): EntryChecks {
  return {
    fits: ({ stages }) =>
      whose === "other" ||
      stages.includes(life_stage) ||
      facets.stages.some((stage) => stages.includes(stage)),
    contradicted: ({ assumes }) => whose === "own" && contradicts(assumes, signals),
  };
}

/** Wraps an entry that was chosen by its conditions, not by a search. */
function chosenEntry(entry: GuidanceEntry, part: Part, answer_probability: number): PartEvidence {
  return { part, entries: [{ entry, answer_probability }], records: [] };
}
