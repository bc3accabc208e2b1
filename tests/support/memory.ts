/** What the kernel says about the memory of a process. */
import { readFileSync } from "node:fs";

function megabytes(member: string, process: number | "self"): number {
  const status = readFileSync(`/proc/${process}/status`, "utf8");
  return Number(new RegExp(`^${member}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}

/** Largest resident set of this process since its start. */
export function peakMegabytes(): number {
  return megabytes("VmHWM", "self");
}

export function residentMegabytes(process: number | "self" = "self"): number {
  return megabytes("VmRSS", process);
}
