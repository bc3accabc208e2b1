/** Callers that keep a service busy, behind another gateway, where no rate limit is in the way. */
import { ANSWER_HEADERS, GATEWAY_SECRET } from "../support/behind-gateway.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, type RunningService, run, serve } from "../support/program.ts";

const MS_PER_SECOND = 1_000;
export const CLIENT = "sandbox-oura";
export const OTHER_CLIENT = "production-oura";

const QUESTIONS = [
  "Why is my HRV lower this week and what can I do about it?",
  "Does alcohol in the evening change my sleep?",
  "can i train hard in my luteal phase",
  "My resting heart rate went up before my period. Normal?",
  "How can I fall asleep faster?",
  "Does slow breathing raise HRV?",
  "why am i so tired before my period and how do i sleep better",
  null,
];

export interface Told {
  client: string;
  status: number;
  ms: number;
}

let asked = 0;

/** A request that nobody asked before. */
export function freshBody(): string {
  return JSON.stringify(requestBody({ query: QUESTIONS[asked++ % QUESTIONS.length] }));
}

/**
 * @param command the program; both clients have consent
 * @param more besides the secret, in its environment and for its log
 */
export async function serveForLoad(
  command: readonly string[],
  dataDir: string,
  more: { env?: Record<string, string>; stderr?: number } = {},
): Promise<RunningService> {
  await issueKey(command, dataDir);
  const granted = await run([
    ...command,
    "consent",
    "activate",
    OTHER_CLIENT,
    "--data-dir",
    dataDir,
  ]);
  if (granted.code !== 0) throw new Error(granted.stderr);
  return serve(command, dataDir, {
    ...more,
    args: ["--gateway", "external"],
    env: { PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET, ...more.env },
  });
}

/** Asks once. */
export async function ask(
  url: string,
  client: string,
  body = freshBody(),
): Promise<Told & { retryAfterMs: number }> {
  const started = performance.now();
  const response = await fetch(`${url}/v1/oura/recommendation`, {
    method: "POST",
    headers: { ...ANSWER_HEADERS, "x-gateway-partner-id": client },
    body,
  });
  await response.arrayBuffer();
  const ms = performance.now() - started;
  const retryAfterMs = Number(response.headers.get("retry-after") ?? 0) * MS_PER_SECOND;
  return { client, status: response.status, ms, retryAfterMs };
}

/**
 * Callers of each client that ask without a pause until the time is over; they wait `Retry-After`.
 */
export async function ply(
  url: string,
  seconds: number,
  callers: Readonly<Record<string, number>>,
): Promise<Told[]> {
  const told: Told[] = [];
  const end = performance.now() + seconds * MS_PER_SECOND;
  const caller = async (client: string) => {
    while (performance.now() < end) {
      const { retryAfterMs, ...one } = await ask(url, client);
      told.push(one);
      await Bun.sleep(Math.min(retryAfterMs, Math.max(0, end - performance.now())));
    }
  };
  await Promise.all(
    Object.entries(callers).flatMap(([client, count]) =>
      Array.from({ length: count }, () => caller(client)),
    ),
  );
  return told;
}

/** Milliseconds of those that were answered so. */
export function timesOf(told: readonly Told[], status: number, client?: string): number[] {
  return told
    .filter((each) => each.status === status && (client === undefined || each.client === client))
    .map(({ ms }) => ms);
}
