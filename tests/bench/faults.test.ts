/**
 * Guarantee: the handbook tells of every fault that is brought on the program, and of no other.
 *
 * @slow it starts the program
 */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { FAULTS } from "./faults/index.ts";
import { putTable, renderTable } from "./faults/table.ts";
import { tally, warnings } from "./faults/watch.ts";

const handbook = join(import.meta.dir, "../../docs/operators.md");

test("its table has a row for each, in their order, with what to do", () => {
  const table = readFileSync(handbook, "utf8").split("<!-- faults:")[1] ?? "";
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  const cells = rows.map((row) => row.slice(2, -2).split(" | "));
  const faults = Object.values(FAULTS);
  expect(cells.map(([name]) => name)).toEqual(faults.map(({ name }) => name));
  expect(cells.map((row) => row.at(-1))).toEqual(faults.map(({ remedy }) => remedy));
  for (const row of cells) expect(row.length).toBe(5);
});

test("what was there is replaced, and a page without a place for it is refused", () => {
  const folder = temporaryFolder("table");
  const page = join(folder.path, "page.md");
  const [start, end] = [
    "<!-- faults: written by `bun tests/bench/faults.ts` -->",
    "<!-- faults: end -->",
  ];
  writeFileSync(page, `before\n${start}\nold\n${end}\nafter\n`);
  const fault = { name: "a | b", remedy: "wait" };
  putTable(
    page,
    renderTable("machine", [{ fault, callers: "200 × 1", told: "nothing", readiness: "200" }]),
  );
  const text = readFileSync(page, "utf8");
  expect(text).not.toContain("old");
  expect(text).toStartWith(`before\n${start}\n\nmachine\n`);
  expect(text).toContain("| a \\| b | 200 × 1 | nothing | 200 | wait |");
  expect(text).toEndWith(`\n\n${end}\nafter\n`);
  writeFileSync(page, "nothing");
  expect(() => putTable(page, "")).toThrow("no markers");
  folder.remove();
});

test("what is seen is told once, with how often it came", () => {
  const line = JSON.stringify({ level: "warn", msg: "recommendation put off", reason: "deadline" });
  const quiet = JSON.stringify({ level: "info", msg: "request" });
  expect(warnings([line, quiet, line, "one line"].join("\n"))).toEqual([
    "`recommendation put off` (deadline) × 2",
    "`one line`",
  ]);
  const told = [
    { status: 200, ms: 40 },
    { status: 0, ms: 10 },
    { status: 200, ms: 1_240 },
  ];
  expect(tally(told)).toBe("200 × 2 (≤ 1.2 s), connection lost × 1 (≤ 0.0 s)");
});
