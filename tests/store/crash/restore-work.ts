/** A process that restores one backup after the other in turn until it is killed. */
import { join } from "node:path";
import { restore } from "../../../src/store/backup.ts";
import { storePath } from "../../../src/store/index.ts";

const [dataDir = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
for (let n = 0; ; n++) restore(storePath(dataDir), join(dataDir, n % 2 === 0 ? "few" : "many"));
