/**
 * `demo`: one recommendation end to end on a fresh machine, from the real service over a real
 * socket.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "../config/read-settings.ts";
import { OperatorError, UsageError } from "../contract/error.ts";
import type { RecommendationResponse } from "../contract/response.ts";
import { writeFileDurably } from "../files/durable.ts";
import type { Service } from "../service/index.ts";
import { SERVE_SETTINGS } from "../service/serve-settings.ts";
import { fileIn } from "../service/state.ts";
import type { StateStore } from "../store/port.ts";
import { defineCommand } from "./command.ts";
import { demoRequest } from "./demo-payload.ts";
import { printFailure, printJson, printLine } from "./output.ts";
import { untilSignalled } from "./serve.ts";
import { withStore } from "./with-store.ts";

const TENANT = "oura";
const LINE_CHARS = 96;
const MS_PER_DAY = 86_400_000;

/** Breaks prose between words, for a terminal. */
function wrap(text: string, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > LINE_CHARS) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((row) => `${indent}${row}`).join("\n");
}

interface DemoKey {
  key: string;
  key_id: string;
}

/** The key in the file, where the store still takes it and its client consents; or null. */
async function keptKey(store: StateStore, file: string | null): Promise<DemoKey | null> {
  if (file === null || !existsSync(file)) return null;
  const key = readFileSync(file, "utf8").trim();
  const caller = await store.identify(key);
  return caller?.consent === "active" ? { key, key_id: caller.key.key_id } : null;
}

/**
 * Issues a one-day sandbox key, or takes the one in the file, and activates its client's consent.
 * @param keyFile keeps the key for the next demo in this directory
 * @throws OperatorError where the consent was revoked, which a demo must not undo
 */
function provision(dataDir: string, keyFile: string | null): Promise<DemoKey> {
  return withStore(
    fileIn(dataDir),
    async (store) => {
      const kept = await keptKey(store, keyFile);
      if (kept !== null) return kept;
      const issued = await store.keys.issue(
        {
          tenant: TENANT,
          environment: "sandbox",
          label: "demo",
          expires_in_ms: MS_PER_DAY,
        },
        "command line",
      );
      if ((await store.consent.state(issued.client_id)) === "revoked") {
        await store.keys.revoke(issued.key_id, "command line");
        throw new OperatorError(
          `consent of ${issued.client_id} was revoked in ${dataDir}: give the demo a --data-dir of its own`,
        );
      }
      await store.consent.change(issued.client_id, "active", "demo", "demo");
      if (keyFile !== null) writeFileDurably(keyFile, issued.key);
      return issued;
    },
    { create: true },
  );
}

/** A temporary data directory for the demo, where none is given. */
function temporaryData(): string {
  try {
    return mkdtempSync(join(tmpdir(), "phasewise-demo-"));
  } catch (error) {
    throw new OperatorError(
      `${(error as Error).message}: give the demo a --data-dir that can be written`,
    );
  }
}

async function ask(url: string, key: string, body: string) {
  const started = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/json" },
    body,
  }).catch((error: Error) => {
    throw new OperatorError(
      `cannot reach the demo's own server at ${url}: ${error.message}; is the loopback interface up (ip link set lo up)?`,
    );
  });
  const answer = (await response.json()) as RecommendationResponse;
  return {
    answer,
    status: response.status,
    cache: response.headers.get("x-service-cache"),
    ms: performance.now() - started,
  };
}

function printAnswer(answer: RecommendationResponse, question: string): void {
  printLine(`\nQuestion: ${question}\n`);
  const text = answer.recommendation ?? `(no recommendation: ${answer.suppression_reason})`;
  printLine(
    text
      .split("\n")
      .map((line) => wrap(line))
      .join("\n"),
  );
  printLine(
    `\nConfidence: ${answer.recommendation_confidence} (a heuristic grade, not a probability)`,
  );
  printLine("\nSources:");
  for (const citation of answer.citations) {
    printLine(wrap(`${citation.authors} (${citation.year}). ${citation.source_title}`, "  "));
    printLine(`    https://doi.org/${citation.doi}  relevance ${citation.relevance}`);
  }
  if (answer.suggested_questions.length > 0) {
    printLine("\nYou could ask next:");
    for (const suggestion of answer.suggested_questions) printLine(`  - ${suggestion}`);
  }
}

