/**
 * Guarantee: on a badly configured host, or one attacked by its own users, the program fails with
 * one clear line. It leaves no files behind, follows no links, and uses nothing of another user.
 *
 * @alone it brings faults on a whole host
 * @slow it drives the executable
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { behindMounts, CAN_MOUNT, withoutTemporary } from "../support/mounts.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, type Outcome, run, serve } from "../support/program.ts";

const folder = temporaryFolder("host");
afterAll(() => folder.remove());
const data = join(folder.path, "data");
const IS_ROOT = process.getuid?.() === 0;
const START_MS = 180_000;

function phasewise(words: readonly string[], dataDir = data): Promise<Outcome> {
  return run([EXECUTABLE, ...words, "--data-dir", dataDir]);
}

/** Runs a command where `mount` has changed what it sees. */
function behind(mount: string, words: readonly string[], dataDir = data): Promise<Outcome> {
  return run(behindMounts(mount, [EXECUTABLE, ...words, "--data-dir", dataDir]));
}

function failsWith({ code, stderr }: Outcome, line: RegExp): void {
  const lines = stderr.split("\n").filter((each) => each !== "" && !each.startsWith("{"));
  expect(lines.length).toBe(1);
  expect(lines[0]).toMatch(line);
  expect(code).toBe(1);
}

