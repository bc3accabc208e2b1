/**
 * Answers a file of cases, measures how stable the answers are under other wordings, and pairs them
 * with the plain peer for readers to judge.
 * @module
 */
import { readFileSync } from "node:fs";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { LIFE_STAGES, literals, PHASES } from "../contract/vocabulary.ts";
import { fuse } from "../engine/evidence/fusion.ts";
import type { EnginePorts } from "../engine/index.ts";
import type { Engine, EngineResult, Retriever } from "../engine/types.ts";
import { markerOf } from "../engine/writing/authors.ts";
import { PROFILE_NAMES, personFor } from "./people.ts";

export const AnswerCase = Type.Object({
  /** Null where the user asks nothing. */
  query: Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Null()]),
  stage: literals(LIFE_STAGES),
  phase: literals(PHASES),
  /** The user's readings: a name of `PROFILES`. By default the case's number chooses. */
  profile: Type.Optional(literals(PROFILE_NAMES)),
  /** What the first sentence must say. */
  must: Type.Optional(Type.String()),
  /** Guidance entries that answer; any of them counts. */
  entries: Type.Optional(Type.Array(Type.String())),
  /** About something else, so the answer must be withheld. */
  off: Type.Optional(Type.Boolean()),
});
export type AnswerCase = Static<typeof AnswerCase>;

/** Another wording of a question. */
export const Rewording = Type.Object({
  family: Type.Integer(),
  text: Type.String({ minLength: 1 }),
});
export type Rewording = Static<typeof Rewording>;

/** @throws OperatorError which names file and line of the first faulty line */
export function readLinesAs<T extends TSchema>(path: string, schema: T): Static<T>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, at) => {
      if (line.trim() === "") return [];
      const value: unknown = parsed(line, `${path}:${at + 1}`);
      const problem = Value.Errors(schema, value).First();
      if (problem !== undefined)
        throw new OperatorError(
          `${path}:${at + 1}: ${problem.path || "(line)"}: ${problem.message}`,
        );
      return [value as Static<T>];
    });
}

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new OperatorError(`${place}: not JSON`);
  }
}

export interface AnsweredCase {
  number: number;
  case: AnswerCase;
  profile: string;
  result: EngineResult;
}

export interface AnswerFigures {
  cases: number;
  /** Shares of the cases about wellness. */
  served: number;
  /** Of the served cases with known entries: the share that one of them answered. */
  right_entry: number | null;
  /** Of the cases about something else: the share withheld. */
  withheld: number | null;
  /** The sentence that is in most texts, and the share of texts with it. */
  commonest_sentence: { text: string; share: number } | null;
}

const MINIMUM_CONFIDENCE = 0.5;

export async function answerCases(
  engine: Pick<Engine, "recommend">,
  cases: readonly AnswerCase[],
  onProgress: (done: number) => void,
): Promise<AnsweredCase[]> {
  const answered: AnsweredCase[] = [];
  for (const [number, each] of cases.entries()) {
    onProgress(number);
    const { profile, signals, context } = personFor(each.profile ?? number, {
      life_stage: each.stage,
      cycle_phase: each.phase,
    });
    const result = await engine.recommend({
      query: each.query,
      context,
      signals,
      minimum_confidence: MINIMUM_CONFIDENCE,
    });
    answered.push({ number, case: each, profile, result });
  }
  return answered;
}

export function figuresOf(answered: readonly AnsweredCase[]): AnswerFigures {
  const wellness = answered.filter((each) => each.case.off !== true);
  const off = answered.filter((each) => each.case.off === true);
  const served = wellness.filter(({ result }) => result.recommendation !== null);
  const labelled = served.filter((each) => (each.case.entries ?? []).length > 0);
  const right = labelled.filter(({ case: { entries = [] }, result }) =>
    result.answered_by.some(({ source }) => source !== null && entries.includes(source)),
  );
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    whole.length === 0 ? null : part.length / whole.length;
  return {
    cases: answered.length,
    served: share(served, wellness) ?? 0,
    right_entry: share(right, labelled),
    withheld: share(
      off.filter(({ result }) => result.recommendation === null),
      off,
    ),
    commonest_sentence: commonestSentence(served.map(({ result }) => result.recommendation ?? "")),
  };
}

