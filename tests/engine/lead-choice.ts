/**
 * Which finding a text would begin with, against those that read as an answer (`models/training/judgments/leads.ndjson`).
 *
 *     bun tests/engine/lead-choice.ts
 *
 * Printed: the share of the questions for which it begins with the finding judged best, with one judged as good, and with one that puts off. What nobody judged counts as
 * none of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LifeStage, Phase } from "../../src/contract/vocabulary.ts";
import { sentenceNearness } from "../../src/engine/evidence/nearness.ts";
import { weighEvidence } from "../../src/engine/evidence/weigh.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import { findingSentences } from "../../src/engine/writing/findings.ts";
import { isUsable, markerOf, personaOf } from "../../src/engine/writing/sentences.ts";
import { signals } from "./fixtures.ts";
import { modelPorts } from "./model-ports.ts";

interface Judged {
  question: string;
  life_stage: LifeStage;
  cycle_phase: Phase;
  /** DOI and number of the finding in the order of its record, from 1: `10.1000/abc#2`. */
  best: string;
  also: string[];
  bad: string[];
}

const judged = readFileSync(join(import.meta.dir, "../../models/training/judgments/leads.ndjson"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Judged);
const ports = await modelPorts();
let answered = 0;
let best = 0;
let good = 0;
let bad = 0;
for (const { question, life_stage, cycle_phase, ...labels } of judged) {
  const planned = planSearch(question, { life_stage, cycle_phase, cycle_day: 20 }, signals([]));
  const persona = personaOf(planned);
  const rules = {
    marker: markerOf,
    usable: (document: Parameters<typeof isUsable>[0]) => isUsable(document, persona),
  };
  const { plan, selected } = await weighEvidence(ports, planned, rules, { time: (_, work) => work() });
  const nearness = await sentenceNearness(ports.retriever, plan, selected);
  const [told] = findingSentences(plan, selected, nearness).main;
  const document = told?.document;
  if (!told || !document) continue;
  const first = `${document.doi}#${document.findings.indexOf(told.finding) + 1}`;
  answered++;
  if (first === labels.best) best++;
  if (first === labels.best || labels.also.includes(first)) good++;
  if (labels.bad.includes(first)) bad++;
}
const percent = (part: number) => `${Math.round((100 * part) / answered)} %`;
process.stdout.write(
  `${answered} questions: begins with the best for ${percent(best)}, with one as good for ${percent(good)}, with one that puts off for ${percent(bad)}\n`,
);
await ports.close();