async function play(
  service: Service,
  dataDir: string,
  key: string,
  { json, stays }: { json: boolean; stays: boolean },
): Promise<void> {
  const started = performance.now();
  await service.ready;
  const readyMs = performance.now() - started;
  const yesterday = new Date(Date.now() - MS_PER_DAY).toISOString().slice(0, 10);
  const request = demoRequest(Bun.randomUUIDv7(), yesterday);
  const body = JSON.stringify(request);
  const url = `${service.server.url}/v1/${TENANT}/recommendation`;
  const first = await ask(url, key, body);
  const replay = await ask(url, key, body);
  const timings = { engine_ready_ms: readyMs, first_answer_ms: first.ms, replay_ms: replay.ms };
  const requestFile = join(dataDir, "demo-request.json");
  writeFileDurably(requestFile, body);
  const curl = `curl -sS ${url} -H 'Authorization: ApiKey ${key}' -H 'Content-Type: application/json' --data @${requestFile}`;
  if (first.status !== 200) throw new Error(`the demo request was answered with ${first.status}`);
  if (json) {
    printJson({ answer: first.answer, timings, replay: replay.cache, curl });
    return;
  }
  printAnswer(first.answer, String(request.query));
  printLine(
    `\nTimings: engine ready ${readyMs.toFixed(0)} ms, first answer ${first.ms.toFixed(0)} ms, replay ${replay.ms.toFixed(1)} ms (${replay.cache})`,
  );
  if (!stays) return;
  printLine(
    `\nTry it yourself (the same request_id replays for 5 minutes; change it for a fresh answer):\n${curl}`,
  );
}

export const demo = defineCommand({
  name: "demo",
  summary: "makes one recommendation end to end, then keeps a server running for you to try",
  settings: ["inferenceThreads"],
  options: {
    port: { value: "N", help: "the port to listen on; 0 takes a free one", default: "0" },
    once: { help: "ends after the answer" },
    "data-dir": {
      value: "DIR",
      help: "keeps the demo's data here instead of in a temporary folder",
    },
    "key-file": {
      value: "FILE",
      help: "keeps the key in this file for the next demo in the same --data-dir",
    },
  },
  async run({ settings, options, json }) {
    const given = options["data-dir"];
    const keyFile = typeof options["key-file"] === "string" ? options["key-file"] : null;
    if (keyFile !== null && typeof given !== "string")
      throw new UsageError("--key-file: name the --data-dir whose store knows the key");
    const temporary = typeof given === "string" ? null : temporaryData();
    const dataDir = typeof given === "string" ? given : (temporary ?? "");
    const signalled = untilSignalled();
    let service: Service | null = null;
    let issued: DemoKey | null = null;
    try {
      issued = await provision(dataDir, keyFile);
      // Only the demo's own settings: a PHASEWISE_* variable for the real service must not reach
      // it.
      const defaults = readSettings(SERVE_SETTINGS, { port: options.port }, {});
      const { startService } = await import("../service/index.ts");
      service = await startService(
        { ...defaults, ...settings, dataDir, logLevel: "warn" },
        printFailure,
      );
      await play(service, dataDir, issued.key, { json, stays: options.once !== true });
      if (options.once !== true) {
        if (!json)
          printLine(`\nThe server keeps running on ${service.server.url}; Ctrl-C ends it.`);
        await signalled;
      }
    } finally {
      await service?.stop();
      if (issued !== null && temporary === null && keyFile === null) {
        const { key_id } = issued;
        await withStore(fileIn(dataDir), ({ keys }) => keys.revoke(key_id, "command line"));
      }
      if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
    }
    return 0;
  },
});
