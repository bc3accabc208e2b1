/**
 * Replays of one answer, every check kept, against a bare Elysia route that answers the same bytes.
 *
 *     bun tests/bench/replay.ts [--replays 3000]
 *
 * Both are processes of their own, asked in turn by one caller. Runs the executable where it is built.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RATE_LIMIT_REQUESTS_MAX } from "../../src/contract/limits.ts";
import { openStore } from "../../src/store/index.ts";
import { temporaryFolder } from "../support/folder.ts";
import { requestBody } from "../support/payloads.ts";
import { percentile } from "../support/percentile.ts";
import { EXECUTABLE, HAS_EXECUTABLE, SOURCE, serve } from "../support/program.ts";

const { values } = parseArgs({ options: { replays: { type: "string", default: "3000" } } });
const REPLAYS = Number(values.replays);
const TURN = 50;
/** Of which the figures leave out, because both programs are compiled while they run. */
const WARM_UP = 500;

const folder = temporaryFolder("replay");
try {
  const store = openStore(folder.path);
  store.consent.change("sandbox-oura", "active", "bench");
  // The rate limit stays on: each key is used as often as it may be in a minute.
  const keys = Array.from(
    { length: Math.ceil((REPLAYS + WARM_UP + 1) / RATE_LIMIT_REQUESTS_MAX) },
    () => store.keys.issue({ tenant: "oura", environment: "sandbox" }).key,
  );
  store.close();
  const service = await serve(HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE, folder.path);
  const body = JSON.stringify(requestBody());
  let used = 0;
  const keyOf = () => keys[Math.floor(used++ / RATE_LIMIT_REQUESTS_MAX)] ?? "";
  const first = await service.post(body, keyOf());
  const peer = Bun.spawn([process.execPath, join(import.meta.dir, "replay-peer.ts")], {
    stdin: new Blob([first.text]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value: told } = await peer.stdout.getReader().read();
  const peerUrl = new TextDecoder().decode(told).trim();

  const timed = async (url: string, key: string, isReplay: boolean) => {
    const asked = performance.now();
    const response = await fetch(`${url}/v1/oura/recommendation`, {
      method: "POST",
      headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    const ms = performance.now() - asked;
    if (text !== first.text) throw new Error(`other bytes came with ${response.status}`);
    if (isReplay && response.headers.get("x-service-cache") !== "hit") throw new Error("it was computed");
    return ms;
  };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let done = 0; done < REPLAYS + WARM_UP; done += TURN) {
    for (let i = 0; i < TURN; i++) ours.push(await timed(service.url, keyOf(), true));
    for (let i = 0; i < TURN; i++) bare.push(await timed(peerUrl.replace(/\/$/, ""), "none", false));
  }
  peer.kill();
  await service.stop();
  const p50 = (samples: number[]) => percentile(samples.slice(WARM_UP), 0.5);
  const p95 = (samples: number[]) => percentile(samples.slice(WARM_UP), 0.95);
  const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(40)}${text}\n`);
  line("program", HAS_EXECUTABLE ? "dist/phasewise" : "src/main.ts");
  line(`replay (n=${REPLAYS})`, `p50 ${p50(ours).toFixed(3)}  p95 ${p95(ours).toFixed(3)} ms`);
  line("bare Elysia route, same bytes", `p50 ${p50(bare).toFixed(3)}  p95 ${p95(bare).toFixed(3)} ms`);
  line("of the bare route's speed, p50", `${((100 * p50(bare)) / p50(ours)).toFixed(0)} %`);
} finally {
  folder.remove();
}
