/**
 * The environment variables of the commands' own options, which are no settings.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { SETTINGS } from "./settings.ts";

const SWITCHED_ON = ["1", "true"];
const SWITCHED_OFF = ["0", "false"];

/**
 * The variable of a command's own option: `--dry-run` has `PHASEWISE_DRY_RUN`. Null where a setting
 * has that variable, because a value for the service must not reach a command's option of the same
 * name.
 */
export function variableOf(flag: string): string | null {
  const name = `PHASEWISE_${flag.toUpperCase().replaceAll("-", "_")}`;
  return Object.values(SETTINGS).some(({ env }) => env === name) ? null : name;
}

/**
 * A command's own option from the environment; undefined where it is unset or empty.
 * @param option without `value` it is a switch
 * @throws UsageError where a switch is neither on nor off
 */
export function readOption(
  flag: string,
  { value, multiple }: { value?: string; multiple?: boolean },
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | string[] | boolean | undefined {
  const name = variableOf(flag);
  const given = name === null ? undefined : env[name];
  if (given === undefined || given === "") return undefined;
  if (value !== undefined) return multiple ? given.split(",").map((each) => each.trim()) : given;
  if (SWITCHED_ON.includes(given)) return true;
  if (SWITCHED_OFF.includes(given)) return undefined;
  throw new UsageError(
    `${name} is ${JSON.stringify(given)}: give ${SWITCHED_ON[0]} or leave it out`,
  );
}
