/** A copy of the checkout in which one file is changed at a time and tests run. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "../..");
/** Where Linux keeps files in memory: the store waits for its disk at every commit. */
const memory = "/dev/shm";
/** Copied, because a test or a mutant may write to it; all else is linked. */
const COPIED = ["src", "tests"];

const copy = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "phasewise-mutation-"));
let running: Bun.Subprocess | null = null;
process.on("exit", () => {
  running?.kill();
  rmSync(copy, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));
/** The tests' PostgreSQL runs below it as an account of its own. */
chmodSync(copy, 0o755);
const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root })
  .stdout.toString()
  .split("\0")
  .filter((path) => path !== "");
for (const entry of new Set([...listed.map((path) => path.split("/")[0] ?? ""), "build"])) {
  if (!COPIED.includes(entry)) symlinkSync(join(root, entry), join(copy, entry));
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
for (const path of listed.filter((path) => COPIED.includes(path.split("/")[0] ?? "")))
  cpSync(join(root, path), join(copy, path));

/** Runs a file of tests up to its first failure. False where it fails or takes longer. */
export async function passes(
  path: string,
  timeoutMs: number,
  ...flags: string[]
): Promise<boolean> {
  const run = Bun.spawn(
    [process.execPath, "test", "--bail=1", "--timeout=30000", ...flags, `./${path}`],
    {
      cwd: copy,
      env: { ...process.env, TMPDIR: copy },
      stdio: ["ignore", "ignore", "ignore"],
      timeout: Math.ceil(timeoutMs),
    },
  );
  running = run;
  return (await run.exited) === 0;
}

/** Runs a file of tests. Its report of coverage in LCOV's format, or null where it fails. */
export async function reportOf(path: string, timeoutMs: number): Promise<string | null> {
  const folder = join(copy, "coverage");
  rmSync(folder, { recursive: true, force: true });
  const flags = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${folder}`];
  if (!(await passes(path, timeoutMs, ...flags))) return null;
  const report = join(folder, "lcov.info");
  return existsSync(report) ? readFileSync(report, "utf8") : "";
}

export function write(path: string, text: string): void {
  writeFileSync(join(copy, path), text);
}

/** The files below a folder that match, in order. */
export function filesIn(folder: string, pattern: string): string[] {
  return [...new Bun.Glob(`${folder}/**/${pattern}`).scanSync(copy)].sort();
}

export function textOf(path: string): string {
  return readFileSync(join(copy, path), "utf8");
}

/** The files of the checkout that a file imports, itself among them. */
export function importsOf(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path)) return known;
  known.add(path);
  if (!path.endsWith(".ts")) return known;
  for (const [, target = ""] of textOf(path).matchAll(
    /(?:from|import\(|new URL\()\s*"(\.[^"]+)"/g,
  )) {
    const imported = normalize(join(dirname(path), target));
    if (existsSync(join(copy, imported)) && /\.\w+$/.test(imported)) importsOf(imported, known);
  }
  return known;
}

/** Another value after any change of one of these texts. */
export function digestOf(...texts: string[]): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(texts)).digest("hex");
}

const digests = new Map<string, string>();

/** Another value after any change of one of these files. */
export function digestOfFiles(paths: Iterable<string>): string {
  return digestOf(
    ...[...paths].sort().map((path) => {
      const digest = digests.get(path) ?? digestOf(path, textOf(path));
      digests.set(path, digest);
      return digest;
    }),
  );
}
