/**
 * `bun run bench:audit`: what an audit row costs, and how long the commands take at many rows.
 *
 *     bun run bench:audit                      20,000 rows
 *     bun run bench:audit --rows 1000000       about ten minutes, 2 GB in the temporary folder
 *     bun run bench:audit --keep DIR           the data directory stays, to look at
 *
 * Rows are appended by the store's own code, in large transactions and without waiting for the
 * disk.
 */
import { parseArgs } from "node:util";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { SOURCE } from "../support/program.ts";
import { machineLine } from "./page/machine.ts";
import { renderSection } from "./page/render.ts";
import { measureStore, store } from "./parts/store.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "20000" }, keep: { type: "string" } },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) {
  process.stderr.write("bench:audit: --rows takes a whole number from 1\n");
  process.exit(2);
}

const temporary = values.keep === undefined ? temporaryFolder("bench-store") : null;
try {
  const command = HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE;
  process.stdout.write(`${machineLine()}\n\n`);
  const figures = await measureStore(command, values.keep ?? temporary?.path ?? "", rows);
  process.stdout.write(renderSection(store, figures));
} finally {
  temporary?.remove();
}
