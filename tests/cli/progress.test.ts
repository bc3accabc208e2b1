/**
 * Guarantee: the user sees how far the work is and about how long the rest will take.
 *
 * @slow it starts the program
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { progressOf } from "../../src/cli/progress.ts";
import { CHECKS, replayCommand, rollbackCommand } from "../../src/console/allowed-commands.ts";
import { COMMANDS } from "../../src/main.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { entry, NOON_MS } from "../store/entry.ts";
import { temporaryDataDir } from "../store/support.ts";
import { run, SOURCE } from "../support/program.ts";

setDefaultTimeout(60_000);

test.each([
  ["nothing is done yet", 0, 0, "queries 0 of 40"],
  ["a quarter is done", 10, 5_000, "queries 10 of 40, about 15 s left"],
  ["the rest takes longer than a minute", 10, 60_000, "queries 10 of 40, about 3 min left"],
  ["all is done", 40, 5_000, "queries 40 of 40, about 0 s left"],
  ["more came than was counted", 41, 5_000, "queries 41 of 40"],
])("%s", (_, done, elapsedMs, line) => {
  expect(progressOf("queries", done, 40, elapsedMs)).toBe(line);
});

test("every command that the console runs for long tells how far it is", () => {
  const long = [
    ...Object.values(CHECKS),
    replayCommand("0".repeat(26)),
    rollbackCommand("starter"),
  ];
  const names = long.map(({ words }) => words.slice(0, 2).join(" "));
  const silent = names.filter(
    (name) => COMMANDS.find((command) => command.name === name)?.options?.progress === undefined,
  );
  expect(silent).toEqual([]);
});

test("where nobody sits at a terminal, --progress tells it line by line on stderr", async () => {
  const dataDir = temporaryDataDir();
  const store = openStore(dataDir);
  await store.commit(entry(), NOON_MS);
  store.close();
  const verify = [...SOURCE, "audit", "verify", "--data-dir", dataDir];
  expect((await run([...verify, "--progress"])).stderr).toBe("row 1 of 1, about 0 s left\n");
  expect((await run(verify)).stderr).toBe("");
});
