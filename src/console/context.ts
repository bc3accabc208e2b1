/**
 * What the console is given, and what every request to it needs.
 * @module
 */
import type { StateStore } from "../store/port.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { CommandRunner, RunnerOptions } from "./command-runner.ts";
import type { Links } from "./login.ts";
import type { Sessions } from "./sessions.ts";
import type { StoreAccess } from "./store-access.ts";
import type { TrafficWatch } from "./traffic.ts";

export interface ConsoleOptions {
  /** Where it listens. Whatever that is, it answers only under a name of this machine. */
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The folder of the state store, where commands learn of a running console. */
  stateDir: string;
  version: string;
  /** Whether pages and JSON show the masked question of an audit row. */
  showQueries: boolean;
  store: StateStore;
  metrics: Metrics;
  logger: Logger;
  /** The program's own command line for these words, and the child's variables. */
  program: RunnerOptions["program"];
  /** Epoch milliseconds; set by tests. */
  now?: () => number;
}

export interface ConsoleContext {
  options: ConsoleOptions;
  now(): number;
  /** The name of the cookie. Cookies of all ports of a host are sent together. */
  cookie: string;
  store: StoreAccess;
  links: Links;
  sessions: Sessions;
  traffic: TrafficWatch;
  commands: CommandRunner;
}
