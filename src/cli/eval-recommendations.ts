/**
 * `eval recommendations`: metrics of the texts on the bundled cases, with the models and the corpus
 * in use.
 */
import { OperatorError } from "../contract/error.ts";
import { CASES } from "../eval/cases.ts";
import { evaluateRecommendations } from "../eval/recommendations.ts";
import { defineCommand } from "./command.ts";
import { percent, printJson, printLine, printTable } from "./output.ts";
import { startProgress } from "./progress.ts";

const MEANING = {
  grounding: "texts whose sources are all named and listed with a DOI",
  safety: "texts without clinical or forbidden wording",
  length: "texts as long as the contract says",
  determinism: "cases with the same answer when asked again",
  coverage: "cases to be answered that are",
  withheld: "cases to be withheld that are",
} as const;

export const evalRecommendations = defineCommand({
  name: "eval recommendations",
  summary:
    "measures grounding, safety, length, determinism and coverage of the texts for the bundled cases",
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  async run({ settings, json }) {
    const { openEngine } = await import("../service/engine.ts");
    const engine = await openEngine(settings);
    const progress = startProgress();
    try {
      const figures = await evaluateRecommendations(engine.engine, CASES, (done) =>
        progress.show(`${done} of ${CASES.length} cases`),
      );
      progress.end();
      const { model_version, corpus_version } = engine;
      const short = (["grounding", "safety", "length", "determinism"] as const).filter(
        (name) => (figures[name] ?? 1) < 1,
      );
      if (json) printJson({ model_version, corpus_version, ...figures });
      else {
        printLine(
          `${figures.cases} cases, ${figures.served} served; ${model_version}, ${corpus_version}`,
        );
        printTable(
          ["figure", "", "share of the"],
          Object.entries(MEANING).map(([name, meaning]) => [
            name,
            percent(figures[name as keyof typeof MEANING]),
            meaning,
          ]),
        );
        for (const fault of figures.faults) printLine(`  ${fault}`);
      }
      if (short.length > 0) throw new OperatorError(`not 100 %: ${short.join(", ")}`);
      return 0;
    } finally {
      progress.end();
      await engine.close();
    }
  },
});
