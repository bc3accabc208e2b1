/** Words of the command line, parsed in this process: understood, or refused in one line. */
import fc from "fast-check";
import { parseInvocation } from "../../../src/cli/command.ts";
import { OperatorError, UsageError } from "../../../src/contract/error.ts";
import { COMMANDS } from "../../../src/main.ts";
import type { Surface } from "./surface.ts";

const FLAGS = COMMANDS.flatMap(({ options }) => Object.keys(options ?? {})).map(
  (flag) => `--${flag}`,
);
const word = fc.oneof(
  fc.constantFrom(
    ...FLAGS,
    "--port",
    "--data-dir",
    "--json",
    "--",
    "-",
    "--=",
    "-x",
    "--port=0",
    "--help",
  ),
  fc.constantFrom(
    "0",
    "-1",
    "65536",
    "1e3",
    "NaN",
    "400d",
    "",
    " ",
    "oura",
    "sandbox",
    "2026-13-45",
    "\u0000",
    "\ud800",
  ),
  fc.string({ maxLength: 20 }),
);
const words = fc.record({ of: fc.nat(), given: fc.array(word, { maxLength: 6 }) });
export type WordsCase = typeof words extends fc.Arbitrary<infer T> ? T : never;

export const commandLine: Surface<WordsCase> = {
  name: "words",
  socket: false,
  cases: words,
  async strike({ of, given }) {
    const command = COMMANDS[of % COMMANDS.length];
    if (command === undefined) return "there are no commands";
    try {
      parseInvocation(command, given);
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof OperatorError)) throw error;
      if (error.message === "") return `${command.name}: refused without a word`;
    }
    return null;
  },
  written: () => "",
  stop: async () => undefined,
};
