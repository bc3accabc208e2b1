/**
 * A process that ends a key or a consent, and holds the write lock for a while before it commits:
 * the store asks for the time in the middle of the change.
 */
import { openStore } from "../../src/store/sqlite/index.ts";

const [dataDir = "", what, subject = ""] = process.argv.slice(2);
const HELD_MS = 400;

const store = openStore(dataDir, {
  now() {
    process.stdout.write("locked\n");
    Bun.sleepSync(HELD_MS);
    return Date.now();
  },
});
if (what === "key") store.keys.revoke(subject, "command line");
else store.consent.change(subject, "revoked", "operator");
store.close();
