/**
 * Guarantee: the history can be read by its subjects: where a change was made, and what it does.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";

/** The rule is kept since then. A date, because a shallow clone does not have the commit. */
const SINCE = "2026-11-28T12:30:00Z";
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

/** Those that the clone has; null in an archive, and where there is no git. */
function subjects(): string[] | null {
  try {
    const log = git("log", "--no-merges", "--format=%s", `--since=${SINCE}`);
    return log === null ? null : log.split("\n").filter((subject) => subject !== "");
  } catch {
    return null;
  }
}

function isWellFormed(subject: string): boolean {
  return subject.length <= SUBJECT_COLUMNS_MAX && FORM.test(subject);
}

const known = subjects();
if (known === null) process.stderr.write("there is no history here: its subjects are skipped\n");

test.skipIf(known === null)(
  "every commit names its area and what it does within 72 characters",
  () => {
    expect((known ?? []).filter((subject) => !isWellFormed(subject))).toEqual([]);
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
