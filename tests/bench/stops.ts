/**
 * Stops the executable again and again, while it loads and while it answers, and counts how it
 * ended.
 *
 *     bun tests/bench/stops.ts [ROUNDS]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { requestBody } from "../support/payloads.ts";
import { EXECUTABLE, issueKey, serve } from "../support/program.ts";

const ROUNDS = Number(process.argv[2] ?? 100);
const LOADING_MS_MAX = 1_500;
const CALLERS = 3;

const folder = temporaryFolder("stops");
const data = join(folder.path, "data");
const codes = new Map<string, number>();
let unanswered = 0;

async function whileLoading(round: number): Promise<number> {
  const service = await serve([EXECUTABLE], data, { awaitReady: false });
  await Bun.sleep((round / ROUNDS) * LOADING_MS_MAX);
  return service.stop();
}

async function whileAnswering(): Promise<number> {
  const key = await issueKey([EXECUTABLE], data);
  const service = await serve([EXECUTABLE], data);
  const { status } = await service.post(requestBody(), key);
  if (status !== 200) unanswered++;
  const asked = Array.from({ length: CALLERS }, () => service.post(requestBody(), key));
  await Bun.sleep(10);
  const code = await service.stop();
  for (const answer of await Promise.allSettled(asked))
    if (answer.status === "rejected" || answer.value.status !== 200) unanswered++;
  return code;
}

try {
  for (let round = 0; round < ROUNDS; round++) {
    const [when, stop] = round % 2 === 0 ? ["loading", whileLoading] : ["answering", whileAnswering];
    const ended = `${when}: exit ${await (stop as typeof whileLoading)(round)}`;
    codes.set(ended, (codes.get(ended) ?? 0) + 1);
  }
  const left = readdirSync(join(data, "tmp"));
  process.stdout.write(
    `${ROUNDS} stops\n${[...codes].map(([ended, count]) => `  ${ended} × ${count}`).join("\n")}\n`,
  );
  process.stdout.write(`answers lost: ${unanswered}; temporary folders left: ${left.length}\n`);
} finally {
  folder.remove();
}
