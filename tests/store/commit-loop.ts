/** A process that commits answers until it is killed, and prints each id once its commit has returned. */
import { openStore } from "../../src/store/index.ts";
import { entry } from "./entry.ts";

const [dataDir = "", run = ""] = process.argv.slice(2);
const store = openStore(dataDir);
for (let i = 0; ; i++) {
  const row = store.commit(entry({ request_id: `${run}-${i}` }), Date.now());
  process.stdout.write(`${row.id}\n`);
}
