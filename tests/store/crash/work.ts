/**
 * A process that changes a store in every possible way until it is killed, and reports what it
 * tries and what is done.
 */
import { join } from "node:path";
import { openStore } from "../../../src/store/sqlite/index.ts";
import { entry, NOON_MS } from "../entry.ts";
import { generator } from "./generator.ts";

const [dataDir = "", seed = "1"] = process.argv.slice(2);
/** A few steps are a month, so that there is often one to seal. */
const STEP_MS = 6 * 24 * 3_600_000;
const random = generator(Number(seed));
let nowMs = 0;
const store = openStore(dataDir, { now: () => nowMs, elapsedMs: () => 0 });
nowMs = Math.max(NOON_MS, store.upkeep.times().newest_ms);

function tell(...words: string[]): void {
  process.stdout.write(`${words.join(" ")}\n`);
}

const requests: string[] = [];
const keys: string[] = [];

function commit(n: number): void {
  const request_id = `${seed}-${n}`;
  const query = new Bun.CryptoHasher("sha256").update(request_id).digest("hex");
  const served_at = new Date(nowMs).toISOString();
  store.commit(entry({ request_id, query, served_at }), nowMs);
  requests.push(request_id);
  tell("committed", request_id);
}

function erase(): void {
  const request_id = requests[Math.floor(random() * requests.length)];
  if (request_id === undefined) return;
  tell("erasing", request_id);
  for (const _ of store.upkeep.erase({ client_id: "sandbox-oura", request_id }, "crash"));
  tell("erased", request_id);
}

function consent(): void {
  const state = store.consent.state("sandbox-oura") === "active" ? "revoked" : "active";
  tell("changing", state);
  store.consent.change("sandbox-oura", state, "crash");
  tell("changed", state);
}

function key(): void {
  const known = keys.pop();
  if (known === undefined || random() < 0.5) {
    const { key_id } = store.keys.issue({ tenant: "oura", environment: "sandbox" }, "command line");
    keys.push(key_id);
    tell("issued", key_id);
  } else {
    store.keys.revoke(known, "command line");
    tell("revoked", known);
  }
}

/** The month before this one, once it is over. */
function seal(): void {
  const until = `${new Date(nowMs).toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  const month = new Date(Date.parse(until) - 1).toISOString().slice(0, 7);
  try {
    store.upkeep.seal(month, until);
    tell("sealed", month);
  } catch (error) {
    // Sealed already, or no rows: nothing to kill in the middle of.
    if (!/sealed|not over/.test((error as Error).message)) throw error;
  }
  for (const _ of store.upkeep.sweep());
}

function backUp(n: number): void {
  const name = `backup-${seed}-${n}`;
  store.upkeep.backUp(join(dataDir, name));
  tell("backed-up", name);
}

tell("ready");
for (let n = 0; ; n++) {
  nowMs += STEP_MS;
  const chance = random();
  if (chance < 0.5) commit(n);
  else if (chance < 0.65) erase();
  else if (chance < 0.75) consent();
  else if (chance < 0.85) key();
  else if (chance < 0.95) seal();
  else backUp(n);
}
