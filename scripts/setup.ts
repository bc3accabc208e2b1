/**
 * Installs what a fresh checkout needs before it can run: dependencies and the starter index. It
 * uses Bun alone, because it runs before the dependencies are installed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const stamp = join(root, "node_modules/.phasewise-lock");

function run(...words: string[]): void {
  const result = Bun.spawnSync([process.execPath, ...words], {
    cwd: root,
    stdio: ["ignore", process.stderr.fd, process.stderr.fd],
  });
  if (result.exitCode !== 0) {
    process.stderr.write(`setup: \`bun ${words.join(" ")}\` failed\n`);
    process.exit(1);
  }
}

const lock = new Bun.CryptoHasher("sha256")
  .update(readFileSync(join(root, "bun.lock")))
  .digest("hex");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  run("install", "--frozen-lockfile");
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, lock);
}
run("scripts/build-index.ts");
