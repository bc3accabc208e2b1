/** The audit rows of a data directory, as the command line tells them. */
import { type Outcome, run } from "./program.ts";

/** The newest 1,000 rows. Fails where the command does. */
export async function listAudit<Row>(command: readonly string[], dataDir: string): Promise<Row[]> {
  const words = ["audit", "list", "--json", "--limit", "1000", "--data-dir", dataDir];
  const { code, stdout, stderr } = await run([...command, ...words]);
  if (code !== 0) throw new Error(`audit list: exit ${code} ${stderr}`);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

export function replayAudit(
  command: readonly string[],
  dataDir: string,
  id: string,
): Promise<Outcome> {
  return run([...command, "audit", "replay", id, "--json", "--data-dir", dataDir]);
}
