import { readFileSync } from "node:fs";
import { createEngine } from "../../src/engine/index.ts";
import { modelPorts } from "./model-ports.ts";
import { PEOPLE } from "./people.ts";

const ports = await modelPorts();
const engine = createEngine(ports);
for (const [i, query] of readFileSync(process.argv[2]!, "utf8").split("\n").filter(Boolean).entries()) {
  const person = PEOPLE[i % PEOPLE.length]!;
  const r = await engine.recommend({
    query,
    context: person.context,
    signals: person.signals,
    minimum_confidence: 0.5,
  });
  console.log(
    [
      `#${i + 1} [${person.name}] ${query}`,
      `   ${r.suppression_reason ?? "served"} ${r.confidence} ${r.warnings.join(" ")}`,
      r.recommendation ?? "   —",
      ...r.citations.map((c) => `   [${c.relevance}] ${c.authors} ${c.year} ${c.source_title}`),
      ...r.suggested_questions.map((q) => `   ? ${q}`),
      "",
    ].join("\n"),
  );
}
await ports.close();
