/**
 * Preloaded into a service: measures how long its event loop is held at most, by the clock and by
 * the processor time of its own thread, which no other process on the machine can add to.
 *
 *     bun --preload tests/support/loop-monitor.ts src/main.ts serve …
 *
 * Writes its address to stderr as `loop-monitor URL`. Each GET answers the longest holds since the
 * last one.
 */
import { dlopen } from "bun:ffi";

const CLOCK_THREAD_CPUTIME_ID = 3;
const NS_PER_MS = 1_000_000;
const MS_PER_SECOND = 1_000;
const TICK_MS = 1;

export interface Holds {
  wallMs: number;
  cpuMs: number;
}

const { symbols } = dlopen("libc.so.6", {
  clock_gettime: { args: ["i32", "ptr"], returns: "i32" },
});
const time = new BigInt64Array(2);

function cpuMs(): number {
  symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, time);
  return Number(time[0]) * MS_PER_SECOND + Number(time[1]) / NS_PER_MS;
}

// Workers preload it too, and have no loop that anybody waits for.
if (Bun.isMainThread) {
  let longest: Holds = { wallMs: 0, cpuMs: 0 };
  let wall = performance.now();
  let cpu = cpuMs();
  setInterval(() => {
    const [wallNow, cpuNow] = [performance.now(), cpuMs()];
    longest = {
      wallMs: Math.max(longest.wallMs, wallNow - wall - TICK_MS),
      cpuMs: Math.max(longest.cpuMs, cpuNow - cpu),
    };
    [wall, cpu] = [wallNow, cpuNow];
  }, TICK_MS).unref();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      const told = longest;
      longest = { wallMs: 0, cpuMs: 0 };
      return Response.json(told);
    },
  });
  server.unref();
  process.stderr.write(`loop-monitor ${server.url}\n`);
}
