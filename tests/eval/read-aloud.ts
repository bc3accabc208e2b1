/** Dev tool: prints texts to be read as their reader would. `bun tests/eval/read-aloud.ts [N] [real]` */
import { createEngine } from "../../src/engine/index.ts";
import { fakePorts } from "../engine/fake-ports.ts";
import { modelPorts } from "../engine/model-ports.ts";
import { PEOPLE, QUESTIONS } from "../engine/people.ts";

const wanted = Number(process.argv[2] ?? 50);
const ports = process.argv[3] === "real" ? await modelPorts() : { ...fakePorts(), close: async () => {} };
const engine = createEngine(ports);
const out: string[] = [];
let printed = 0;
// Diagonal order, so that a short run meets every person and every question.
for (let sum = 0; sum < PEOPLE.length + QUESTIONS.length && printed < wanted; sum++) {
  for (const [p, person] of PEOPLE.entries()) {
    const query = QUESTIONS[sum - p];
    if (query === undefined || printed >= wanted) continue;
    const result = await engine.recommend({
      query,
      context: person.context,
      signals: person.signals,
      minimum_confidence: 0.5,
    });
    printed++;
    const [confidence, ...parts] = [result.confidence, ...Object.values(result.confidence_parts)].map(
      (each) => each.toFixed(2),
    );
    const sources = result.answered_by.map(({ source, answers }) => `${source} ${answers}`);
    out.push(
      `#${printed} [${person.name}] ${query ?? "(Shape B)"}`,
      `   ${result.suppression_reason ?? "served"} ${confidence} (${parts.join("/")}) ${result.warnings.join(" ")} ${result.recommendation?.length ?? 0} chars`,
      `   ${sources.join(", ")}`,
      result.recommendation ?? "   —",
      ...result.citations.map((c) => `   [${c.relevance}] ${c.authors} ${c.year} ${c.source_title}`),
      ...result.suggested_questions.map((question) => `   ? ${question}`),
      "",
    );
  }
}
process.stdout.write(out.join("\n"));
await ports.close();
