/**
 * Which share of each room's lines the tests run, from the files that `bun test --coverage` writes.
 * What tests run in a process of its own, such as the executable, is not counted.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
/** Below `build/`, which git ignores. */
export const COVERAGE_DIR = join(root, "build/coverage");

/** The runs of tests, each with a folder for its coverage. */
const PARTS = ["parallel", "alone"] as const;

export function coverageFlags(part: (typeof PARTS)[number]): string[] {
  return ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${join(COVERAGE_DIR, part)}`];
}

/** By file and line: whether any run of the tests has executed it. */
function linesRun(): Map<string, Map<number, boolean>> {
  const files = new Map<string, Map<number, boolean>>();
  const reports = PARTS.map((part) => join(COVERAGE_DIR, part, "lcov.info")).filter(existsSync);
  for (const report of reports) {
    let lines = new Map<number, boolean>();
    for (const line of readFileSync(report, "utf8").split("\n")) {
      const [, path] = /^SF:(.+)$/.exec(line) ?? [];
      if (path !== undefined) {
        lines = files.get(path) ?? new Map();
        files.set(path, lines);
      }
      const [, number, count] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
      if (number !== undefined)
        lines.set(Number(number), count !== "0" || lines.get(Number(number)) === true);
    }
  }
  return files;
}

function isTypesOnly(path: string): boolean {
  const source = readFileSync(join(root, "src", path), "utf8");
  return new Bun.Transpiler({ loader: "ts" }).transformSync(source).trim() === "";
}

/** One line: each room with its share, and how many of its files no test has loaded. */
export function coverageSummary(): string {
  const files = linesRun();
  const rooms = new Map<string, { run: number; lines: number; unloaded: number }>();
  for (const path of new Bun.Glob("*/**/*.ts").scanSync(join(root, "src"))) {
    const [name = ""] = path.split("/");
    const room = rooms.get(name) ?? { run: 0, lines: 0, unloaded: 0 };
    const lines = files.get(`src/${path}`);
    if (lines === undefined && !isTypesOnly(path)) room.unloaded += 1;
    for (const wasRun of lines?.values() ?? []) {
      room.lines += 1;
      if (wasRun) room.run += 1;
    }
    rooms.set(name, room);
  }
  const shares = [...rooms].sort().map(([name, { run, lines, unloaded }]) => {
    const share = lines === 0 ? 0 : Math.floor((100 * run) / lines);
    return `${name} ${share} %${unloaded > 0 ? ` (files not loaded: ${unloaded})` : ""}`;
  });
  return `lines run by tests: ${shares.join(", ")}`;
}
