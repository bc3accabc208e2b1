/**
 * Guarantee: readiness follows what the next answer needs, in both directions without help, and
 * tells the public one word. `phasewise health` and its exit code agree.
 *
 * @alone it takes from a service what it needs
 * @slow it drives the executable
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { fillDisk } from "../support/full-disk.ts";
import { behindMounts, CAN_MOUNT } from "../support/mounts.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, type RunningService, run, serve } from "../support/program.ts";

const folder = temporaryFolder("readiness");
const data = join(folder.path, "data");
const TEST_MS = 180_000;
const SEEN_MS = 60_000;
const QUESTIONS = [
  "Does alcohol change my sleep?",
  "Does slow breathing raise HRV?",
  "Why am I so tired?",
];
const CAN_LIMIT = Bun.which("prlimit") !== null;
let service: RunningService;
let key: string;

const health = (of = service) => run([EXECUTABLE, "health", "--url", of.url]);

/** Asks on one connection, which needs no further handle, until the answer is there. */
async function becomes(status: number, of = service): Promise<string> {
  for (const started = performance.now(); ; await Bun.sleep(100)) {
    const response = await fetch(`${of.url}/v1/health/ready`);
    const text = await response.text();
    if (response.status === status) {
      if (status === 503) expect(response.headers.get("retry-after")).toBe("2");
      return text;
    }
    if (performance.now() - started > SEEN_MS) throw new Error(`still ${response.status}: ${text}`);
  }
}

/** What is public of the fault is the word; where it is, only the log says. */
async function lacks(word: string, cause: RegExp, of = service): Promise<void> {
  const { error } = JSON.parse(await becomes(503, of));
  expect(error).toEqual({
    code: "service_unavailable",
    message: `The service is not ready (${word}); retry shortly.`,
    details: null,
  });
  // The log is written behind the answers.
  const line = () =>
    of
      .output()
      .split("\n")
      .findLast((each) => each.includes('"not ready"')) ?? "";
  for (const started = performance.now(); !line().includes(`"missing":"${word}"`); ) {
    if (performance.now() - started > SEEN_MS) throw new Error(`the log says ${line()}`);
    await Bun.sleep(20);
  }
  expect(line()).toMatch(cause);
}

describe.skipIf(!HAS_EXECUTABLE)("readiness", () => {
  beforeAll(async () => {
    key = await issueKey([EXECUTABLE], data);
    service = await serve([EXECUTABLE], data);
  }, TEST_MS);
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  test(
    "of a whole service: health exits 0",
    async () => {
      await becomes(200);
      expect(await health()).toEqual({ code: 0, stdout: "ready\n", stderr: "" });
    },
    TEST_MS,
  );

  test(
    "the release is gone, and comes back",
    async () => {
      const [release = ""] = readdirSync(join(data, "corpus")).filter((name) =>
        name.startsWith("corpus-"),
      );
      const asked = QUESTIONS.map((query) => service.post(requestBody({ query }), key));
      await Bun.sleep(60);
      renameSync(join(data, "corpus", release), join(data, "aside"));
      // What fails for it before that is seen is put off like what comes after.
      for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
      await lacks("release", /corpus-[0-9a-f]+/);
      const unready = await health();
      expect(unready.code).toBe(1);
      expect(unready.stderr).toMatch(/answers 503 \(release\)\n$/);
      expect((await service.post(requestBody(), key)).status).toBe(503);
      renameSync(join(data, "aside"), join(data, "corpus", release));
      await becomes(200);
      expect((await service.post(requestBody(), key)).status).toBe(200);
      expect(service.output()).toContain('"ready again"');
    },
    TEST_MS,
  );

  test.skipIf(!CAN_LIMIT)(
    "file handles are spent, and free again",
    async () => {
      await becomes(200);
      const open = readdirSync(`/proc/${service.pid}/fd`).length;
      const limit = (soft: number) =>
        Bun.spawnSync(["prlimit", "--pid", String(service.pid), `--nofile=${soft}:`]).exitCode;
      const [, before = "1024"] =
        /Max open files\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/limits`, "utf8")) ?? [];
      expect(limit(open + 8)).toBe(0);
      try {
        await lacks("handles", /EMFILE/);
      } finally {
        expect(limit(Number(before))).toBe(0);
      }
      await becomes(200);
    },
    TEST_MS,
  );

  test(
    "the database is moved away, and back",
    async () => {
      await becomes(200);
      const path = join(data, "state/phasewise.sqlite");
      renameSync(path, `${path}.aside`);
      await becomes(503);
      renameSync(`${path}.aside`, path);
      await becomes(200);
    },
    TEST_MS,
  );

  test.skipIf(!CAN_MOUNT)(
    "the disk is full, and has room again",
    async () => {
      // Seen below /proc by whoever may look at the process.
      const small = join(folder.path, "small");
      mkdirSync(small);
      const mount = `mount -t tmpfs -o size=700m none ${small}`;
      const full = await serve(behindMounts(mount, [EXECUTABLE]), small);
      try {
        await becomes(200, full);
        const inside = `/proc/${full.pid}/root${small}`;
        const fill = fillDisk(inside);
        await lacks("disk", /ENOSPC|no space/i, full);
        rmSync(fill);
        await becomes(200, full);
      } finally {
        expect(await full.stop()).toBe(0);
      }
    },
    TEST_MS,
  );

  test("nothing listens: health exits 1 with one line", async () => {
    const { code, stderr } = await run([EXECUTABLE, "health", "--port", "1"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^no answer from http:\/\/127\.0\.0\.1:1\/v1\/health\/ready: .*\n$/);
  });
});
