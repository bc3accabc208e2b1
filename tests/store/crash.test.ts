/** Guarantee: a process killed at any moment leaves a whole chain, with every acknowledged row and its cache entry in it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openStore } from "../../src/store/index.ts";
import { count, temporaryDataDir } from "./support.ts";

const KILLS = 6;
const ALIVE_MS_MAX = 80;

test("kill -9 during commits, several times over one file", async () => {
  const dataDir = temporaryDataDir();
  openStore(dataDir).close();
  const acknowledged: string[] = [];
  for (let run = 0; run < KILLS; run++) {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "commit-loop.ts"), dataDir, `run${run}`],
      {
        stdout: "pipe",
      },
    );
    let printed = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      if (printed === "") setTimeout(() => child.kill("SIGKILL"), Math.random() * ALIVE_MS_MAX);
      printed += decoder.decode(chunk, { stream: true });
    }
    expect(await child.exited).toBe(137);
    acknowledged.push(...printed.split("\n").slice(0, -1));
  }
  const store = openStore(dataDir);
  const verdict = store.audit.verify();
  const ids = new Set([...store.audit.walk({})].map((row) => row.id));
  store.close();
  expect(verdict).not.toHaveProperty("broken");
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(count(dataDir, "idempotency_entry")).toBe(ids.size);
  // At most one commit per kill can have been done without being told.
  expect(ids.size - acknowledged.length).toBeLessThanOrEqual(KILLS);
}, 20_000);
