/** `health`: asks whether a running service is ready, for supervisors and container engines. */
import type { Settings } from "../config/settings.ts";
import { OperatorError, UsageError } from "../contract/error.ts";
import { urlOf } from "../gateway/url.ts";
import { textOption } from "./arguments.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";

const WAIT_MS = 2_000;
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL at which a service with these settings answers on its own machine. */
export function localUrl({ host, port, tlsCert }: Settings<"host" | "port" | "tlsCert">): string {
  return urlOf(EVERYWHERE[host] ?? host, port, tlsCert === null ? "http" : "https");
}

/**
 * Skips the check of the certificate: it names another host than this address, and no secret is
 * sent.
 */
export const LOCAL_FETCH = { redirect: "error", tls: { rejectUnauthorized: false } } as const;

/** @throws UsageError */
export function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url is ${JSON.stringify(url)}: give one such as http://127.0.0.1:8080`);
  }
  return url.replace(/\/+$/, "");
}

export const health = defineCommand({
  name: "health",
  summary: "asks a running service whether it is ready; exit 0 where it is, 1 where it is not",
  settings: ["host", "port", "tlsCert"],
  options: { url: { value: "URL", help: "asks there instead of at --host and --port" } },
  async run({ settings, options, json }) {
    const given = textOption(options, "url");
    const url = `${given === undefined ? localUrl(settings) : baseOf(given)}/v1/health/ready`;
    const response = await fetch(url, {
      ...(given === undefined && LOCAL_FETCH),
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: "error",
    }).catch(({ message }: Error) => {
      throw new OperatorError(`no answer from ${url}: ${message}`);
    });
    const body = (await response.json().catch(() => null)) as {
      status?: unknown;
      error?: { message?: unknown };
    } | null;
    if (response.status !== 200 || body?.status !== "ready") {
      // Any program may answer there, so only one word of its answer is printed.
      const [why = ""] = /\([a-z]{1,20}\)/.exec(String(body?.error?.message)) ?? [];
      throw new OperatorError(`${url} answers ${response.status} ${why}`.trimEnd());
    }
    if (json) printJson(body);
    else printLine("ready");
    return 0;
  },
});
