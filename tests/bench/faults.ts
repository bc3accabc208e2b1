/**
 * Brings every fault of a bad day on the built executable, and writes what was seen into the
 * operators' handbook.
 *
 *     bun tests/bench/faults.ts                every fault, about five minutes; writes the table
 *     bun tests/bench/faults.ts disk-full      some by their names; prints only
 *
 * Each fault ends with a service that is ready again and answers. Every 200 that a caller received
 * has one audit row, and the chain is whole. Where that does not hold the run ends with exit 1 and
 * writes nothing. Needs the right to mount, which containers often lack.
 */
import { join } from "node:path";
import { HAS_EXECUTABLE } from "../support/executable.ts";
import { CAN_MOUNT } from "../support/mounts.ts";
import type { Seen } from "./faults/fault.ts";
import { FAULTS } from "./faults/index.ts";
import { runFault } from "./faults/run.ts";
import { putTable, renderTable } from "./faults/table.ts";
import { machineLine } from "./page/machine.ts";

const PAGE = join(import.meta.dir, "../../docs/operators.md");

function refuse(line: string): never {
  process.stderr.write(`faults: ${line}\n`);
  process.exit(2);
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => FAULTS[name] === undefined);
if (unknown !== undefined)
  refuse(`no fault is called ${unknown}; there are ${Object.keys(FAULTS).join(", ")}`);
if (!HAS_EXECUTABLE) refuse("dist/phasewise is not built; run: bun run build");
if (!CAN_MOUNT)
  refuse("this user may not mount (`unshare -rm true` fails), which two of the faults need");

const machine = machineLine();
const seen: Seen[] = [];
let failed = false;
for (const [name, fault] of Object.entries(FAULTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${name}\n`);
  try {
    seen.push(await runFault(fault));
  } catch (error) {
    failed = true;
    process.stderr.write(`faults: ${name}: ${(error as Error).message}\n`);
  }
}
const table = renderTable(machine, seen);
process.stdout.write(`${table}\n`);
if (failed) process.exit(1);
if (wanted.length === 0) putTable(PAGE, table);
