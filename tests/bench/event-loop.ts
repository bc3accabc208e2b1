/**
 * How long the event loop of a service is held at most, by the hardest bodies that it accepts.
 *
 *     bun tests/bench/event-loop.ts
 *
 * Processor time is what the service's own thread worked between two turns of its loop. The clock
 * also counts what other processes of the machine did meanwhile.
 */
import { temporaryFolder } from "../support/folder.ts";
import { serveMonitored } from "../support/monitored.ts";
import { issueKey, SOURCE } from "../support/program.ts";
import { padded, WORST_BODIES } from "../support/worst-bodies.ts";

const CROWD = 28;
const CROWD_BYTES = 3_800_000;
const ROUNDS = 3;

const folder = temporaryFolder("event-loop");
try {
  await issueKey(SOURCE, folder.path);
  const service = await serveMonitored(folder.path);
  const print = (...cells: (string | number)[]) => {
    const [name = "", ...rest] = cells;
    process.stdout.write(
      `${String(name).padEnd(48)}${rest
        .map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell).padStart(10))
        .join("")}\n`,
    );
  };
  print("body", "KB", "status", "cpu ms", "clock ms", "answer ms");
  const row = async (name: string, bodies: readonly string[]) => {
    await service.holds();
    const asked = performance.now();
    const statuses = await Promise.all(bodies.map((body) => service.post(body)));
    const answered = performance.now() - asked;
    const { cpuMs, wallMs } = await service.holds();
    const bytes = (bodies[0] ?? "").length / 1_000;
    print(name, bytes, [...new Set(statuses)].join(" "), cpuMs, wallMs, answered);
  };
  const fresh = (body: string) =>
    body.replace(/"request_id":"[^"]*"/, `"request_id":"${Bun.randomUUIDv7()}"`);
  for (const { name, body } of WORST_BODIES) {
    const text = body();
    for (let round = 0; round < ROUNDS; round++) await row(round === 0 ? name : "  again", [fresh(text)]);
  }
  const large = padded(WORST_BODIES[1]?.body() ?? "", CROWD_BYTES);
  await row(
    `${CROWD} of 3.8 MB at once`,
    Array.from({ length: CROWD }, () => fresh(large)),
  );
  await service.stop();
} finally {
  folder.remove();
}
