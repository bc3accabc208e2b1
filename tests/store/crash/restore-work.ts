/** A process that restores one backup after the other in turn until it is killed. */
import { join } from "node:path";
import { restore } from "../../../src/store/sqlite/backup.ts";
import { storePath } from "../../../src/store/sqlite/index.ts";

const [dataDir = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let n = 0; ; n++) restore(storePath(dataDir), join(dataDir, n % 2 === 0 ? "few" : "many"));
