/** Processor time as the kernel counts it. */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** `getconf CLK_TCK` of Linux. */
const TICKS_PER_SECOND = 100;
const MS_PER_TICK = 1_000 / TICKS_PER_SECOND;
/** In `/proc/PID/stat`, counted behind the name: utime, stime, and those of ended children. */
const [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [11, 12, 13, 14];

function ticksOf(process: number | "self"): number[] {
  return readFileSync(`/proc/${process}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
}

/** Processor time of a process with all its threads, in milliseconds. */
export function processorMs(pid: number): number {
  const ticks = ticksOf(pid);
  return ((ticks[USER] ?? 0) + (ticks[SYSTEM] ?? 0)) * MS_PER_TICK;
}

/** What this process and those that it started and that ended have worked, in milliseconds. */
function ownMs(): number {
  const ticks = ticksOf("self");
  return (
    [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM].reduce((sum, at) => sum + (ticks[at] ?? 0), 0) *
    MS_PER_TICK
  );
}

/** What all processors have worked; also for other guests of the host. */
function machineMs(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MS_PER_TICK;
}

/**
 * @param running processes that belong to the measurement and are still running at its end
 * @returns a question: the share of the machine that others took since this call
 */
export function watchOthers(...running: readonly number[]): () => number {
  const othersMs = () =>
    machineMs() - ownMs() - running.reduce((sum, pid) => sum + processorMs(pid), 0);
  const before = { at: performance.now(), others: othersMs() };
  return () => {
    const possible = (performance.now() - before.at) * cpus().length;
    return Math.max(0, (othersMs() - before.others) / possible);
  };
}
