/** The settings that say where the state store is. */
import { STATE_PASSWORD_ENV } from "../config/secrets.ts";
import type { Settings } from "../config/settings.ts";
import type { StatePlace } from "../store/state.ts";
import { secretOf } from "./secret.ts";

export const STATE_SETTINGS = ["dataDir", "state", "statePasswordFile"] as const;
export type StateSettings = Settings<(typeof STATE_SETTINGS)[number]>;

/** @throws OperatorError where the file of the password cannot be read */
export function placeOf({ dataDir, state, statePasswordFile }: StateSettings): StatePlace {
  const given = { flag: "state-password-file", env: STATE_PASSWORD_ENV } as const;
  return { dataDir, state, password: state === null ? null : secretOf(statePasswordFile, given) };
}

/** The state store in the file of a data directory. */
export function fileIn(dataDir: string): StateSettings {
  return { dataDir, state: null, statePasswordFile: null };
}