function commonestSentence(texts: readonly string[]): AnswerFigures["commonest_sentence"] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const sentence of new Set(text.split(/(?<=[.!?])\s+/)))
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return most === undefined ? null : { text: most[0], share: most[1] / texts.length };
}

export interface Stability {
  questions: number;
  rewordings: number;
  /** The share of rewordings answered by the same source as the question itself. */
  same_source: number;
  /** The share of rewordings served where the question is not, or the reverse. */
  flips: number;
}

const ASKER = personFor(0, { life_stage: "reproductive", cycle_phase: "luteal" });

/** @param rewordings the first of a family is the question itself */
export async function stabilityOf(
  engine: Pick<Engine, "recommend">,
  rewordings: readonly Rewording[],
  onProgress: (done: number) => void,
): Promise<Stability> {
  const first = new Map<number, EngineResult>();
  let same = 0;
  let flips = 0;
  let compared = 0;
  for (const [done, { family, text }] of rewordings.entries()) {
    onProgress(done);
    const { context, signals } = ASKER;
    const result = await engine.recommend({
      query: text,
      context,
      signals,
      minimum_confidence: MINIMUM_CONFIDENCE,
    });
    const original = first.get(family);
    if (original === undefined) {
      first.set(family, result);
      continue;
    }
    compared++;
    same += Number(original.answered_by[0]?.source === result.answered_by[0]?.source);
    flips += Number((original.recommendation === null) !== (result.recommendation === null));
  }
  const share = (count: number) => (compared === 0 ? 0 : count / compared);
  return {
    questions: first.size,
    rewordings: compared,
    same_source: share(same),
    flips: share(flips),
  };
}

const PEER_RECORDS = 3;

/**
 * The plain peer: the first finding of each of the three best records, and the suggestion of the
 * best one.
 */
export async function peerText(
  retriever: Pick<Retriever, "search">,
  query: string,
): Promise<string> {
  const hits = fuse(await retriever.search(query, PEER_RECORDS * 4));
  const documents = [
    ...new Map(hits.map(({ passage: { document } }) => [document.doi, document])).values(),
  ];
  const best = documents.slice(0, PEER_RECORDS);
  const findings = best.flatMap((document) => {
    const [finding] = document.findings;
    return finding === undefined
      ? []
      : `${finding.statement.replace(/\.$/, "")} (${markerOf(document)}).`;
  });
  return [...findings, best[0]?.practice ?? ""].join(" ").trim();
}

export const ABLATIONS = [
  "guidance",
  "reranker",
  "matcher",
  "kind",
  "facets",
  "sentences",
] as const;
export type Ablation = (typeof ABLATIONS)[number];

/** The same ports without one of the parts that an answer depends on. */
export function ablated(ports: EnginePorts, what: Ablation): EnginePorts {
  const { retriever, reader } = ports;
  switch (what) {
    case "guidance":
      return {
        ...ports,
        retriever: {
          corpusVersion: retriever.corpusVersion,
          search: (query, limit) => retriever.search(query, limit),
          records: (dois) => retriever.records(dois),
          nearness: (question, texts) => retriever.nearness(question, texts),
          unasked: [],
          guidanceNear: () => [],
          guidanceFor: async () => [],
          guidanceVector: () => null,
        },
      };
    case "reranker":
    case "matcher":
      return {
        ...ports,
        [what]: { score: async (_: string, texts: readonly string[]) => texts.map(() => 0.5) },
      };
    default: {
      const head = { kind: "kind:", facets: "facet:", sentences: "role:" }[what];
      return {
        ...ports,
        reader: {
          ...reader,
          read: async (texts) =>
            (await reader.read(texts)).map(({ vector, logits }) => ({
              vector,
              logits: logits.map((value, at) =>
                reader.labels[at]?.startsWith(head) ? Number.NEGATIVE_INFINITY : value,
              ),
            })),
        },
      };
    }
  }
}
