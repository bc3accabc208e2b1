/** The settings of a whole service, and of its parts. */
import type { SettingName, Settings } from "../config/settings.ts";
import { BUCKET_SETTINGS } from "./bucket-place.ts";
import { STATE_SETTINGS } from "./state.ts";

export const LIMIT_SETTINGS = [
  "rateLimitUrl",
  "rateLimitPasswordFile",
  "rateLimitFallback",
] as const;
export type LimitSettings = Settings<(typeof LIMIT_SETTINGS)[number]>;

const FOLLOW_SETTINGS = ["corpusUrl", "corpusTrust", ...BUCKET_SETTINGS] as const;
export type FollowSettings = Settings<(typeof FOLLOW_SETTINGS)[number]>;

export const SERVE_SETTINGS = [
  ...STATE_SETTINGS,
  "host",
  "port",
  "environments",
  "gateway",
  "originSecretFile",
  ...LIMIT_SETTINGS,
  ...FOLLOW_SETTINGS,
  "metricsPort",
  "mcp",
  "consolePort",
  "consoleHost",
  "consoleQueries",
  "corsOrigins",
  "publicUrl",
  "tlsCert",
  "tlsKey",
  "storeQuery",
  "deprecationsFile",
  "inferenceThreads",
  "requestDeadline",
  "retainAudit",
  "logLevel",
] as const satisfies readonly SettingName[];

export type ServeSettings = Settings<(typeof SERVE_SETTINGS)[number]>;
