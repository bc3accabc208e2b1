/**
 * `eval answers`: lets the engine answer a file of questions, prints metrics, measures how stable
 * the answers are under other wordings, and writes blind pairs for readers.
 */
import { writeFileSync } from "node:fs";
import { UsageError } from "../contract/error.ts";
import type { EnginePorts } from "../engine/index.ts";
import {
  ABLATIONS,
  type Ablation,
  AnswerCase,
  type AnsweredCase,
  type AnswerFigures,
  ablated,
  answerCases,
  figuresOf,
  peerText,
  Rewording,
  readLinesAs,
  type Stability,
  stabilityOf,
} from "../eval/answer-cases.ts";
import { openCorpus } from "../service/runtime.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { percent, printJson, printLine, printTable } from "./output.ts";
import { startProgress } from "./progress.ts";

/**
 * Whether our text comes first in a pair. The case's number alone decides, so that the order of a
 * sheet can be recovered later.
 */
function oursFirst(number: number): boolean {
  return (new Bun.CryptoHasher("sha256").update(`pair ${number}`).digest()[0] ?? 0) % 2 === 0;
}

function lineOf({ number, case: asked, profile, result }: AnsweredCase): object {
  const {
    recommendation,
    citations,
    confidence,
    suggested_questions,
    suppression_reason,
    answered_by,
  } = result;
  return {
    number,
    ...asked,
    profile,
    recommendation,
    citations: citations.map(({ doi, relevance }) => ({ doi, relevance })),
    confidence,
    suggested_questions,
    suppression_reason,
    warnings: result.warnings,
    answered_by,
  };
}

function print(figures: AnswerFigures | null, stability: Stability | null): void {
  const rows: string[][] = [];
  if (figures !== null) {
    rows.push(["served", percent(figures.served), "of the cases about wellness"]);
    rows.push([
      "right entry",
      percent(figures.right_entry),
      "of those served whose entries are known",
    ]);
    rows.push(["withheld", percent(figures.withheld), "of the cases about something else"]);
    const most = figures.commonest_sentence;
    if (most !== null)
      rows.push(["commonest sentence", percent(most.share), `of the texts: ${most.text}`]);
  }
  if (stability !== null) {
    rows.push([
      "same source",
      percent(stability.same_source),
      `of ${stability.rewordings} rewordings`,
    ]);
    rows.push([
      "flips",
      percent(stability.flips),
      "of them are served where the question is not, or not where it is",
    ]);
  }
  printTable(["figure", "", ""], rows);
}

/** A blind pair for each answered case: our text and the plain peer's, in a fixed random order. */
async function pairLines(
  retriever: EnginePorts["retriever"],
  answered: readonly AnsweredCase[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const { number, case: asked, profile, result } of answered) {
    const { query, stage, phase } = asked;
    const ours = result.recommendation;
    if (query === null || ours === null) continue;
    const peer = await peerText(retriever, query);
    const [a, b] = oursFirst(number) ? [ours, peer] : [peer, ours];
    lines.push(JSON.stringify({ number, query, stage, phase, profile, a, b }));
  }
  return lines;
}

function ablationOption(left: string | undefined): Ablation | undefined {
  const ablation = ABLATIONS.find((each) => each === left);
  if (left !== undefined && ablation === undefined)
    throw new UsageError(
      `--without is ${JSON.stringify(left)}: give one of ${ABLATIONS.join(", ")}`,
    );
  return ablation;
}

export const evalAnswers = defineCommand({
  name: "eval answers",
  summary:
    "answers a file of cases, measures how stable the answers are under other words, and writes pairs for readers to judge",
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  options: {
    cases: {
      value: "FILE",
      help: "the cases, one JSON line each: query, stage, phase, entries, off",
    },
    rewordings: {
      value: "FILE",
      help: "questions in other words, one JSON line each: family, text",
    },
    out: { value: "FILE", help: "writes every answer as a JSON line" },
    pairs: {
      value: "FILE",
      help: "writes each text beside a plainer one, in blind order, as JSON lines",
    },
    without: { value: "PART", help: `leaves out one of ${ABLATIONS.join(", ")}` },
  },
  async run({ settings, options, json }) {
    const casesFile = textOption(options, "cases");
    const rewordingsFile = textOption(options, "rewordings");
    if (casesFile === undefined && rewordingsFile === undefined)
      throw new UsageError("eval answers needs --cases FILE or --rewordings FILE");
    const ablation = ablationOption(textOption(options, "without"));
    const cases = casesFile === undefined ? [] : readLinesAs(casesFile, AnswerCase);
    const rewordings = rewordingsFile === undefined ? [] : readLinesAs(rewordingsFile, Rewording);
    const corpus = await openCorpus(settings);
    const progress = startProgress();
    try {
      const { retriever, inference } = corpus;
      const whole: EnginePorts = { retriever, ...inference };
      const { createEngine } = await import("../engine/index.ts");
      const engine = createEngine(ablation === undefined ? whole : ablated(whole, ablation));
      const answered = await answerCases(engine, cases, (done) =>
        progress.show(`${done} of ${cases.length} cases`),
      );
      const stability =
        rewordings.length === 0
          ? null
          : await stabilityOf(engine, rewordings, (done) =>
              progress.show(`${done} of ${rewordings.length} rewordings`),
            );
      progress.end();
      const out = textOption(options, "out");
      if (out !== undefined)
        writeFileSync(out, answered.map((each) => `${JSON.stringify(lineOf(each))}\n`).join(""));
      const pairs = textOption(options, "pairs");
      if (pairs !== undefined) {
        const lines = await pairLines(retriever, answered);
        writeFileSync(pairs, lines.map((line) => `${line}\n`).join(""));
      }
      const figures = cases.length === 0 ? null : figuresOf(answered);
      if (json)
        printJson({
          corpus_version: retriever.corpusVersion,
          without: ablation ?? null,
          figures,
          stability,
        });
      else {
        printLine(
          `${retriever.corpusVersion}${ablation === undefined ? "" : `, without ${ablation}`}`,
        );
        print(figures, stability);
      }
      return 0;
    } finally {
      progress.end();
      await corpus.close();
    }
  },
});
