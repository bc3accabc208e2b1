/**
 * From the typed words to a command and its exit code: 0 done, 1 failed with one line, 2 not
 * understood.
 * @module
 */
import { nearest } from "../config/nearest.ts";
import { readOption } from "../config/options.ts";
import { UsageError } from "../contract/error.ts";
import { type Command, helpText, parseInvocation } from "./command.ts";
import { reportingNewDataDir } from "./new-data-dir.ts";
import { printFailure, printLine } from "./output.ts";

type Commands = readonly Command[];

const HELP_FLAGS = ["--help", "-h"];
const VERSION_FLAG = "--version";

function overview(commands: Commands): string {
  const width = Math.max(0, ...commands.map((command) => command.name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    "phasewise <command> [options]",
    "",
    ...rows,
    "",
    "phasewise <command> --help tells more.",
  ].join("\n");
}

function hintOf(commands: Commands, words: readonly string[]): string {
  const [first = ""] = words;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  const meant =
    nearest(words.join(" "), group) ??
    nearest(
      words.join(" "),
      commands.map(({ name }) => name),
    ) ??
    nearest(
      first,
      commands.map(({ name }) => name.split(" ")[0] ?? ""),
    );
  if (group.includes(meant ?? "")) return ` Did you mean ${meant}?`;
  if (group.length > 0) return ` There are ${group.join(", ")}.`;
  return meant === null ? "" : ` Did you mean ${meant}?`;
}

function find(
  commands: Commands,
  words: readonly string[],
): { command: Command; rest: readonly string[] } {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ");
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(count) };
  }
  if (words[0]?.startsWith("-"))
    throw new UsageError(
      `options come after the command: phasewise <command> ${words[0]}. Try: phasewise --help`,
    );
  const typed = words.slice(0, 2).filter((word) => !word.startsWith("-"));
  const named = typed.join(" ") || "(none)";
  throw new UsageError(
    `no such command: ${named}.${hintOf(commands, typed)} Try: phasewise --help`,
  );
}

async function perform(commands: Commands, given: readonly string[]): Promise<number> {
  const words = given[0] === VERSION_FLAG ? ["version", ...given.slice(1)] : given;
  const asked = words.some((word) => HELP_FLAGS.includes(word)) || words[0] === "help";
  const named = words.filter(
    (word, at) => !HELP_FLAGS.includes(word) && !(at === 0 && word === "help"),
  );
  if (words.length === 0 || (asked && (named[0]?.startsWith("-") ?? true))) {
    printLine(overview(commands));
    return asked ? 0 : 2;
  }
  if (asked) {
    const [topic] = named;
    const group = commands.filter(({ name }) => name.startsWith(`${topic} `));
    if (group.length > 0 && !group.some(({ name }) => name === named.slice(0, 2).join(" "))) {
      printLine(overview(group));
      return 0;
    }
    printLine(helpText(find(commands, named).command));
    return 0;
  }
  const { command, rest } = find(commands, words);
  const invocation = parseInvocation(command, rest);
  const run = () => command.run(invocation);
  return command.expectsData ? reportingNewDataDir(invocation.settings.dataDir, run) : run();
}

/** A variable that cannot be read must not hide the failure that it would explain. */
function isVerbose(words: readonly string[]): boolean {
  try {
    return words.includes("--verbose") || readOption("verbose", {}) === true;
  } catch {
    return false;
  }
}

/** Resolves to the exit code. A failure is reported in one line. */
export async function runProgram(commands: Commands, words: readonly string[]): Promise<number> {
  try {
    return await perform(commands, words);
  } catch (error) {
    const line = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
    const more = isVerbose(words) && error instanceof Error ? error.stack : undefined;
    await printFailure(more ?? line);
    return error instanceof UsageError ? 2 : 1;
  }
}
