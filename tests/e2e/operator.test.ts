/**
 * Guarantees of the commands an operator runs beside or instead of the service.
 *
 * @alone it measures how a demo starts and ends
 * @slow it drives the executable
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { run, SOURCE, serve } from "../support/program.ts";

const command = HAS_EXECUTABLE ? [EXECUTABLE] : [...SOURCE];
const folder = temporaryFolder("operator");
afterAll(() => folder.remove());

describe("doctor", () => {
  test("takes the port of the service that runs there for no fault, and a stranger's for one", async () => {
    const data = join(folder.path, "doctor");
    const service = await serve(command, data);
    const check = async (port: string) => {
      const { code, stdout, stderr } = await run([
        ...command,
        "doctor",
        "--json",
        "--data-dir",
        data,
        "--port",
        port,
      ]);
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; ok: boolean; found: string }[];
      };
      return { code, stderr, port: checks.find(({ name }) => name === "port") };
    };
    const beside = await check(new URL(service.url).port);
    expect(beside).toMatchObject({ code: 0, stderr: "", port: { ok: true } });
    expect(beside.port?.found).toContain("phasewise is serving");
    await service.stop();
    using stranger = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("hello"),
    });
    const taken = await check(String(stranger.port));
    expect(taken).toMatchObject({
      code: 1,
      stderr: "doctor found a fault: port\n",
      port: { ok: false },
    });
    expect(taken.port?.found).toContain("give another --port");
  });
});

describe("demo in a data directory", () => {
  const data = join(folder.path, "demo");
  const demoWords = ["demo", "--once", "--data-dir", data];
  const demo = () => run([...command, ...demoWords]);
  const keysLeft = () => {
    const store = openStore(data);
    const left = store.keys.list().filter(({ revoked_at }) => revoked_at === null);
    store.close();
    return left;
  };

  test("leaves no key behind", async () => {
    expect((await demo()).code).toBe(0);
    expect(keysLeft()).toEqual([]);
  });

  test("keeps its key for the next one where a file is named, if the store takes it", async () => {
    const file = join(folder.path, "demo-key");
    writeFileSync(file, "pw_sandbox_of_another_store");
    const keyOf = async () => {
      const { stdout } = await run([...command, ...demoWords, "--json", "--key-file", file]);
      return /ApiKey (\S+?)'/.exec(JSON.parse(stdout).curl)?.[1];
    };
    const first = await keyOf();
    expect(readFileSync(file, "utf8")).toBe(first ?? "");
    expect(await keyOf()).toBe(first);
    const store = openStore(data);
    for (const { key_id } of store.keys.list()) store.keys.revoke(key_id, "command line");
    store.close();
  });

  test("does not grant again what was revoked", async () => {
    const store = openStore(data);
    store.consent.change("sandbox-oura", "revoked", "operator");
    store.close();
    const { code, stderr } = await demo();
    expect(code).toBe(1);
    expect(stderr).toContain("was revoked");
    const after = openStore(data);
    expect(after.consent.state("sandbox-oura")).toBe("revoked");
    after.close();
    expect(keysLeft()).toEqual([]);
  });
});
