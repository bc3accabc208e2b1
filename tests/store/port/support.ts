/** A store behind its port: the file, or PostgreSQL where the run says so. */
import { onTestFinished } from "bun:test";
import type { StateStore } from "../../../src/store/port.ts";
import { openTestState } from "../../support/state.ts";

export const CLIENT = "sandbox-oura";
export const SANDBOX = { tenant: "oura", environment: "sandbox" } as const;
export const BY = "command line";

/**
 * A store that is closed after the test.
 * @param now the store's time, in epoch milliseconds
 */
export async function portStore(now: () => number = Date.now): Promise<StateStore> {
  const state = await openTestState(now);
  onTestFinished(() => state.close());
  return state.store;
}

/** Both stores refuse by a throw; one at once, the other later. */
export async function refused(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("it was not refused");
}

export async function all<T>(walked: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of walked) found.push(each);
  return found;
}
