/** A fault that a service meets, and what a run of it has shown. */
import type { RunningService } from "../../support/program.ts";

export interface Told {
  /** 0 where the connection was lost. */
  status: number;
  ms: number;
}

export interface Started {
  service: RunningService;
  /** The program, where it sees the data directory that the service sees. */
  command: readonly string[];
  dataDir: string;
  /** With which its callers are let in. */
  headers: Readonly<Record<string, string>>;
}

export interface Scene extends Started {
  /** A folder that is gone after the fault. */
  folder: string;
  /** Two callers ask new questions for so long, and a third asks for the same answer again. */
  load(seconds: number): Promise<void>;
  /** Counts what the fault's own callers were told. */
  tell(who: string, told: readonly Told[]): void;
  /** Something seen that no answer, log line or metric says. */
  remark(text: string): void;
  /** Starts the service again, after it has ended. */
  restart(): Promise<void>;
}

export interface Fault {
  name: string;
  /** What the operator does. */
  remedy: string;
  /** @param dataDir both clients have no consent yet */
  start(dataDir: string, folder: string): Promise<Started>;
  /** Brings the fault about, has callers ask while it lasts, and mends it. */
  strike(scene: Scene): Promise<void>;
}

/** What was seen, as the table tells it. */
export interface Seen {
  fault: Pick<Fault, "name" | "remedy">;
  callers: string;
  told: string;
  readiness: string;
}
