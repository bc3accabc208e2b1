/**
 * Guarantee: whoever asks the question of a shipped guidance entry gets its answer, in every life
 * stage. The verdict that holds for the user comes first, and no rule of wording removes it.
 *
 * @slow it answers from each entry
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { LIFE_STAGES, PHASES } from "../../src/contract/vocabulary.ts";
import { holds, type Person } from "../../src/engine/guidance/conditions.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import { peopleUnasked, personForEach } from "../../src/engine/guidance/reachability.ts";
import { createEngine } from "../../src/engine/index.ts";
import { type Engine, SIGNAL_MEASURES } from "../../src/engine/types.ts";
import { entryForReadings } from "../../src/engine/unasked.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { readGuidance } from "../../src/library/guidance.ts";
import { CORPUS, fakePorts } from "./fake-ports.ts";
import { signal, signals } from "./fixtures.ts";

const corpus = join(import.meta.dir, "../../corpus");
const records = new Map(readRecords(corpus).map((record) => [record.doi, record]));
const entries = readGuidance(join(corpus, "guidance"), records);
const passageOf = new Map(CORPUS.map((passage) => [passage.id, passage]));

/** Everybody for whom a verdict of the entry is written, one of each stage. */
function peopleOf(entry: GuidanceEntry): Person[] {
  return [...personForEach(entry).values()].flatMap((person) =>
    entry.stages.map((life_stage) => ({ ...person, context: { ...person.context, life_stage } })),
  );
}

/** What goes wrong, or null. */
async function faultOf(
  engine: Engine,
  entry: GuidanceEntry,
  person: Person,
): Promise<string | null> {
  const verdict = entry.verdicts.find(({ when }) => holds(when, person))?.say ?? "";
  const newest_day = "2026-01-08";
  const { recommendation } = await engine
    .recommend({
      query: entry.question,
      context: { ...person.context, cycle_day: 10 },
      signals: { ...person.signals, first_day: "2025-12-10", newest_day },
      minimum_confidence: 0,
    })
    .catch((error: { internal?: string }) => ({ recommendation: `error: ${error.internal}` }));
  if (recommendation?.startsWith(verdict)) return null;
  return `${entry.id} for ${person.context.life_stage}: ${verdict} → ${recommendation?.slice(0, 80) ?? "nothing"}`;
}

test("every shipped answer is told to whom it is written for", async () => {
  const faults: string[] = [];
  for (const entry of entries.filter(({ unasked }) => unasked === null)) {
    const passages = entry.claims.flatMap(({ from }) =>
      from.flatMap((doi) => passageOf.get(doi) ?? []),
    );
    const engine = createEngine(fakePorts({ entries: [entry], passages: [...new Set(passages)] }));
    for (const person of peopleOf(entry)) {
      const fault = await faultOf(engine, entry, person);
      if (fault !== null) faults.push(fault);
    }
  }
  expect([...new Set(faults)]).toEqual([]);
}, 300_000);

/** Whether anybody is told the entry who asks nothing. */
function isTold(entry: GuidanceEntry): boolean {
  for (const person of peopleUnasked(entry))
    if (entryForReadings(entries, person) === entry) return true;
  return false;
}

test("every entry that may be told unasked is told to somebody", () => {
  const unasked = entries.filter((entry) => entry.unasked !== null);
  expect(unasked.filter((entry) => !isTold(entry)).map(({ id }) => id)).toEqual([]);
});

test("whatever moves alone, and where nothing does, there is an entry to tell, in every phase and stage", () => {
  const faults: string[] = [];
  for (const life_stage of LIFE_STAGES)
    for (const cycle_phase of PHASES) {
      const context = { life_stage, cycle_phase };
      if (entryForReadings(entries, { context, signals: signals([]) }) === null)
        faults.push(`nothing, ${life_stage}, ${cycle_phase}`);
      for (const measure of SIGNAL_MEASURES)
        for (const [direction, recent] of [
          ["lower", 80],
          ["higher", 120],
        ] as const) {
          const moved = signals([signal(measure, recent, 100)]);
          expect(moved.measures[0]?.direction).toBe(direction);
          if (entryForReadings(entries, { context, signals: moved }) === null)
            faults.push(`${measure} ${direction}, ${life_stage}, ${cycle_phase}`);
        }
    }
  expect(faults).toEqual([]);
});
