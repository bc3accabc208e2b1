/**
 * Guarantees of `eval recommendations`: it finds the faults of a text, and the shipped service's
 * texts have none.
 *
 * @slow it starts the program
 */
import { describe, expect, test } from "bun:test";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { Citation } from "../../src/contract/response.ts";
import type { EngineResult } from "../../src/engine/types.ts";
import { CASES, type Case, PEOPLE } from "../../src/eval/cases.ts";
import { evaluateRecommendations } from "../../src/eval/recommendations.ts";
import { SERVED, SUPPRESSED } from "../contract/support/engine.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { run, SOURCE } from "../support/program.ts";

const [citation] = SERVED.citations;
const good: EngineResult = {
  ...SERVED,
  citations: citation === undefined ? [] : [{ ...citation, year: 2007 }],
};
const cases: Case[] = [
  { person: "postmenopause", query: "Does exercise help sleep?", expected: "answer" },
  { person: "postmenopause", query: "who won the match", expected: "withhold" },
];
const over = (results: EngineResult[]) => {
  let at = 0;
  return evaluateRecommendations(
    { recommend: async () => results[Math.floor(at++ / 2) % results.length] ?? SUPPRESSED },
    cases,
  );
};

describe("the figures", () => {
  test("of a good text and a refusal are full", async () => {
    expect(await over([good, SUPPRESSED])).toEqual({
      cases: 2,
      served: 1,
      grounding: 1,
      safety: 1,
      length: 1,
      determinism: 1,
      coverage: 1,
      withheld: 1,
      faults: [],
    });
  });

  const text = good.recommendation ?? "";
  test.each<[string, Partial<EngineResult>]>([
    ["grounding", { citations: [] }],
    ["grounding", { citations: good.citations.map((each) => ({ ...each, doi: "" })) }],
    ["grounding", { recommendation: `${text} So does tea (Nobody et al., 1999).` }],
    ["safety", { recommendation: `${text} You have a condition that a doctor should treat.` }],
    ["length", { recommendation: text.slice(0, 100) }],
  ])("%s falls where it is not so", async (figure, wrong) => {
    const figures = await over([{ ...good, ...wrong }, SUPPRESSED]);
    expect(figures[figure as "safety"]).toBe(0);
    expect(figures.faults.join()).toContain(figure);
  });

  test("grounding sees each of several sources behind one sentence", async () => {
    const sources = [
      { authors: "Baker F & Driver H", year: 2007 },
      { authors: "von Holzen J et al.", year: 2016 },
      { authors: "Åkerstedt T", year: 2019 },
    ];
    const citations = sources.map(
      (source, at) => ({ ...citation, ...source, doi: `10.1000/${at}` }) as Citation,
    );
    const recommendation = `${text} So does rest (von Holzen et al., 2016; Åkerstedt, 2019).`;
    expect(await over([{ ...good, recommendation, citations }, SUPPRESSED])).toMatchObject({
      grounding: 1,
    });
    for (const at of citations.keys()) {
      const fewer = citations.toSpliced(at, 1);
      expect(await over([{ ...good, recommendation, citations: fewer }, SUPPRESSED])).toMatchObject(
        {
          grounding: 0,
        },
      );
    }
  });

  test("of a service that answers what it should not, and not what it should", async () => {
    expect(await over([SUPPRESSED, good])).toMatchObject({ coverage: 0, withheld: 0 });
  });

  test("of one that answers otherwise each time", async () => {
    let turn = 0;
    const recommend = async () => ({ ...good, confidence: turn++ / 10 });
    expect(await evaluateRecommendations({ recommend }, cases)).toMatchObject({ determinism: 0 });
  });
});

test("the bundled cases are of every person, and each asks something else", () => {
  expect(new Set(CASES.map(({ person }) => person)).size).toBe(Object.keys(PEOPLE).length);
  expect(new Set(CASES.map(({ person, query }) => `${person} ${query}`)).size).toBe(CASES.length);
});

test("the service as shipped is grounded, safe, as long as it should be and the same each time", async () => {
  const command = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
  const folder = temporaryFolder("recommendations");
  const { code, stdout } = await run([
    ...command,
    "eval",
    "recommendations",
    "--json",
    "--data-dir",
    folder.path,
  ]);
  folder.remove();
  const figures = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(figures).toMatchObject({ grounding: 1, safety: 1, length: 1, determinism: 1 });
  expect(figures.coverage).toBeGreaterThanOrEqual(0.9);
  expect(figures.withheld).toBeGreaterThanOrEqual(0.8);
}, 60_000);
