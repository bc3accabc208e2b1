/** A part of the program that the long fuzz strikes. */
import type fc from "fast-check";

export interface Surface<T = unknown> {
  name: string;
  /** Whether its cases go over a socket. */
  socket: boolean;
  cases: fc.Arbitrary<T>;
  /** @returns what did not hold, or null */
  strike(each: T): Promise<string | null>;
  /** What it has written so far and not yet shown: its log. */
  written(): string;
  stop(): Promise<void>;
}
