/** The lines of each source file that a run of tests has executed. */
export type Coverage = Record<string, number[]>;

/**
 * @param report in LCOV's format, as `bun test --coverage-reporter=lcov` writes it
 * @param folder whose files count
 */
export function readCoverage(report: string, folder: string): Coverage {
  const files: Coverage = {};
  let path = "";
  for (const row of report.split("\n")) {
    if (row.startsWith("SF:")) path = row.slice("SF:".length);
    const [, line, count] = /^DA:(\d+),(\d+)/.exec(row) ?? [];
    if (line !== undefined && count !== "0" && path.startsWith(folder)) {
      const lines = files[path] ?? [];
      files[path] = lines;
      lines.push(Number(line));
    }
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
  /** Another one after any change of a file that it imports. */
  digest: string;
}

/**
 * The tests that can see a change of a line: those that run it, and those that run no line of the
 * room by themselves, because they start processes that do. A line that none is seen to run may run
 * in a worker, so there all tests that import the file count, and where none imports it, all tests.
 */
export function testsOf(path: string, line: number, tests: readonly TestFile[]): TestFile[] {
  const elsewhere = (test: TestFile) => Object.keys(test.coverage).length === 0;
  for (const sees of [
    ({ coverage }: TestFile) => coverage[path]?.includes(line) === true,
    ({ imports }: TestFile) => imports.has(path),
  ])
    if (tests.some(sees)) return tests.filter((test) => sees(test) || elsewhere(test));
  return [...tests];
}
