/** The settings of this process as variables, for a command that it starts. */
import { SETTINGS, type SettingName, type Settings } from "./settings.ts";

/**
 * This process's environment, in which each setting has the value that is in use here, whether it
 * came from a flag, a file or a variable.
 */
export function environmentWith<N extends SettingName>(
  settings: Settings<N>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const variables = new Map(Object.entries(environment));
  for (const [name, value] of Object.entries(settings)) {
    const { env } = SETTINGS[name as SettingName];
    // An empty variable counts as unset.
    variables.set(env, value === null ? "" : String(value));
  }
  return Object.fromEntries(
    [...variables].filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
