/**
 * Reads a command's own options. A value that cannot be understood is a usage error that names the
 * option.
 */
import { UsageError } from "../contract/error.ts";
import type { Invocation } from "./command.ts";

type Options = Invocation<never>["options"];

export function textOption(options: Options, flag: string): string | undefined {
  const value = options[flag];
  if (typeof value === "string" && value.trim() === "")
    throw new UsageError(`--${flag} must not be empty`);
  return typeof value === "string" ? value : undefined;
}

export function choiceOption<const T extends string>(
  options: Options,
  flag: string,
  choices: readonly T[],
): T {
  const value = textOption(options, flag);
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) {
    const given = value === undefined ? "is missing" : `is ${JSON.stringify(value)}`;
    throw new UsageError(`--${flag} ${given}: give ${choices.join(" or ")}`);
  }
  return choice;
}

export function countOption(options: Options, flag: string): number | undefined {
  const value = textOption(options, flag);
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!/^\d+$/.test(value) || count < 1 || !Number.isSafeInteger(count)) {
    throw new UsageError(`--${flag} is ${JSON.stringify(value)}: give a whole number from 1`);
  }
  return count;
}
