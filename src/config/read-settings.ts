/**
 * Reads settings from flags, environment and file, and reports all faults together.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { SETTINGS, type SettingName, type Settings } from "./settings.ts";

/** The settings of a file by flag, each with the place that a message names. */
export type SettingsFile = ReadonlyMap<string, { value: string; source: string }>;

/**
 * Reads the named settings: flag before environment before file before default.
 * @throws UsageError which names every bad setting at once; no setting is a secret, so values are
 *   shown, but for a password in a URL
 */
export function readSettings<N extends SettingName>(
  names: readonly N[],
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
  file: SettingsFile = new Map(),
): Settings<N> {
  const problems: string[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of names) {
    const declaration = SETTINGS[name];
    const given = givenFor(declaration, flags[declaration.flag], env, file);
    try {
      values[name] = given === undefined ? declaration.default : declaration.parse(given.value);
    } catch (error) {
      problems.push(`${given?.source} ${(error as Error).message} (got ${shown(given?.value)})`);
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join("; "));
  return values as Settings<N>;
}

function shown(value: string | undefined): string {
  return JSON.stringify(value?.replace(/(:\/\/[^:@/]*):.*@/s, "$1:…@"));
}

/** The given value and where it was given, by precedence. An empty variable counts as unset. */
function givenFor(
  { flag, env: variable }: { flag: string; env: string },
  typed: unknown,
  env: Readonly<Record<string, string | undefined>>,
  file: SettingsFile,
): { value: string; source: string } | undefined {
  if (typeof typed === "string") return { value: typed, source: `--${flag}` };
  const set = env[variable];
  return set === undefined || set === "" ? file.get(flag) : { value: set, source: variable };
}
