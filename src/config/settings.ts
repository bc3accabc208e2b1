/**
 * Every setting of the program, declared once with flag, environment variable, default and bounds.
 * Settings are read from the environment only here, and all faults are reported together.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { REQUEST_DEADLINE_SECONDS } from "../contract/limits.ts";
import { choice, duration, integer, optionalText, origins, subset, text } from "./kinds.ts";

export const SETTINGS = {
  dataDir: text({
    flag: "data-dir",
    env: "PHASEWISE_DATA_DIR",
    value: "DIR",
    default: "./data",
    help: "where phasewise keeps its database, the corpus releases and the unpacked libraries",
  }),
  state: optionalText({
    flag: "state",
    env: "PHASEWISE_STATE",
    value: "URL",
    help: "PostgreSQL database that replicas share for keys, consent and audit rows; without it the file state/phasewise.sqlite",
    check: /^postgres(?:ql)?:\/\/[^\s:@/?#]+@[^\s/?#@]*\/[^\s/?#]+(?:\?[^\s#]*)?$/,
    must: "must be postgres://USER@HOST:PORT/DATABASE, perhaps with ?sslmode=require, without password",
  }),
  statePasswordFile: optionalText({
    flag: "state-password-file",
    env: "PHASEWISE_STATE_PASSWORD_FILE",
    value: "FILE",
    help: "password for --state (or PHASEWISE_STATE_PASSWORD)",
  }),
  host: text({
    flag: "host",
    env: "PHASEWISE_HOST",
    value: "ADDRESS",
    default: "127.0.0.1",
    help: "the address to listen on",
  }),
  port: integer({
    flag: "port",
    env: "PHASEWISE_PORT",
    value: "N",
    default: 8080,
    min: 0,
    max: 65_535,
    help: "the port to listen on; 0 takes a free one",
  }),
  environments: subset({
    flag: "environments",
    env: "PHASEWISE_ENVIRONMENTS",
    choices: ["sandbox", "production"],
    default: ["sandbox", "production"],
    help: "the environments whose keys are accepted",
  }),
  gateway: choice({
    flag: "gateway",
    env: "PHASEWISE_GATEWAY",
    choices: ["embedded", "external"],
    default: "embedded",
    help: "embedded checks keys and the rate limit here; external leaves both to a gateway in front, which proves itself with X-Origin-Verify",
  }),
  originSecretFile: optionalText({
    flag: "origin-secret-file",
    env: "PHASEWISE_ORIGIN_SECRET_FILE",
    value: "FILE",
    help: "a file with the shared secret of the external gateway; without it PHASEWISE_ORIGIN_SECRET holds the secret",
  }),
  metricsPort: integer<number | null>({
    flag: "metrics-port",
    env: "PHASEWISE_METRICS_PORT",
    value: "N",
    default: null,
    min: 0,
    max: 65_535,
    help: "a listener of its own for /metrics; without it /metrics answers loopback callers only",
  }),
  mcp: choice({
    flag: "mcp",
    env: "PHASEWISE_MCP",
    choices: ["off", "on"],
    default: "off",
    help: "on serves tools for agents at /mcp (Model Context Protocol), under the same keys and limits",
  }),
  consolePort: integer<number | null>({
    flag: "console-port",
    env: "PHASEWISE_CONSOLE_PORT",
    value: "N",
    default: null,
    min: 0,
    max: 65_535,
    help: "listener of the operator's console on 127.0.0.1; without it there is none",
  }),
  consoleHost: text({
    flag: "console-host",
    env: "PHASEWISE_CONSOLE_HOST",
    value: "ADDRESS",
    default: "127.0.0.1",
    help: "address of the console's listener, for a container; it answers only under loopback names",
  }),
  consoleQueries: choice({
    flag: "console-queries",
    env: "PHASEWISE_CONSOLE_QUERIES",
    choices: ["hidden", "shown"],
    default: "hidden",
    help: "whether the console shows the masked question of an audit row",
  }),
  corsOrigins: origins({
    flag: "cors-origin",
    env: "PHASEWISE_CORS_ORIGIN",
    value: "LIST",
    default: [],
    help: "the origins whose pages may call the API and read /docs from a browser; without it none may",
  }),
  publicUrl: optionalText({
    flag: "public-url",
    env: "PHASEWISE_PUBLIC_URL",
    value: "URL",
    help: "the address at which callers reach the service, for the API document; without it the document names its own",
    check: /^https?:\/\/[^\s/?#@]{1,255}(?:\/[^\s/?#]{1,255}){0,8}$/,
    must: "must be an http or https address that does not end with a slash, such as https://api.example.com",
  }),
  rateLimitUrl: optionalText({
    flag: "rate-limit-url",
    env: "PHASEWISE_RATE_LIMIT_URL",
    value: "URL",
    help: "a Redis or Valkey server that counts requests for all replicas; without it each process counts its own",
    check:
      /^(?:rediss?:\/\/(?:[^\s/?#@:]+@)?[^\s/?#@]+(?:\/\d{1,4})?|redis\+unix:\/\/\/[^\s?#@]+)$/,
    must: "must be redis://HOST:PORT, rediss://HOST:PORT (TLS) or redis+unix:///PATH, perhaps with user@ and /DATABASE, without password",
  }),
  rateLimitPasswordFile: optionalText({
    flag: "rate-limit-password-file",
    env: "PHASEWISE_RATE_LIMIT_PASSWORD_FILE",
    value: "FILE",
    help: "a file with the password for --rate-limit-url; without it PHASEWISE_RATE_LIMIT_PASSWORD holds the password",
  }),
  rateLimitFallback: choice({
    flag: "rate-limit-fallback",
    env: "PHASEWISE_RATE_LIMIT_FALLBACK",
    choices: ["local", "refuse"],
    default: "local",
    help: "what happens while --rate-limit-url cannot be reached: local counts in this process alone, refuse answers 503",
  }),
  tlsCert: optionalText({
    flag: "tls-cert",
    env: "PHASEWISE_TLS_CERT",
    value: "FILE",
    help: "the certificate chain in PEM for the main port; without it the port speaks plain HTTP",
  }),
  tlsKey: optionalText({
    flag: "tls-key",
    env: "PHASEWISE_TLS_KEY",
    value: "FILE",
    help: "the private key of --tls-cert in PEM",
  }),
  storeQuery: choice({
    flag: "store-query",
    env: "PHASEWISE_STORE_QUERY",
    choices: ["masked", "none"],
    default: "masked",
    help: "what the audit row keeps of a question; with none, audit replay cannot rebuild the answer",
  }),
  deprecationsFile: optionalText({
    flag: "deprecations-file",
    env: "PHASEWISE_DEPRECATIONS_FILE",
    value: "FILE",
    help: "a JSON list of deprecated operations with their Deprecation and Sunset dates",
  }),
  inferenceThreads: integer<number | null>({
    flag: "inference-threads",
    env: "PHASEWISE_INFERENCE_THREADS",
    value: "N",
    default: null,
    min: 1,
    max: 64,
    help: "the threads of the models; without it all cores, at most 4",
  }),
  requestDeadline: integer({
    flag: "request-deadline",
    env: "PHASEWISE_REQUEST_DEADLINE",
    value: "SECONDS",
    default: REQUEST_DEADLINE_SECONDS,
    min: 1,
    max: 300,
    help: "the time from a request's arrival to its answer; a request that cannot be answered in time gets 503",
  }),
  retainAudit: duration({
    flag: "retain-audit",
    env: "PHASEWISE_RETAIN_AUDIT",
    default: "400d",
    help: "how long questions, signals and answers are kept; what bills and the hash chain need stays",
  }),
  corpusUrl: optionalText({
    flag: "corpus-url",
    env: "PHASEWISE_CORPUS_URL",
    value: "URL",
    help: "the s3://BUCKET/PREFIX whose published release the service follows; without it the installed release is used",
    check: /^s3:\/\/[^\s?#@]+$/,
    must: "must be s3://BUCKET/PREFIX",
  }),
  corpusTrust: optionalText({
    flag: "corpus-trust",
    env: "PHASEWISE_CORPUS_TRUST",
    value: "FILE",
    help: "a file with the Ed25519 public key in PEM that must have signed the releases at --corpus-url",
  }),
  bucketEndpoint: optionalText({
    flag: "bucket-endpoint",
    env: "PHASEWISE_BUCKET_ENDPOINT",
    value: "URL",
    help: "the address of the S3-compatible store; without it that of AWS in --bucket-region",
    check: /^https?:\/\/[^\s/?#@]+\/?$/,
    must: "must be an http or https address without a path",
  }),
  bucketRegion: text({
    flag: "bucket-region",
    env: "PHASEWISE_BUCKET_REGION",
    value: "NAME",
    default: "us-east-1",
    help: "the region of the S3-compatible store",
  }),
  contact: optionalText({
    flag: "contact",
    env: "PHASEWISE_CONTACT",
    value: "EMAIL",
    help: "the e-mail address at which the literature services can reach you; it is sent to them and to nobody else",
    check: /^[^\s@<>"(),;:]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,}$/,
    must: "must be an e-mail address",
  }),
  literatureMirror: optionalText({
    flag: "literature-mirror",
    env: "PHASEWISE_LITERATURE_MIRROR",
    value: "URL",
    help: "asks a mirror or proxy instead of the services, under /pubmed, /europepmc, /crossref, /openalex",
    check: /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]?)[^\s?#@]*$/,
    must: "must be an https address, or http on this machine",
  }),
  logLevel: choice({
    flag: "log-level",
    env: "PHASEWISE_LOG_LEVEL",
    choices: ["trace", "debug", "info", "warn", "error", "silent"],
    default: "info",
    help: "the least severe log lines that are written to stderr",
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
type SettingValue<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]["parse"]>;
export type Settings<N extends SettingName> = { [K in N]: SettingValue<K> };

/** The secrets have no flag, because every user of the machine can see a command line. */
export const ORIGIN_SECRET_ENV = "PHASEWISE_ORIGIN_SECRET";
export const STATE_PASSWORD_ENV = "PHASEWISE_STATE_PASSWORD";
export const RATE_LIMIT_PASSWORD_ENV = "PHASEWISE_RATE_LIMIT_PASSWORD";
/** The key with which `mcp` calls the service for an agent. */
export const API_KEY_ENV = "PHASEWISE_API_KEY";
/** The credentials of the object store, under the names of every client of one. */
export const BUCKET_KEY_ID_ENV = "AWS_ACCESS_KEY_ID";
export const BUCKET_SECRET_ENV = "AWS_SECRET_ACCESS_KEY";
export const BUCKET_SESSION_ENV = "AWS_SESSION_TOKEN";
/**
 * Keys for the literature services. PubMed answers faster with one; OpenAlex needs one for more
 * than a few requests.
 */
export const NCBI_KEY_ENV = "PHASEWISE_NCBI_KEY";
export const OPENALEX_KEY_ENV = "PHASEWISE_OPENALEX_KEY";

/** A secret from the environment, or null where it is unset. */
export function readSecret(
  name:
    | typeof ORIGIN_SECRET_ENV
    | typeof STATE_PASSWORD_ENV
    | typeof RATE_LIMIT_PASSWORD_ENV
    | typeof API_KEY_ENV
    | typeof BUCKET_KEY_ID_ENV
    | typeof BUCKET_SECRET_ENV
    | typeof BUCKET_SESSION_ENV
    | typeof NCBI_KEY_ENV
    | typeof OPENALEX_KEY_ENV,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  return env[name] ?? null;
}

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
