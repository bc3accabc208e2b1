/** Guarantee: a maintenance waits ten seconds for another one, and no longer. */
import { expect, spyOn, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "../../src/files/lock.ts";
import { duringMaintenance } from "../../src/store/sqlite/maintenance.ts";
import { temporaryDataDir } from "./support.ts";

/** Longer than the pause between two tries. */
const A_FEW_TRIES_MS = 130;

test("on a clock that the test moves", async () => {
  const stateDir = join(temporaryDataDir(), "state");
  mkdirSync(stateDir);
  const other = tryLock(join(stateDir, "maintenance.lock"));
  if (other === null) throw new Error("the lock is taken");
  let nowMs = 50_000;
  const clock = spyOn(performance, "now").mockImplementation(() => nowMs);
  try {
    let end = "waits";
    const work = duringMaintenance(stateDir, () => "done").catch((error) => error.message);
    work.then((message) => {
      end = message;
    });
    nowMs = 60_000;
    await Bun.sleep(A_FEW_TRIES_MS);
    expect(end).toBe("waits");
    nowMs = 60_001;
    expect(await work).toContain("try again when it is done");
    const next = duringMaintenance(stateDir, () => "done");
    await Bun.sleep(A_FEW_TRIES_MS);
    other.release();
    expect(await next).toBe("done");
  } finally {
    clock.mockRestore();
  }
});
