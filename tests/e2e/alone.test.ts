/**
 * Guarantee: the executable needs nothing but itself. Copied alone to another folder, it runs from
 * any directory with an empty environment, as an unprivileged user and without network. It does not
 * read files of the current folder.
 *
 * @alone it measures a start, and takes the network away
 * @slow it drives the executable
 */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import type { RecommendationResponse } from "../../src/contract/response.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { run } from "../support/program.ts";

const NOBODY = 65_534;
const folder = temporaryFolder("alone");
afterAll(() => folder.remove());

const isRoot = process.geteuid?.() === 0;
const canIsolate = isRoot && Bun.spawnSync(["unshare", "-n", "true"]).exitCode === 0;
if (!canIsolate)
  process.stderr.write(
    "tests/e2e/alone: no right to make a network namespace; the offline test is skipped\n",
  );

/** Only loopback exists in there, and the user owns nothing. */
function isolated(words: readonly string[]): string[] {
  if (!canIsolate) return [...words];
  const inner = `ip link set lo up && exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups -- "$@"`;
  return ["unshare", "-n", "sh", "-c", inner, "sh", ...words];
}

describe.skipIf(!HAS_EXECUTABLE)("the executable alone", () => {
  const home = join(folder.path, "elsewhere");
  const data = join(home, "data");
  const executable = join(home, "phasewise");
  const ready = () => {
    if (existsSync(executable)) return;
    chmodSync(folder.path, 0o755);
    mkdirSync(data, { recursive: true });
    copyFileSync(EXECUTABLE, executable);
    chmodSync(executable, 0o755);
    if (isRoot) Bun.spawnSync(["chown", "-R", `${NOBODY}:${NOBODY}`, home]);
    // A hostile current folder: none of this may be read.
    writeFileSync(
      join(home, ".env"),
      "PHASEWISE_LOG_LEVEL=nonsense\nPHASEWISE_INFERENCE_THREADS=0\n",
    );
    writeFileSync(join(home, "bunfig.toml"), 'preload = ["./planted.ts"]\n');
    writeFileSync(join(home, "planted.ts"), 'throw new Error("planted code ran");\n');
  };

  test.skipIf(!canIsolate)(
    "answers with networking off, as nobody, with an empty environment",
    async () => {
      ready();
      const outcome = await run(
        isolated([executable, "demo", "--once", "--json", "--data-dir", data]),
        {
          cwd: home,
        },
      );
      expect(outcome.stderr).toBe("");
      expect(outcome.code).toBe(0);
      const { answer, replay } = JSON.parse(outcome.stdout) as {
        answer: RecommendationResponse;
        replay: string;
      };
      expect(answer.suppression_reason).toBeNull();
      expect(answer.recommendation).toBeString();
      expect(answer.citations.length).toBeGreaterThan(0);
      expect(replay).toBe("hit");
    },
  );

  test.skipIf(Bun.which("strace") === null)("opens no connection but to itself", async () => {
    ready();
    const trace = join(folder.path, "trace");
    const outcome = await run(
      [
        "strace",
        "-f",
        "-qq",
        "--seccomp-bpf",
        "-e",
        "trace=connect,sendto,sendmsg",
        "-o",
        trace,
        executable,
        "demo",
        "--once",
        "--data-dir",
        join(folder.path, "traced"),
      ],
      { cwd: home },
    );
    expect(outcome.code).toBe(0);
    const outward = (await Bun.file(trace).text())
      .split("\n")
      .filter(
        (line) =>
          /sa_family=AF_INET6?\b/.test(line) && !/inet_addr\("127\.0\.0\.1"\)|"::1"/.test(line),
      );
    expect(outward).toEqual([]);
  });

  test("doctor finds nothing to mend in the default data directory, and every command has help", async () => {
    ready();
    const outcome = await run(isolated([executable, "doctor", "--json", "--port", "0"]), {
      cwd: home,
    });
    expect(outcome.code).toBe(0);
    expect((JSON.parse(outcome.stdout) as { ok: boolean }).ok).toBe(true);
    const overview = await run([executable, "--help"]);
    const names = [...overview.stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(
      (match) => match[1] ?? "",
    );
    expect(names.length).toBeGreaterThan(15);
    const helps = await Promise.all(
      names.map((name) => run([executable, ...name.split(" "), "--help"])),
    );
    expect(helps.map((help) => help.code)).toEqual(names.map(() => 0));
  });
});
