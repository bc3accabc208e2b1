/** What partners send: new questions, replays, refusals, bad bodies, bodies that come slowly. */
import { connect } from "node:net";
import { nightRecord, requestBody, yesterday } from "../../support/payloads.ts";
import { freshBody } from "../load.ts";

const MS_PER_SECOND = 1_000;
const SLOW_PIECES = 5;
const SLOW_PIECE_MS = 600;

export interface Kind {
  name: string;
  everyMs: number;
  /** Statuses that are right; 503 always is, as long as it is told with `Retry-After`. */
  right: readonly number[];
  ask(url: string, key: string): Promise<number>;
}

async function post(url: string, key: string, body: string): Promise<number> {
  const headers = { authorization: `ApiKey ${key}`, "content-type": "application/json" };
  const response = await fetch(`${url}/v1/oura/recommendation`, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (response.status === 503 && !response.headers.has("retry-after")) return 0;
  return response.status;
}

/** The head of a request and its body in pieces, over seconds. */
function postSlowly(url: URL, key: string, body: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const head = `POST /v1/oura/recommendation HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: ApiKey ${key}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
  const socket = connect(Number(url.port), url.hostname, async () => {
    socket.write(head);
    const size = Math.ceil(body.length / SLOW_PIECES);
    for (let at = 0; at < body.length; at += size) {
      await Bun.sleep(SLOW_PIECE_MS);
      socket.write(body.slice(at, at + size));
    }
  });
  socket.once("data", (bytes) => {
    resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1] ?? 0));
    socket.destroy();
  });
  socket.once("error", () => resolve(0));
  socket.once("close", () => resolve(0));
  return promise;
}

const replayed = { body: freshBody(), since: performance.now() };
const REPLAY_WINDOW_MS = 240 * MS_PER_SECOND;

function replayBody(): string {
  if (performance.now() - replayed.since > REPLAY_WINDOW_MS) {
    replayed.body = freshBody();
    replayed.since = performance.now();
  }
  return replayed.body;
}

const OUT_OF_SCOPE = { query: "Should I take 400 mg of ibuprofen for my cramps?" };
const TOO_THIN = { oura: { sleep: [nightRecord({ day: yesterday(), hrv: null })] } };
let bad = 0;
const BAD_BODIES = [
  () => "{",
  () => JSON.stringify(requestBody({ timezone: "Nowhere/At_All" })),
  () => JSON.stringify(requestBody({ oura: { sleep: "none" } })),
  () => "null",
];

/** @param freshEveryMs how often a new question comes */
export function kinds(freshEveryMs: number): Kind[] {
  const body = (
    name: string,
    everyMs: number,
    right: readonly number[],
    make: () => string,
  ): Kind => ({
    name,
    everyMs,
    right,
    ask: (url, key) => post(url, key, make()),
  });
  return [
    body("fresh", freshEveryMs, [200], freshBody),
    body("replay", 500, [200], replayBody),
    body("out of scope", 5_000, [422], () => JSON.stringify(requestBody(OUT_OF_SCOPE))),
    body("too thin", 5_000, [200], () => JSON.stringify(requestBody(TOO_THIN))),
    body("bad body", 1_000, [422], () => BAD_BODIES[bad++ % BAD_BODIES.length]?.() ?? ""),
    {
      name: "slow body",
      everyMs: 5_000,
      right: [200],
      ask: (url, key) => postSlowly(new URL(url), key, freshBody()),
    },
    {
      name: "wrong key",
      everyMs: 2_000,
      right: [401],
      ask: (url) => post(url, "pw_sandbox_000000000000_nobody", freshBody()),
    },
  ];
}
