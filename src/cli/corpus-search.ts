/**
 * `corpus search`: what the engine would retrieve for a text, with the score of each stage.
 */
import { UsageError } from "../contract/error.ts";
import { entryLogit } from "../engine/evidence/answer-probability.ts";
import { byProbability, leadsOf, matchedFirst } from "../engine/evidence/gather.ts";
import { rankPassages } from "../engine/evidence/search.ts";
import { sigmoid } from "../engine/understanding/labels.ts";
import { type OpenCorpus, openCorpus } from "../service/runtime.ts";
import { defineCommand } from "./command.ts";
import { printJson, printTable } from "./output.ts";

const TOP_MAX = 50;
/** Passages that the cross-encoder reads, however few are shown. */
const PASSAGES_READ = 50;
const CELL_CHARS_MAX = 80;

type SearchParts = Pick<OpenCorpus, "retriever" | "inference">;

async function recordsNear({ retriever, inference }: SearchParts, query: string, top: number) {
  const { reranker } = inference;
  const ranked = await rankPassages({ retriever, reranker }, query, PASSAGES_READ);
  return ranked.slice(0, top).map(({ passage, ...scores }) => ({
    doi: passage.document.doi,
    passage: passage.id,
    title: passage.document.title,
    ...scores,
  }));
}

/** The text is not read as a message, so it counts as of no kind and as about nothing named. */
async function guidanceNear({ retriever, inference }: SearchParts, query: string, top: number) {
  const [read] = await inference.reader.read([query]);
  const near =
    read === undefined ? [] : await retriever.guidanceFor(query, read.vector, top, () => true);
  const askedLead = leadsOf(near.map(({ asked_cosine }) => asked_cosine));
  const wordsLead = leadsOf(near.map(({ shared_words }) => shared_words));
  const scored = near
    .map(({ entry, cosine, embedder_cosine }, at) => {
      const features = {
        cosine,
        embedder_cosine,
        asked_lead: askedLead[at] ?? 0,
        words_lead: wordsLead[at] ?? 0,
        same_kind: false,
        beside_wellness: false,
        contradicted: false,
        shared_facets: null,
      };
      return { entry, ...features, match: null, answer_probability: sigmoid(entryLogit(features)) };
    })
    .sort(byProbability);
  const matched = await matchedFirst(inference.matcher, query, scored);
  return matched.map(({ entry, cosine, embedder_cosine, answer_probability }) => ({
    id: entry.id,
    question: entry.question,
    cosine: embedder_cosine,
    reader: cosine,
    answers: answer_probability,
  }));
}

function places(value: number | null, digits: number): string {
  return value === null ? "-" : value.toFixed(digits);
}

function cut(text: string): string {
  return text.length > CELL_CHARS_MAX ? `${text.slice(0, CELL_CHARS_MAX - 1)}…` : text;
}

export const corpusSearch = defineCommand({
  name: "corpus search",
  summary: "shows what the engine would find, with the score of each stage",
  positionals: ["TEXT"],
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  options: {
    top: { value: "N", help: `how many results, 1 to ${TOP_MAX}`, default: "10" },
    explain: {
      help: "also shows the guidance entries near the text, with the probability that each answers",
    },
  },
  async run({ settings, options, positionals, json }) {
    const query = (positionals[0] ?? "").trim();
    const top = Number(options.top);
    if (query === "") throw new UsageError("corpus search needs words to look for");
    if (!Number.isInteger(top) || top < 1 || top > TOP_MAX) {
      throw new UsageError(`--top must be a whole number from 1 to ${TOP_MAX}`);
    }
    const corpus = await openCorpus(settings);
    try {
      const records = await recordsNear(corpus, query, top);
      const guidance = options.explain === true ? await guidanceNear(corpus, query, top) : null;
      // Without --explain the result remains a plain list of documents.
      if (json) printJson(guidance === null ? records : { guidance, records });
      else {
        if (guidance !== null) printGuidance(guidance);
        printRecords(records);
      }
    } finally {
      await corpus.close();
    }
    return 0;
  },
});

function printGuidance(guidance: Awaited<ReturnType<typeof guidanceNear>>): void {
  printTable(
    ["answers", "cosine", "reader", "guidance", "question"],
    guidance.map((row) => [
      places(row.answers, 2),
      places(row.cosine, 3),
      places(row.reader, 3),
      row.id,
      cut(row.question),
    ]),
  );
}

function printRecords(records: Awaited<ReturnType<typeof recordsNear>>): void {
  printTable(
    ["match", "relevance", "fused", "bm25", "cosine", "passage", "title"],
    records.map((row) => [
      places(row.match, 2),
      places(row.relevance, 4),
      places(row.fused, 4),
      places(row.bm25, 2),
      places(row.cosine, 3),
      row.passage,
      cut(row.title),
    ]),
  );
}
