/**
 * Guarantees: no settings file makes the program crash, and each setting has the value that the
 * file gives it.
 */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { configFileOf } from "../../src/config/file.ts";
import { SETTINGS } from "../../src/config/settings.ts";
import { UsageError } from "../../src/contract/error.ts";

const folder = temporaryFolder("config");
afterAll(() => folder.remove());
const path = join(folder.path, "phasewise.conf");

function read(text: string) {
  writeFileSync(path, text);
  return configFileOf(path);
}

test("any bytes are settings or one usage error that names the file and a line", () => {
  const piece = fc.constantFrom(
    "port",
    "data-dir",
    "=",
    " ",
    "#",
    "\n",
    "\r\n",
    "\0",
    "é",
    "8080",
    '"',
    "--",
    "\u202e",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      try {
        for (const { source } of read(pieces.join("")).values())
          expect(source).toStartWith(`${path} line `);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as Error).message).toMatch(/ line \d+: /);
        expect((error as Error).message).not.toContain("\n");
      }
    }),
  );
});

test("settings come back as they were written, however they are spaced", () => {
  const flags = Object.values(SETTINGS).map(({ flag }) => flag);
  const value = fc
    .string({ unit: fc.constantFrom(..."aß/:.=#\"' 1"), maxLength: 12 })
    .map((text) => text.trim());
  const space = fc.constantFrom("", " ", "\t  ");
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...flags), value),
      space,
      space,
      (settings, before, around) => {
        const lines = Object.entries(settings).map(
          ([flag, text]) => `${before}${flag}${around}=${around}${text}${around}`,
        );
        const found = read(["# a comment", "", ...lines].join("\n"));
        expect(
          Object.fromEntries([...found].map(([flag, { value: text }]) => [flag, text])),
        ).toEqual({
          ...settings,
        });
      },
    ),
  );
});
