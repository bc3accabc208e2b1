/**
 * Guarantees of the shipped guidance: every entry is valid, every answer can be reached, every term
 * of the vocabularies is covered, and the pages count what there is.
 *
 * @slow it proves each entry of the guidance
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { guidanceCounts } from "../../scripts/guidance-counts.ts";
import { MEASURES, OUTCOMES, PHASES } from "../../src/contract/vocabulary.ts";
import { holds } from "../../src/engine/guidance/conditions.ts";
import { KINDS } from "../../src/engine/guidance/entry.ts";
import { personForEach } from "../../src/engine/guidance/reachability.ts";
import { fold } from "../../src/engine/understanding/fold.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { readGuidance } from "../../src/library/guidance.ts";

const corpus = join(import.meta.dir, "../../corpus");
const records = new Map(readRecords(corpus).map((record) => [record.doi, record]));
const entries = readGuidance(join(corpus, "guidance"), records);

describe("the shipped guidance", () => {
  test("is enough to be asked about: entries, and entries whose answer depends on her", () => {
    expect(entries.length).toBeGreaterThanOrEqual(2_000);
    const dependent = entries.filter(
      ({ kind, verdicts }) => kind === "decide" || verdicts.length > 1,
    );
    expect(dependent.length).toBeGreaterThanOrEqual(700);
  });

  test("has every kind of question, and every measure, outcome and phase in one at least", () => {
    expect(
      KINDS.filter((kind) => entries.filter((entry) => entry.kind === kind).length < 10),
    ).toEqual([]);
    const about = new Set<string>(
      entries.flatMap(({ about: { measures, outcomes, phases } }) => [
        ...measures,
        ...outcomes,
        ...phases,
      ]),
    );
    expect([...MEASURES, ...OUTCOMES, ...PHASES].filter((each) => !about.has(each))).toEqual([]);
  });

  test("asks each question once", () => {
    const byQuestion = Map.groupBy(entries, ({ question }) => fold(question));
    const twice = [...byQuestion.values()].filter((same) => same.length > 1);
    expect(twice.map((same) => same.map(({ id }) => id))).toEqual([]);
  });

  test("rests mostly on several records", () => {
    const claims = entries.flatMap((entry) => entry.claims);
    expect(claims.filter(({ from }) => from.length > 1).length / claims.length).toBeGreaterThan(
      0.6,
    );
  });
});

describe("the pages count what there is", () => {
  test("each file's entries, and all of them, in corpus/README.md", () => {
    const page = readFileSync(join(corpus, "README.md"), "utf8");
    const guidance = join(corpus, "guidance");
    const counted = readdirSync(guidance).map((file): [string, number] => [
      `\`${file.replace(".yaml", "")}\``,
      readFileSync(join(guidance, file), "utf8").match(/^- id: /gm)?.length ?? 0,
    ]);
    const rows = [...counted, ["together", entries.length] as const];
    const missing = rows.map(([name, count]) => `| ${name} | ${count} |`);
    expect(missing.filter((row) => !page.includes(`\n${row} `))).toEqual([]);
  });

  test("what the check prints, in docs/researchers.md", () => {
    const page = readFileSync(join(corpus, "../docs/researchers.md"), "utf8");
    expect(page).toContain(`\n    ${guidanceCounts(entries)}\n`);
  });
});

test("every verdict of every entry has somebody who gets it", () => {
  const mute = entries.flatMap((entry) => {
    const people = personForEach(entry);
    return entry.verdicts.flatMap((verdict, at) => {
      const person = people.get(at);
      const gets =
        person !== undefined && entry.verdicts.find(({ when }) => holds(when, person)) === verdict;
      return gets ? [] : [`${entry.id}: ${verdict.say}`];
    });
  });
  expect(mute).toEqual([]);
});
