/**
 * Guarantee: the history can be read by its subjects: where a change was made, and what it does.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";

/** The rule is kept from the commit after this one on. */
const BASE = "692f2b2456a51b0107bc354db84c79df41d77289";
const SUBJECT_COLUMNS_MAX = 72;
/** An area or several, then what the commit does, without a full stop. */
const FORM = /^[a-z][a-z0-9/.-]*(?:, [a-z][a-z0-9/.-]*)*: \S.*[^.]$/;

function git(...words: string[]): string | null {
  const { exitCode, stdout } = Bun.spawnSync(["git", ...words], {
    cwd: join(import.meta.dir, "../.."),
    stderr: "ignore",
  });
  return exitCode === 0 ? stdout.toString() : null;
}

/** Null in an archive, in a clone that does not reach back so far, and where there is no git. */
function subjectsSinceBase(): string[] | null {
  try {
    if (git("merge-base", "--is-ancestor", BASE, "HEAD") === null) return null;
    const log = git("log", "--no-merges", "--format=%s", `${BASE}..HEAD`) ?? "";
    return log.split("\n").filter((subject) => subject !== "");
  } catch {
    return null;
  }
}

function isWellFormed(subject: string): boolean {
  return subject.length <= SUBJECT_COLUMNS_MAX && FORM.test(subject);
}

const subjects = subjectsSinceBase();
if (subjects === null)
  process.stderr.write("the history does not reach back to the rule of commits: skipped\n");

test.skipIf(subjects === null)(
  "every commit names its area and what it does within 72 characters",
  () => {
    expect((subjects ?? []).filter((subject) => !isWellFormed(subject))).toEqual([]);
  },
);

test("the rule knows a good subject from a bad one", () => {
  for (const good of ["store: seal a month once", "tests, docs: count the bodies"])
    expect([good, isWellFormed(good)]).toEqual([good, true]);
  for (const bad of [
    "seal a month once",
    "Store: seal a month once",
    "store: seal a month once.",
    "store:",
    `store: ${"seal a month ".repeat(6)}once`,
  ])
    expect([bad, isWellFormed(bad)]).toEqual([bad, false]);
});
