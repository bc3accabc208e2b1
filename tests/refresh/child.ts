/** A refresh in a process of its own, to be killed: `bun child.ts DATA_DIR STARTER URL WORD…`. */
import { SYSTEM_CLOCK } from "../../src/refresh/clock.ts";
import { refresh, strategy } from "./world.ts";

const [dataDir = "", starter = "", url = "", ...words] = process.argv.slice(2);
const report = await refresh({
  dataDir,
  starter,
  mirror: new URL(url),
  topics: strategy(words),
  clock: SYSTEM_CLOCK,
});
process.stdout.write(JSON.stringify(report));
