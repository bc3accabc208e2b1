/** On what, and beside what, a bench ran. */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "../../..");
/** Instructions that make the models' integer arithmetic fast. */
const FAST_FLAGS = ["avx2", "avx_vnni", "avx512_vnni"];

/** One line: processor, cores, its instructions, Bun, commit, what else ran at the start. */
export function machineLine(): string {
  const flags =
    /^flags\s*:(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1]?.split(" ") ?? [];
  const found = FAST_FLAGS.filter((flag) => flags.includes(flag));
  const git = (...words: string[]) =>
    Bun.spawnSync(["git", ...words], { cwd: root })
      .stdout.toString()
      .trim();
  const changed =
    git("status", "--porcelain", "--", "src", "models", "corpus") === "" ? "" : " with changes";
  const load = loadavg().map((each) => each.toFixed(1));
  return [
    `**Machine:** ${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, ${found.join(" ") || "no fast integers"};`,
    `Bun ${Bun.version}; commit ${git("rev-parse", "--short", "HEAD")}${changed};`,
    `${new Date().toISOString().slice(0, 16)}Z; load average at the start ${load.join(" ")}.`,
  ].join("\n");
}
