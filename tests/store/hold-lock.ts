/** A process that holds the write lock of the database it is given until its stdin closes. */
import { Database } from "bun:sqlite";

const db = new Database(process.argv[2] ?? "", { readwrite: true });
db.run("BEGIN IMMEDIATE");
process.stdout.write("locked\n");
for await (const _ of Bun.stdin.stream()) {
  // Wait for the end.
}
db.run("ROLLBACK");
