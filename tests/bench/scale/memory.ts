/** What the kernel says about this process. */
import { readFileSync } from "node:fs";

function megabytes(member: string): number {
  const kilobytes = new RegExp(`^${member}:\\s+(\\d+) kB`, "m").exec(
    readFileSync("/proc/self/status", "utf8"),
  )?.[1];
  return Number(kilobytes) / 1024;
}

/** Largest resident set since the start. */
export function peakMegabytes(): number {
  return megabytes("VmHWM");
}

export function residentMegabytes(): number {
  return megabytes("VmRSS");
}
