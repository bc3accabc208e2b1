/**
 * The long check of the shared rate limit, in real time: four processes with skewed clocks ask for
 * one key without a pause, over two windows and a piece. No 60 seconds may hold more than 30
 * admissions, and none that was due may be missing.
 *
 *     bun tests/gateway/window.ts [SECONDS]
 */
import { join } from "node:path";
import { RATE_LIMIT_REQUESTS_MAX, RATE_LIMIT_WINDOW_SECONDS } from "../../src/contract/limits.ts";
import { HAS_REDIS, startRedis } from "../support/redis.ts";

const SKEWS_MS = [-300_000, 0, 90_000, 300_000];
const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1_000;
/** What two readings of the right clock may be apart. */
const CLOCKS_APART_MS = 2;
const seconds = Number(process.argv[2] ?? 130);
if (!HAS_REDIS) process.exit(0);

const redis = await startRedis();
const program = join(import.meta.dir, "window-replica.ts");
const outputs = await Promise.all(
  SKEWS_MS.map((skewMs) => {
    const words = [process.execPath, program, redis.url, String(seconds), String(skewMs)];
    return new Response(Bun.spawn(words, { stdout: "pipe" }).stdout).text();
  }),
);
await redis.stop();
const lines = outputs.flatMap((text) => text.trim().split("\n"));
const failures = lines.filter((line) => line.startsWith("failed"));
const admissions = lines
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(" ").map(Number))
  .map(([asked = 0, told = 0]) => ({ asked, told }))
  .sort((a, b) => a.told - b.told);
// An admission lies between asking and telling. So 31 of them are surely too many where all were
// asked and told within one window.
const tooMany = admissions.filter(({ told }, i) => {
  const together = admissions.slice(Math.max(0, i - RATE_LIMIT_REQUESTS_MAX), i + 1);
  if (together.length <= RATE_LIMIT_REQUESTS_MAX) return false;
  return told - Math.min(...together.map(({ asked }) => asked)) < WINDOW_MS - CLOCKS_APART_MS;
});
const due = RATE_LIMIT_REQUESTS_MAX * Math.ceil(seconds / RATE_LIMIT_WINDOW_SECONDS);
process.stdout.write(
  `${admissions.length} admissions of ${due} due in ${seconds} s over ${SKEWS_MS.length} processes; ${tooMany.length} too early; ${failures.length} not counted\n`,
);
if (tooMany.length > 0 || Math.abs(admissions.length - due) > 1 || failures.length > 0)
  process.exit(1);
