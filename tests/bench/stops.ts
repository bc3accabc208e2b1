/**
 * Stops the executable again and again, while it loads and while it answers, and counts how it
 * ended.
 *
 *     bun tests/bench/stops.ts [ROUNDS]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE } from "../support/executable.ts";
import { requestBody } from "../support/payloads.ts";
import { issueKey, run, serve } from "../support/program.ts";

const ROUNDS = Number(process.argv[2] ?? 100);
const LOADING_MS_MAX = 1_500;
const CALLERS = 3;

const folder = temporaryFolder("stops");
const data = join(folder.path, "data");
const codes = new Map<string, number>();
let answered = 0;

async function whileLoading(round: number): Promise<number> {
  const service = await serve([EXECUTABLE], data, { awaitReady: false });
  await Bun.sleep((round / ROUNDS) * LOADING_MS_MAX);
  return service.stop();
}

async function whileAnswering(): Promise<number> {
  const key = await issueKey([EXECUTABLE], data);
  const service = await serve([EXECUTABLE], data);
  const ask = () =>
    service.post(requestBody(), key).then(
      ({ status }) => status,
      () => null,
    );
  const asked = [ask()];
  await Promise.all(asked);
  asked.push(...Array.from({ length: CALLERS }, ask));
  await Bun.sleep(10);
  const code = await service.stop();
  for (const status of await Promise.all(asked)) if (status === 200) answered++;
  return code;
}

/** Each answer that was recorded must have reached its caller. */
async function recorded(): Promise<number> {
  const { stdout } = await run([
    EXECUTABLE,
    "audit",
    "list",
    "--json",
    "--limit",
    "1000000",
    "--data-dir",
    data,
  ]);
  return stdout.split("\n").filter(Boolean).length;
}

try {
  for (let round = 0; round < ROUNDS; round++) {
    const [when, stop] =
      round % 2 === 0 ? ["loading", whileLoading] : ["answering", whileAnswering];
    const ended = `${when}: exit ${await (stop as typeof whileLoading)(round)}`;
    codes.set(ended, (codes.get(ended) ?? 0) + 1);
  }
  const left = readdirSync(join(data, "tmp"));
  process.stdout.write(
    `${ROUNDS} stops\n${[...codes].map(([ended, count]) => `  ${ended} × ${count}`).join("\n")}\n`,
  );
  process.stdout.write(
    `rows recorded: ${await recorded()}, answers received: ${answered}; temporary folders left: ${left.length}\n`,
  );
} finally {
  folder.remove();
}