describe.skipIf(!HAS_EXECUTABLE)("the host", () => {
  beforeAll(async () => {
    await issueKey([EXECUTABLE], data);
    expect((await phasewise(["models", "list"])).code).toBe(0);
  }, START_MS);

  test.skipIf(!CAN_MOUNT)(
    "a /tmp that cannot be written stops nothing",
    async () => {
      const seen = withoutTemporary(EXECUTABLE, folder.path);
      const words = ["corpus", "search", "luteal phase sleep", "--data-dir", `${seen.folder}/data`];
      const { code, stderr } = await run([...seen.words, ...words]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(readdirSync(join(data, "tmp"))).toEqual([]);
    },
    START_MS,
  );

  test.skipIf(!CAN_MOUNT)(
    "a data directory from which nothing may run is named",
    async () => {
      const mount = "mount -t tmpfs -o noexec none /mnt";
      failsWith(
        await behind(mount, ["doctor"], "/mnt/data").then(firstLine),
        /doctor found a fault/,
      );
      failsWith(
        await behind(mount, ["serve", "--port", "0"], "/mnt/data"),
        /\/mnt\/data\/runtime .*noexec/,
      );
    },
    START_MS,
  );

  /** The doctor's table goes to stdout. */
  function firstLine(outcome: Outcome): Outcome {
    expect(outcome.stdout).toContain("noexec");
    return outcome;
  }

  test("a process that may make no code says so, and what to change", async () => {
    const command = ["/usr/bin/env", "BUN_JSC_useJIT=0", EXECUTABLE, "serve", "--port", "0"];
    failsWith(await run([...command, "--data-dir", data]), /MemoryDenyWriteExecute=no/);
  });

  test(
    "a parent folder that others can write is refused: a library could be swapped",
    async () => {
      const parent = join(folder.path, "open");
      mkdirSync(join(parent, "inner"), { recursive: true });
      renameSync(data, join(parent, "inner/data"));
      try {
        const list = () => phasewise(["models", "list"], join(parent, "inner/data"));
        expect((await list()).code).toBe(0);
        chmodSync(parent, 0o777);
        failsWith(await list(), /open belongs to or can be written by another user/);
        // A sticky folder keeps others from renaming what is in it: /tmp is one.
        chmodSync(parent, 0o1777);
        expect((await list()).code).toBe(0);
        if (!IS_ROOT) return;
        chmodSync(parent, 0o755);
        chownSync(parent, 12_345, 12_345);
        failsWith(await list(), /open belongs to or can be written by another user/);
      } finally {
        if (IS_ROOT) chownSync(parent, 0, 0);
        chmodSync(parent, 0o755);
        renameSync(join(parent, "inner/data"), data);
      }
    },
    START_MS,
  );

  test.each(["runtime", "state", "state/phasewise.sqlite", "corpus", "corpus/CURRENT", "tmp"])(
    "a symbolic link in the place of %s is not followed",
    async (name) => {
      if (!existsSync(join(data, "corpus"))) await phasewise(["corpus", "search", "sleep"]);
      const elsewhere = join(folder.path, "elsewhere");
      renameSync(join(data, name), elsewhere);
      symlinkSync(elsewhere, join(data, name));
      try {
        failsWith(
          await phasewise(["serve", "--port", "0"]),
          new RegExp(`${name} is a symbolic link`),
        );
      } finally {
        Bun.spawnSync(["rm", join(data, name)]);
        renameSync(elsewhere, join(data, name));
      }
    },
    START_MS,
  );

  test(
    "what killed processes and older versions left is swept, never what is in use",
    async () => {
      const leave = (path: string) => {
        mkdirSync(join(data, path), { recursive: true });
        writeFileSync(join(data, path, "file"), "left");
        return join(data, path);
      };
      const left = [
        leave("runtime/0123456789abcdef"),
        leave("runtime/0123456789abcdef.77.tmp"),
        leave("tmp/0123456789abcdef-Ab1_Cd"),
      ];
      const service = await serve([EXECUTABLE], data);
      expect(left.filter(existsSync)).toEqual([]);
      const [inUse] = readdirSync(join(data, "tmp"));
      expect(inUse).toBeDefined();
      // By its name another version's process knows which one must stay.
      const [digest = ""] = readdirSync(join(data, "runtime")).filter(
        (name) => !name.startsWith("."),
      );
      expect(inUse?.startsWith(`${digest}-`)).toBe(true);
      expect((await phasewise(["models", "list"])).code).toBe(0);
      expect(readdirSync(join(data, "tmp"))).toEqual([inUse ?? ""]);
      service.signal("SIGKILL");
      await service.exited;
      expect((await phasewise(["models", "list"])).code).toBe(0);
      expect(readdirSync(join(data, "tmp"))).toEqual([]);
    },
    START_MS,
  );

  test.each([
    "keys list",
    "consent show sandbox-oura",
    "audit verify",
    "audit erase --before 2026-01-01",
    "audit seal --month 2026-01",
    "backup /tmp/phasewise-never-written",
    "corpus rollback corpus-184",
    "corpus diff starter corpus-184",
  ])(
    "%s makes no data directory of a mistyped name",
    async (typed) => {
      const words = typed.split(" ");
      const mistyped = join(folder.path, "dta");
      const line = /there is no (data directory|state store in) .*dta.*: check --data-dir/;
      failsWith(await phasewise(words, mistyped), line);
      expect(existsSync(mistyped)).toBe(false);
      if (words[0] === "corpus") return;
      mkdirSync(mistyped);
      failsWith(await phasewise(words, mistyped), /there is no state store in/);
      expect(readdirSync(mistyped)).toEqual([]);
      Bun.spawnSync(["rm", "-r", mistyped]);
    },
    START_MS,
  );

  test(
    "a command that needs no data works without them, and says once that it made the folder",
    async () => {
      const said = (path: string) => `data directory ${path} did not exist and was created`;
      const fresh = join(folder.path, "fresh");
      expect(await phasewise(["corpus", "status"], fresh)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("evidence records"),
        stderr: `${said(fresh)}\n`,
      });
      expect(await phasewise(["corpus", "status"], fresh)).toMatchObject({ code: 0, stderr: "" });
      // What failed and what was made are one line.
      const failed = join(folder.path, "failed");
      const { code, stderr } = await phasewise(["models", "use", "reranker", "/nowhere"], failed);
      expect([code, stderr]).toEqual([1, `there is no folder /nowhere; ${said(failed)}\n`]);
      const doctor = await phasewise(["doctor", "--port", "0"], join(folder.path, "ill"));
      expect(doctor.stdout).toContain("which did not exist and was created");
    },
    START_MS,
  );

  test(
    "SIGTERM ends it with 0, while it loads and while it answers",
    async () => {
      const key = await issueKey([EXECUTABLE], data);
      for (const waitMs of [0, 60, 250]) {
        const service = await serve([EXECUTABLE], data, { awaitReady: false });
        await Bun.sleep(waitMs);
        expect(await service.stop()).toBe(0);
      }
      const service = await serve([EXECUTABLE], data);
      const answer = service.post(requestBody(), key);
      await Bun.sleep(20);
      expect(await service.stop()).toBe(0);
      expect((await answer).status).toBe(200);
      expect(readdirSync(join(data, "tmp"))).toEqual([]);
    },
    START_MS,
  );
});
