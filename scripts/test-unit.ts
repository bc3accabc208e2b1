/**
 * The tests that need no models, no executable and no seconds of waiting: what a developer runs
 * after every change.
 */
import { join } from "node:path";
import { testsMarked } from "./test-files.ts";

const { exited } = Bun.spawn(
  [
    process.execPath,
    "test",
    "--only-failures",
    ...testsMarked("slow").map((path) => `--path-ignore-patterns=${path}`),
    ...process.argv.slice(2),
  ],
  { cwd: join(import.meta.dir, ".."), stdio: ["inherit", "inherit", "inherit"] },
);
process.exit(await exited);
