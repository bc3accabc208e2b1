/**
 * Guarantee: the licences of everything inside the executable travel with it.
 *
 * @slow it drives the executable
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { run } from "../support/program.ts";

const root = join(import.meta.dir, "../..");

describe.skipIf(!HAS_EXECUTABLE)("phasewise licenses", () => {
  test("prints the notice and the text of every package that is built in", async () => {
    const { stdout } = await run([EXECUTABLE, "licenses"]);
    const notice = readFileSync(join(root, "NOTICE"), "utf8");
    expect(stdout.slice(0, notice.length)).toBe(notice);
    const listed = await run([EXECUTABLE, "licenses", "--json"]);
    const components = JSON.parse(listed.stdout) as { name: string; text: string }[];
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const names = components.map(({ name }) => name);
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
    const untold = components.filter(
      ({ text }) => text.length < 500 || !stdout.includes(text.trim()),
    );
    expect(untold.map(({ name }) => name)).toEqual([]);
  });
});
