/** How long the event loop is held at most, by the hardest bodies that the contract accepts. */
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { serveMonitored } from "../../support/monitored.ts";
import { issueKey } from "../../support/program.ts";
import { padded, WORST_BODIES } from "../../support/worst-bodies.ts";
import { definePart } from "../page/part.ts";

const CROWD = 28;
const CROWD_BYTES = 3_800_000;
const ROUNDS = 3;
const HOLD_MS_MAX = 20;
/** The start holds the loop for longer, which nobody waits for yet; by then it is told. */
const STARTED_MS = 300;

export interface Held {
  name: string;
  kilobytes: number;
  statuses: readonly number[];
  /** What the service's own thread worked between two turns of its loop. */
  cpuMs: number;
  /** The same by the clock, which also counts what other processes did meanwhile. */
  wallMs: number;
  answeredMs: number;
}

const fresh = (body: string) =>
  body.replace(/"request_id":"[^"]*"/, `"request_id":"${Bun.randomUUIDv7()}"`);

/** Posts each body in turn, several times, then a crowd of large ones at once. */
export async function measureHolds(
  command: readonly string[],
  rounds: number,
  told: (held: Held) => void = () => undefined,
): Promise<{ alone: Held[]; crowd: Held }> {
  const folder = temporaryFolder("event-loop");
  try {
    await issueKey(command, folder.path);
    const service = await serveMonitored(folder.path, command);
    await Bun.sleep(STARTED_MS);
    const hold = async (name: string, bodies: readonly string[]): Promise<Held> => {
      await service.holds();
      const asked = performance.now();
      const statuses = await Promise.all(bodies.map((body) => service.post(body)));
      const answeredMs = performance.now() - asked;
      const held = {
        name,
        kilobytes: (bodies[0] ?? "").length / 1_000,
        statuses: [...new Set(statuses)],
        answeredMs,
        ...(await service.holds()),
      };
      told(held);
      return held;
    };
    const alone: Held[] = [];
    for (const { name, body } of WORST_BODIES) {
      const text = body();
      for (let round = 0; round < rounds; round++)
        alone.push(await hold(round === 0 ? name : "  again", [fresh(text)]));
    }
    const large = padded(WORST_BODIES[1]?.body() ?? "", CROWD_BYTES);
    const bodies = Array.from({ length: CROWD }, () => fresh(large));
    const crowd = await hold(`${CROWD} of 3.8 MB at once`, bodies);
    await service.stop();
    return { alone, crowd };
  } finally {
    folder.remove();
  }
}

export const eventLoop = definePart({
  title: "Event loop",
  note: `Longest hold of the main thread, in its own processor time, while ${WORST_BODIES.length} of the hardest bodies are read and answered one by one (${ROUNDS} times each), then ${CROWD} of 3.8 MB at once.`,
  rows: {
    first: {
      name: "the first answer after a start",
      unit: "ms",
      digits: 1,
      bar: { most: HOLD_MS_MAX },
    },
    alone: { name: "any later body", unit: "ms", digits: 1, bar: { most: HOLD_MS_MAX } },
    crowd: { name: "the crowd", unit: "ms", digits: 1, bar: { most: HOLD_MS_MAX } },
  },
  async measure({ quick }) {
    const { alone, crowd } = await measureHolds([EXECUTABLE], quick ? 1 : ROUNDS);
    const [first, ...later] = alone.map(({ cpuMs }) => cpuMs);
    return { first: first ?? Number.NaN, alone: Math.max(...later), crowd: crowd.cpuMs };
  },
});
