/**
 * Defines what a command is, how its arguments are read and how it ends: 0 done, 1 failed with one
 * line, 2 usage error.
 * @module
 */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { configFileOf } from "../config/file.ts";
import { nearest } from "../config/nearest.ts";
import { readOption, variableOf } from "../config/options.ts";
import { readSettings } from "../config/read-settings.ts";
import { SETTINGS, type SettingName, type Settings } from "../config/settings.ts";
import { UsageError } from "../contract/error.ts";

export interface Option {
  /** Placeholder in `--help`; absent for a switch. */
  value?: string;
  help: string;
  default?: string;
  multiple?: boolean;
}

export interface Invocation<N extends SettingName> {
  settings: Settings<N>;
  /** The command's own options by flag name; switches are `true`. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>;
  positionals: readonly string[];
  json: boolean;
  verbose: boolean;
}

export interface Command<N extends SettingName = SettingName> {
  /** The words that call it, such as `keys issue`. */
  name: string;
  summary: string;
  /**
   * The names of the positional arguments, such as `["CLIENT_ID"]`; a trailing `…` takes one or
   * more.
   */
  positionals?: readonly string[];
  settings: readonly N[];
  /** The command expects an existing data directory, and says so where it had to create one. */
  expectsData?: true;
  options?: Readonly<Record<string, Option>>;
  /** Resolves to the exit code. */
  run(invocation: Invocation<N>): Promise<number> | number;
}

/** Keeps the names of the settings in the type of `run`'s argument. */
export function defineCommand<const N extends SettingName>(command: Command<N>): Command {
  return command as unknown as Command;
}

const HELP = "help";
const CONFIG = "config";
const COMMON: Readonly<Record<string, Option>> = {
  [CONFIG]: {
    value: "FILE",
    help: "reads settings from lines of NAME = VALUE; flags and variables win over them",
  },
  json: { help: "prints machine-readable output to stdout, and nothing else" },
  verbose: { help: "prints a stack trace on failure" },
  [HELP]: { help: "prints this text" },
};
/** The options of this command, and those of every command, that are no settings. */
function ownOptions(command: Command): Record<string, Option> {
  return { ...command.options, ...COMMON };
}

/**
 * Every option by its flag, in the order of `--help`. Its help names the variable and the default.
 */
export function optionTable(command: Command): Record<string, Option> {
  const fromSettings = Object.fromEntries(
    command.settings.map((name) => {
      const { flag, env, value, help, default: fallback } = SETTINGS[name];
      const shown =
        fallback === null || String(fallback) === "" ? "" : `; default ${String(fallback)}`;
      return [flag, { value, help: `${help} (env ${env}${shown})` }];
    }),
  );
  const own = Object.entries(ownOptions(command)).map(([flag, option]) => {
    const variable = flag === HELP ? null : variableOf(flag);
    const notes = [
      ...(variable === null ? [] : [`env ${variable}`]),
      ...(option.default === undefined ? [] : [`default ${option.default}`]),
    ];
    return [
      flag,
      notes.length === 0 ? option : { ...option, help: `${option.help} (${notes.join("; ")})` },
    ];
  });
  return { ...fromSettings, ...Object.fromEntries(own) };
}

/** How a command is typed: the program, the command's words and its positional arguments. */
export function usageOf({ name, positionals = [] }: Command): string {
  return ["phasewise", name, ...positionals].join(" ");
}

/** An option with the placeholder of its value. */
export function shownOption(flag: string, { value }: Option): string {
  return value === undefined ? `--${flag}` : `--${flag} ${value}`;
}

export function helpText(command: Command): string {
  const table = Object.entries(optionTable(command));
  const left = table.map(([flag, option]) => shownOption(flag, option));
  const width = Math.max(...left.map((cell) => cell.length));
  const rows = table.map(([, o], i) => `  ${(left[i] ?? "").padEnd(width)}  ${o.help}`);
  return [usageOf(command), "", command.summary, "", ...rows, ""].join("\n");
}

/** Names the option that was probably meant. */
function hintOf(error: unknown, known: object): string {
  const typed = /^Unknown option '(--[^'=]+)/.exec((error as Error).message)?.[1];
  if (typed === undefined) return "";
  const meant = nearest(
    typed,
    Object.keys(known).map((flag) => `--${flag}`),
  );
  return meant === null ? "" : ` Did you mean ${meant}?`;
}

/**
 * Parses the words after the command's name. An option that is not among them is read from the
 * environment, and a setting then from a file.
 * @throws UsageError with the next step
 */
export function parseInvocation(
  command: Command,
  words: readonly string[],
): Invocation<SettingName> {
  const config: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [flag, option] of Object.entries(optionTable(command))) {
    config[flag] = {
      type: option.value === undefined ? "boolean" : "string",
      ...(option.multiple === undefined ? {} : { multiple: option.multiple }),
    };
  }
  let values: Record<string, string | boolean | string[] | undefined>;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args: [...words],
      options: config,
      strict: true,
      allowPositionals: true,
    }) as { values: typeof values; positionals: string[] });
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split(". ")[0]}.${hintOf(error, config)} Try: phasewise ${command.name} --help`,
    );
  }
  for (const [flag, option] of Object.entries(ownOptions(command)))
    values[flag] ??= (flag === HELP ? undefined : readOption(flag, option)) ?? option.default;
  const expected = command.positionals ?? [];
  const open = expected.at(-1)?.endsWith("…") ?? false;
  if (positionals.length < expected.length || (!open && positionals.length > expected.length)) {
    const wanted = expected.length === 0 ? "no further words" : expected.join(" ");
    throw new UsageError(`${command.name} takes ${wanted}. Try: phasewise ${command.name} --help`);
  }
  const settings = readSettings(command.settings, values, undefined, configFileOf(values[CONFIG]));
  return {
    settings,
    options: values,
    positionals,
    json: values.json === true,
    verbose: values.verbose === true,
  };
}
