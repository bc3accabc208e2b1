/** Faults that callers make. */
import { connect } from "node:net";
import { ANSWER_HEADERS } from "../../support/behind-gateway.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { issueKey, serve } from "../../support/program.ts";
import { CLIENT, freshBody, OTHER_CLIENT, ply } from "../load.ts";
import type { Fault, Told } from "./fault.ts";
import { startPlain } from "./start.ts";

const MS_PER_SECOND = 1_000;
const FLOOD_CALLERS = 64;
const FLOOD_SECONDS = 20;
const UNFINISHED = 200;
/** Past the deadline of a request. */
const UNFINISHED_SECONDS = 13;
const STORM_CALLERS = 32;
const STORM_SECONDS = 6;
/** Fewer than its rate limit admits in that time. */
const PARTNER_REQUESTS = 20;

export const flood: Fault = {
  name: `${FLOOD_CALLERS} callers of one client flood it`,
  remedy: "more cores or a second machine where it lasts; other clients are served in turn",
  start: (dataDir) => startPlain(dataDir),
  async strike({ service, tell }) {
    const told = await ply(service.url, FLOOD_SECONDS, {
      [CLIENT]: FLOOD_CALLERS,
      [OTHER_CLIENT]: 1,
    });
    for (const client of [CLIENT, OTHER_CLIENT]) {
      const name = client === CLIENT ? "the flood" : "another client";
      tell(
        name,
        told.filter((each) => each.client === client),
      );
    }
  },
};

/** Sends the head of a request and half of its body, and waits for what comes. */
function unfinished(url: URL): Promise<Told> {
  const started = performance.now();
  const body = freshBody();
  const headers = Object.entries({
    ...ANSWER_HEADERS,
    host: url.host,
    "content-length": String(body.length),
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve) => {
    const end = (status: number) => {
      socket.destroy();
      resolve({ status, ms: performance.now() - started });
    };
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.write(
        `POST /v1/oura/recommendation HTTP/1.1\r\n${head}\r\n${body.slice(0, body.length / 2)}`,
      ),
    );
    socket.once("data", (bytes) =>
      end(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString())?.[1] ?? 0)),
    );
    socket.once("error", () => end(0));
    socket.once("close", () => end(0));
  });
}

export const unfinishedBodies: Fault = {
  name: `${UNFINISHED} callers never finish their bodies`,
  remedy: "look at the way to the partner where it lasts",
  start: (dataDir) => startPlain(dataDir),
  async strike({ service, load, tell }) {
    const url = new URL(service.url);
    const waiting = Promise.all(Array.from({ length: UNFINISHED }, () => unfinished(url)));
    await load(UNFINISHED_SECONDS);
    tell("unfinished bodies", await waiting);
  },
};

async function storm(url: string, seconds: number): Promise<Told[]> {
  const told: Told[] = [];
  const end = performance.now() + seconds * MS_PER_SECOND;
  const caller = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      const key = `pw_sandbox_${crypto.randomUUID().replaceAll("-", "")}`;
      const headers = { ...ANSWER_HEADERS, authorization: `ApiKey ${key}` };
      const response = await fetch(`${url}/v1/oura/recommendation`, {
        method: "POST",
        headers,
        body: freshBody(),
      });
      await response.arrayBuffer();
      told.push({ status: response.status, ms: performance.now() - started });
    }
  };
  await Promise.all(Array.from({ length: STORM_CALLERS }, caller));
  return told;
}

export const wrongKeys: Fault = {
  name: `${STORM_CALLERS} callers try wrong keys`,
  remedy: "block them in front of the service; a key has 196 random bits",
  async start(dataDir) {
    const key = await issueKey([EXECUTABLE], dataDir);
    const service = await serve([EXECUTABLE], dataDir);
    return {
      service,
      command: [EXECUTABLE],
      dataDir,
      headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
    };
  },
  async strike({ service, headers, tell }) {
    const storming = storm(service.url, STORM_SECONDS);
    for (let asked = 0; asked < PARTNER_REQUESTS; asked++) {
      const started = performance.now();
      const url = `${service.url}/v1/oura/recommendation`;
      const response = await fetch(url, { method: "POST", headers, body: freshBody() });
      await response.arrayBuffer();
      tell("a partner with a key", [{ status: response.status, ms: performance.now() - started }]);
    }
    tell("wrong keys", await storming);
  },
};
