/**
 * What a message is answered with: what was found for its parts, or what her readings say where
 * they have to be heeded or nothing else answers.
 * @module
 */
import { PLATFORM_CONFIDENCE_FLOOR } from "../contract/limits.ts";
import { type Found, gather, type Ports, type Stopwatch, unitInterval } from "./evidence/gather.ts";
import type { GuidanceEntry } from "./guidance/entry.ts";
import type { EngineFeatures } from "./types.ts";
import { asksOfNow, asksOfReadings, entryUnasked, promptFor } from "./unasked.ts";
import { understood } from "./understanding/labels.ts";
import type { MessageReader, Part } from "./understanding/reading.ts";
import type { Answer } from "./verdict/answer.ts";
import { type Judged, judge } from "./verdict/judge.ts";

/** What the nearest entry or record of a question about something else stays below. */
const BESIDE_THE_FIELD = 0.12;
/** Nothing here is near a part whose best candidate is no surer than this. */
const NOTHING_NEAR = 0.3;
/** Her readings bear on a question about how she is, whatever else it asks. */
const READINGS_ANSWER = 0.7;
/** What has to be heeded before anything else. */
const ALERT_ANSWERS = 0.9;

/**
 * Answers a message, part by part.
 * @throws what the ports throw
 */
export async function answerAsked(
  ports: Ports,
  parts: readonly Part[],
  features: EngineFeatures,
  watch: Stopwatch,
): Promise<Judged> {
  const found: Found[] = [];
  for (const part of parts) found.push(await gather(ports, part, fitsHer(part, features), watch));
  const judged = (what: readonly Found[]) => judge(ports.retriever, what, features, watch);
  const spoken = entryUnasked(ports.retriever.unasked, features);
  // Where nothing here is near, she asks about something else, and her readings are no answer.
  const hers = found.filter(
    (each) => each.part.whose !== "other" && nearestOf(each, null).answers >= BESIDE_THE_FIELD,
  );
  const [first] = hers;
  if (spoken === null || first === undefined) return judged(found);
  const ofNow = hers.find(({ part }) => asksOfNow(part));
  const alert = spoken.alert ? foundBy(spoken, (ofNow ?? first).part, ALERT_ANSWERS) : null;
  if (alert !== null && ofNow?.part.kind === "decide") return judged([alert]);
  const asked = await judged(found);
  const isAnswered = asked.told.length > 0 && asked.confidence.value >= PLATFORM_CONFIDENCE_FLOOR;
  // Alone an alert is no answer to a general question.
  if (alert !== null) return isAnswered || ofNow !== undefined ? judged([...found, alert]) : asked;
  if (isAnswered || ofNow === undefined || !asksOfReadings(ofNow.part)) return asked;
  return judged([foundBy(spoken, ofNow.part, READINGS_ANSWER)]);
}

/** Where she asks nothing: the entry that speaks of her readings, or what a search finds. */
export async function answerUnasked(
  ports: Ports & { reader: MessageReader },
  features: EngineFeatures,
  watch: Stopwatch,
): Promise<Judged> {
  const { retriever, reader } = ports;
  const { context, signals } = features;
  const entry = entryUnasked(retriever.unasked, features);
  const text = entry?.question ?? promptFor(signals, context);
  const [read] = await watch.time("understand", () => reader.read([text]));
  if (read === undefined) throw new Error("the reader gave nothing for a question");
  const { kind, facets: named } = understood(reader.labels, read.logits);
  // The question is the service's own: she has asked of no phase and of no stage.
  const facets = { ...named, phases: [], stages: [] };
  const part: Part = { text, vector: read.vector, kind, facets, time: "recent", whose: "own" };
  const found = entry === null ? await gather(ports, part, () => false, watch) : foundBy(entry, part, 1);
  return judge(retriever, [found], features, watch);
}

/**
 * How many parts of a message nothing here is near to; a half answered one is not named as open.
 */
export function unansweredOf({ found, answers }: Judged): number {
  return found.filter((each, at) => answers[at] === null && nearestOf(each, null).answers < NOTHING_NEAR)
    .length;
}

/** The entry or record that answers a part, or came nearest to answering it, and how surely. */
export function nearestOf({ entries, records }: Found, answer: Answer | null) {
  const [entry] = entries;
  const [record] = records;
  if (answer !== null)
    return {
      source: answer.entry?.id ?? record?.document.doi ?? null,
      answers: unitInterval(answer.coverage),
    };
  return (entry?.answers ?? 0) >= (record?.answers ?? 0)
    ? { source: entry?.entry.id ?? null, answers: unitInterval(entry?.answers ?? 0) }
    : { source: record?.document.doi ?? null, answers: unitInterval(record?.answers ?? 0) };
}

/** Whether an entry may be told: it is written for her stage, or she asks about another. */
function fitsHer(
  { facets, whose }: Part,
  { context: { life_stage } }: EngineFeatures,
): (entry: GuidanceEntry) => boolean {
  return ({ stages }) =>
    whose === "other" || stages.includes(life_stage) || facets.stages.some((stage) => stages.includes(stage));
}

/** An entry that was chosen by its conditions, which hold for her. */
function foundBy(entry: GuidanceEntry, part: Part, answers: number): Found {
  return { part, entries: [{ entry, answers }], records: [] };
}
