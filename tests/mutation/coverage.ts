/** Which lines of each source file one run of tests has executed. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<number, boolean>>;

/** @param report in LCOV's format, as `bun test --coverage-reporter=lcov` writes it */
export function readCoverage(report: string): Coverage {
  const files = new Map<string, Map<number, boolean>>();
  let lines = new Map<number, boolean>();
  for (const row of report.split("\n")) {
    if (row.startsWith("SF:")) {
      lines = new Map();
      files.set(row.slice("SF:".length), lines);
    }
    const [, line, count] = /^DA:(\d+),(\d+)/.exec(row) ?? [];
    if (line !== undefined) lines.set(Number(line), count !== "0");
  }
  return files;
}

/** A file of tests, with what it costs and what it runs. */
export interface TestFile {
  path: string;
  ms: number;
  coverage: Coverage;
  /** The files of the checkout that it imports, itself among them. */
  imports: ReadonlySet<string>;
}

/**
 * The tests that can see a change of a line: those that run it. A line that none of them is seen to
 * run may run in a worker or in another process, so there all tests that import the file count, and
 * where none imports it, all tests.
 */
export function testsOf(path: string, line: number, tests: readonly TestFile[]): TestFile[] {
  const running = tests.filter(({ coverage }) => coverage.get(path)?.get(line) === true);
  if (running.length > 0) return running;
  const importing = tests.filter(({ imports }) => imports.has(path));
  return importing.length > 0 ? importing : [...tests];
}
