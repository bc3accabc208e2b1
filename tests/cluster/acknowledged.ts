/** Whether what replicas acknowledged is in the database, once, with the same bytes. */
import type { StateStore } from "../../src/store/port.ts";

const RECOVER_MS_MAX = 240_000;
const PAUSE_MS = 20;

/** Lost, doubled or different answers, and the first chain that does not hold. */
export async function faultsOf(store: StateStore, said: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const rows = await patiently(() => store.audit.list({}));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const requests = new Set(rows.map((row) => `${row.client_id} ${row.request_id}`));
  if (requests.size !== rows.length) faults.push(`${rows.length - requests.size} doubled`);
  for (const line of said) {
    const [client = "", request = "", id = "", response = ""] = line.split(" ");
    const row = byId.get(id);
    if (row === undefined) faults.push(`lost: ${line}`);
    else if (
      `${client} ${request} ${response}` !== `${row.client_id} ${row.request_id} ${row.response}`
    )
      faults.push(`other bytes: ${line}`);
  }
  const verdict = await patiently(() => store.audit.verify());
  if ("broken" in verdict) faults.push(`${verdict.part} ${verdict.broken}: ${verdict.why}`);
  return faults;
}

/** How many answers both replicas were told of. */
export function sharedAmong(said: readonly string[]): number {
  return said.length - new Set(said).size;
}

/** The connections of the one who looks were cut too, and a busy machine is slow to open others. */
export async function patiently<T>(look: () => T | Promise<T>): Promise<T> {
  for (const started = performance.now(); ; ) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() - started > RECOVER_MS_MAX) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
