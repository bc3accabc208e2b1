/**
 * A replica's store in a process of its own. It records answers without a pause until it is killed,
 * the same requests as the other replica at the same time, and says what was recorded.
 */
import { openPostgres } from "../../src/store/postgres/index.ts";
import { entry } from "../store/entry.ts";
import { PASSWORD } from "../support/postgres.ts";
import { patiently } from "./acknowledged.ts";

const [url = "", name = "", skewMs = "0"] = process.argv.slice(2);
const CALLERS = 8;
/** Replicas that ask in the same slot of time ask the same. */
const SLOT_MS = 50;
const PAUSE_MS = 5;
const WAIT_MS = 2_000;
const CLIENTS = ["sandbox-oura", "sandbox-whoop"];

const realTime = Date.now;
Date.now = () => realTime() + Number(skewMs);
const store = await patiently(() =>
  openPostgres(url, { password: PASSWORD, create: false, waitMs: WAIT_MS }),
);

async function record(client_id: string, request_id: string): Promise<void> {
  const response = JSON.stringify({ by: name });
  const served_at = new Date(Date.now()).toISOString();
  for (;;) {
    try {
      const row = await store.commit(entry({ client_id, request_id, response, served_at }));
      process.stdout.write(`${client_id} ${request_id} ${row.id} ${row.response}\n`);
      return;
    } catch {
      // As a client of the service does: the same request again.
      await Bun.sleep(PAUSE_MS);
    }
  }
}

async function call(caller: number): Promise<never> {
  for (let last = 0; ; ) {
    const slot = Math.floor(realTime() / SLOT_MS);
    if (slot === last) await Bun.sleep(PAUSE_MS);
    else await record(CLIENTS[caller % CLIENTS.length] ?? "", `${slot}-${caller}`);
    last = slot;
  }
}

process.stdout.write("working\n");
await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
