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

/**
 * Memory that is this process's alone or its share of it, by what the kernel counts for each page.
 */
export function memoryShares(process: number): { pssMb: number; anonymousMb: number } {
  const rollup = readFileSync(`/proc/${process}/smaps_rollup`, "utf8");
  const of = (member: string) =>
    Number(new RegExp(`^${member}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) / 1024;
  return { pssMb: of("Pss"), anonymousMb: of("Anonymous") };
}
