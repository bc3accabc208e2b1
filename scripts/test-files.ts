/**
 * How each test file has to run, as it says in its first comment:
 *
 *     @alone WHY    nothing runs beside it, because it measures time or harms a whole service
 *     @slow WHY     `bun run test:unit` leaves it out
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const FIRST_COMMENT = /^\/\*\*.*?\*\//s;
const MARK = /^ \* @(\w+)(?: (.*))?$/gm;

export interface TestFile {
  /** From the root of the repository. */
  path: string;
  text: string;
  /** The reason by mark. */
  marks: ReadonlyMap<string, string>;
}

export function testFiles(): TestFile[] {
  const paths = [...new Bun.Glob("tests/**/*.test.ts").scanSync(root)].sort();
  return paths.map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const [comment = ""] = FIRST_COMMENT.exec(text) ?? [];
    const marks = [...comment.matchAll(MARK)].map(
      ([, mark = "", why = ""]) => [mark, why] as const,
    );
    return { path, text, marks: new Map(marks) };
  });
}

/** The paths of the files with this mark, as `bun test` takes them. */
export function testsMarked(mark: "alone" | "slow"): string[] {
  return testFiles().flatMap(({ path, marks }) => (marks.has(mark) ? [path] : []));
}
