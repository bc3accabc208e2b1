/**
 * Guarantees of `eval answers`: it counts what was answered and from which source, notices answers
 * that change with the wording, and leaves out one part at a time.
 *
 * @slow it takes seconds
 */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { createEngine } from "../../src/engine/index.ts";
import type { EngineFeatures, EngineResult } from "../../src/engine/types.ts";
import {
  ABLATIONS,
  AnswerCase,
  ablated,
  answerCases,
  figuresOf,
  peerText,
  readLinesAs,
  stabilityOf,
} from "../../src/eval/answer-cases.ts";
import { SERVED, SUPPRESSED } from "../contract/support/engine.ts";
import { HRV_LUTEAL } from "../engine/fake-guidance.ts";
import { fakePorts } from "../engine/fake-ports.ts";

const folder = temporaryFolder("answers");
afterAll(() => folder.remove());

const quiet = () => undefined;
const asked = (query: string | null, more: Partial<AnswerCase> = {}): AnswerCase => ({
  query,
  stage: "reproductive",
  phase: "luteal",
  ...more,
});

/** Answers from a table; what is not in it is withheld. */
const engineOf = (table: Record<string, string>) => ({
  recommend: async ({ query }: EngineFeatures): Promise<EngineResult> => {
    const source = table[query ?? ""];
    return source === undefined
      ? SUPPRESSED
      : { ...SERVED, answered_by: [{ source, answers: 0.9 }] };
  },
});

describe("figures", () => {
  test("count what is served, by the right entry, and what is withheld", async () => {
    const engine = engineOf({ a: "entry-a", b: "entry-x", off: "entry-y" });
    const cases = [
      asked("a", { entries: ["entry-a", "entry-b"] }),
      asked("b", { entries: ["entry-b"] }),
      asked("c", { entries: ["entry-c"] }),
      asked("a"),
      asked("off", { off: true }),
      asked("other", { off: true }),
    ];
    const answered = await answerCases(engine, cases, quiet);
    expect(answered.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(figuresOf(answered)).toMatchObject({
      cases: 6,
      served: 0.75,
      right_entry: 0.5,
      withheld: 0.5,
    });
  });

  test("of nothing are no numbers made up", () => {
    expect(figuresOf([])).toEqual({
      cases: 0,
      served: 0,
      right_entry: null,
      withheld: null,
      commonest_sentence: null,
    });
  });

  test("name the sentence that stands in most texts", async () => {
    const recommend = async ({ query }: EngineFeatures) => ({
      ...SERVED,
      recommendation: `Only ${query} has this. Everybody has this. Everybody has this.`,
    });
    const answered = await answerCases({ recommend }, [asked("a"), asked("b")], quiet);
    expect(figuresOf(answered).commonest_sentence).toEqual({
      text: "Everybody has this.",
      share: 1,
    });
  });

  test("the same case is asked by the same person each time, of the stage and phase it names", async () => {
    const seen: EngineFeatures[] = [];
    const recommend = async (features: EngineFeatures) => {
      seen.push(features);
      return SERVED;
    };
    const cases = [
      asked("a"),
      asked("b", { stage: "postmenopause", phase: "follicular" }),
      asked(null),
    ];
    for (let turn = 0; turn < 2; turn++) await answerCases({ recommend }, cases, quiet);
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
    expect(seen[1]?.context).toMatchObject({
      life_stage: "postmenopause",
      cycle_phase: "follicular",
    });
  });
});

test("stability compares each rewording with the first of its family", async () => {
  const engine = engineOf({
    a: "entry-a",
    "a again": "entry-a",
    "a still": "entry-b",
    b: "entry-b",
  });
  const rewordings = [
    { family: 1, text: "a" },
    { family: 1, text: "a again" },
    { family: 1, text: "a still" },
    { family: 1, text: "a lost" },
    { family: 2, text: "b" },
    { family: 2, text: "b" },
  ];
  expect(await stabilityOf(engine, rewordings, quiet)).toEqual({
    questions: 2,
    rewordings: 4,
    same_source: 0.5,
    flips: 0.25,
  });
});

describe("without one part", () => {
  const ports = fakePorts();
  const told = async (what: (typeof ABLATIONS)[number]) => {
    const cases = [asked(HRV_LUTEAL.question)];
    const [answered] = await answerCases(createEngine(ablated(ports, what)), cases, quiet);
    return answered?.result.answered_by[0]?.source ?? null;
  };

  test.each([...ABLATIONS])("the engine still answers or refuses in order: %s", async (what) => {
    const source = await told(what);
    if (what === "guidance") expect(source).not.toBe(HRV_LUTEAL.id);
  });

  test("the ports themselves stay as they are", async () => {
    const { retriever } = ablated(ports, "guidance");
    const [read] = await ports.reader.read([HRV_LUTEAL.question]);
    expect(retriever.guidanceNear(read?.vector ?? new Float32Array(), 3)).toEqual([]);
    expect(ports.retriever.guidanceNear(read?.vector ?? new Float32Array(), 3)).toHaveLength(3);
  });
});

test("the plain peer tells the first findings of the best records, with their sources", async () => {
  const text = await peerText(
    fakePorts().retriever,
    "Does slow breathing raise heart rate variability?",
  );
  expect(text.match(/\(\p{L}[^()]*, \d{4}\)/gu)).toHaveLength(3);
  expect(text).toMatch(/breath/i);
});

test("a file of cases is refused at the first line that is none", () => {
  const path = join(folder.path, "cases.ndjson");
  const good = JSON.stringify(asked("a"));
  writeFileSync(path, `${good}\n\n${good}\n`);
  expect(readLinesAs(path, AnswerCase)).toHaveLength(2);
  for (const [line, fault] of [
    ["{", "not JSON"],
    [JSON.stringify({ ...asked("a"), stage: "teenage" }), "/stage"],
    [JSON.stringify({ ...asked("a"), query: "" }), "/query"],
  ]) {
    writeFileSync(path, `${good}\n${line}\n`);
    expect(() => readLinesAs(path, AnswerCase)).toThrow(`${path}:2: ${fault}`);
  }
});
