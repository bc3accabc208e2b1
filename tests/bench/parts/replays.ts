/** Replays of one answer, every check kept, beside programs that answer the same bytes. */
import { join } from "node:path";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { RATE_LIMIT_REQUESTS_MAX } from "../../../src/contract/limits.ts";
import { openStore } from "../../../src/store/sqlite/index.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { requestBody } from "../../support/payloads.ts";
import { percentile } from "../../support/percentile.ts";
import { serve } from "../../support/program.ts";
import { definePart } from "../page/part.ts";

const MS_PER_SECOND = 1_000;
const PERCENT = 100;
const REPLAYS = 3_000;
const QUICK_REPLAYS = 500;
/** Of which the figures leave out, because all programs are compiled while they run. */
const WARM_UP = 500;
/** The programs are asked in turn, so that all of them see the same machine. */
const TURN = 50;
const BATCH = 500;
const CALLERS = 8;
const CLIENT = "sandbox-oura";

/** Keys in turn: the rate limit stays on, so each is used as often as it may be in a minute. */
function keyring(dataDir: string, uses: number): () => string {
  const store = openStore(dataDir);
  store.consent.change(CLIENT, "active", "bench");
  const keys = Array.from(
    { length: Math.ceil(uses / RATE_LIMIT_REQUESTS_MAX) },
    () => store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line").key,
  );
  store.close();
  let used = 0;
  return () => keys[Math.floor(used++ / RATE_LIMIT_REQUESTS_MAX)] ?? "";
}

interface Program {
  url: string;
  key(): string;
  /** Milliseconds of each answer to one caller. */
  alone: number[];
  /** Milliseconds that all answers to several callers took together. */
  togetherMs: number;
}

async function startPeer(name: string, known: object): Promise<{ url: string; kill(): void }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../peers", `${name}.ts`)], {
    stdin: new Blob([JSON.stringify(known)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  return { url: new TextDecoder().decode(value).trim(), kill: () => child.kill() };
}

const speed = (name: string): { name: string; unit: string; digits: number } => ({
  name,
  unit: "ms",
  digits: 3,
});
const rate = (name: string) => ({ name, unit: "a second", digits: 0 });

export const replays = definePart({
  title: "Replays",
  note: `The same request again, key, consent, rate limit and store included, beside a bare Elysia route that answers the same bytes and Fastify (on Bun) that checks a key and finds the answer in a Map. Each is a process of its own, asked in turn. n = ${REPLAYS.toLocaleString("en-US")}; p50 by one caller, throughput by ${CALLERS}, who share the machine with what they ask.`,
  rows: {
    p50: speed("a replay, p50"),
    p95: speed("a replay, p95"),
    elysiaP50: speed("bare Elysia route, p50"),
    fastifyP50: speed("Fastify with a Map, p50"),
    ofElysia: { name: "of the bare route's speed, p50", unit: "%", digits: 0, bar: { least: 60 } },
    ofFastify: { name: "of Fastify's speed, p50", unit: "%", digits: 0 },
    rate: rate("replays"),
    elysiaRate: rate("bare Elysia route"),
    fastifyRate: rate("Fastify with a Map"),
    rateOfElysia: { name: "of the bare route's throughput", unit: "%", digits: 0 },
    rateOfFastify: { name: "of Fastify's throughput", unit: "%", digits: 0 },
  },
  async measure({ quick }) {
    const folder = temporaryFolder("replays");
    const count = (quick ? QUICK_REPLAYS : REPLAYS) + WARM_UP;
    try {
      const key = keyring(folder.path, 2 * count + 1);
      const service = await serve([EXECUTABLE], folder.path);
      const request = requestBody();
      const body = JSON.stringify(request);
      const first = await service.post(body, key());
      if (first.status !== 200) throw new Error(`the answer to replay: status ${first.status}`);
      const known = { key: "known", request_id: request.request_id, text: first.text };
      const peers = [await startPeer("elysia", known), await startPeer("fastify", known)];
      const program = (url: string, keyOf: () => string): Program => ({
        url,
        key: keyOf,
        alone: [],
        togetherMs: 0,
      });
      const ours = program(service.url, key);
      const [elysia, fastify] = peers.map(({ url }) => program(url, () => known.key));
      if (elysia === undefined || fastify === undefined) throw new Error("a peer did not start");

      const timed = async ({ url, key }: Program): Promise<number> => {
        const headers = { authorization: `ApiKey ${key()}`, "content-type": "application/json" };
        const asked = performance.now();
        const response = await fetch(`${url}/v1/oura/recommendation`, {
          method: "POST",
          headers,
          body,
        });
        const text = await response.text();
        const ms = performance.now() - asked;
        if (text !== first.text)
          throw new Error(`${url}: other bytes came with ${response.status}`);
        if (url === service.url && response.headers.get("x-service-cache") !== "hit")
          throw new Error("a replay was computed");
        return ms;
      };
      const programs = [ours, elysia, fastify];
      for (let done = 0; done < count; done += TURN)
        for (const each of programs)
          for (let i = 0; i < TURN; i++) each.alone.push(await timed(each));
      for (let done = 0; done < count; done += BATCH) {
        for (const each of programs) {
          const started = performance.now();
          let left = BATCH;
          const caller = async () => {
            while (left-- > 0) await timed(each);
          };
          await Promise.all(Array.from({ length: CALLERS }, caller));
          each.togetherMs += performance.now() - started;
        }
      }
      for (const peer of peers) peer.kill();
      await service.stop();

      const p = (each: Program, share: number) => percentile(each.alone.slice(WARM_UP), share);
      const rateOf = (each: Program) => (count / each.togetherMs) * MS_PER_SECOND;
      return {
        p50: p(ours, 0.5),
        p95: p(ours, 0.95),
        elysiaP50: p(elysia, 0.5),
        fastifyP50: p(fastify, 0.5),
        ofElysia: (PERCENT * p(elysia, 0.5)) / p(ours, 0.5),
        ofFastify: (PERCENT * p(fastify, 0.5)) / p(ours, 0.5),
        rate: rateOf(ours),
        elysiaRate: rateOf(elysia),
        fastifyRate: rateOf(fastify),
        rateOfElysia: (PERCENT * rateOf(ours)) / rateOf(elysia),
        rateOfFastify: (PERCENT * rateOf(ours)) / rateOf(fastify),
      };
    } finally {
      folder.remove();
    }
  },
});
