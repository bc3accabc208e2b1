/**
 * What the operating system knows about this process, under the names of every Prometheus client
 * library.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { gauge, type Instrument } from "./instruments.ts";

const MICROSECONDS_PER_SECOND = 1_000_000;
const MS_PER_SECOND = 1_000;

/** Null where `/proc` is missing or unreadable. */
function openHandles(): number | null {
  try {
    // The listing's own handle is among them.
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return null;
  }
}

function handlesMax(): number | null {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

export function processInstruments(): Instrument[] {
  const startedSeconds = Date.now() / MS_PER_SECOND - process.uptime();
  return [
    gauge(
      "process_resident_memory_bytes",
      "Resident memory in bytes, mapped files included.",
      () => process.memoryUsage().rss,
    ),
    gauge(
      "process_cpu_seconds_total",
      "User and system processor time in seconds.",
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / MICROSECONDS_PER_SECOND;
      },
      "counter",
    ),
    gauge(
      "process_start_time_seconds",
      "Start of the process, in seconds since 1970.",
      () => startedSeconds,
    ),
    gauge("process_open_fds", "Open file handles.", openHandles),
    gauge("process_max_fds", "File handles that may be open.", handlesMax),
  ];
}
