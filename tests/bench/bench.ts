/**
 * `bun run bench`: speed and size of the built executable, written to `docs/benchmarks.md`.
 *
 *     bun run bench                    every part, about eight minutes; writes the page and prints it
 *     bun run bench --quick            tries every part in two minutes; prints only
 *     bun run bench --part replays     one part; prints only
 *     bun run bench --rows 1000000     the store's commands beside so many rows
 *     bun run bench --scale            also `bun run bench:scale`, a quarter of an hour; its own figures are printed
 *
 * Figures of one run belong together: machines are noisy, so each is shown beside a peer or a bar.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFileDurably } from "../../src/files/durable.ts";
import { HAS_EXECUTABLE } from "../support/executable.ts";
import { watchOthers } from "../support/processor.ts";
import { machineLine } from "./page/machine.ts";
import { type Measured, renderPage } from "./page/render.ts";
import { PARTS } from "./parts/index.ts";

const PAGE = join(import.meta.dir, "../../docs/benchmarks.md");
const ROWS = 20_000;

function refuse(line: string): never {
  process.stderr.write(`bench: ${line}\n`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    part: { type: "string" },
    rows: { type: "string", default: String(ROWS) },
    scale: { type: "boolean", default: false },
  },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) refuse("--rows takes a whole number from 1");
const parts = PARTS.filter(({ name }) => values.part === undefined || values.part === name);
if (parts.length === 0) refuse(`--part must be one of ${PARTS.map(({ name }) => name).join(", ")}`);
if (!HAS_EXECUTABLE) refuse("dist/phasewise is not built; run: bun run build");

const machine = machineLine();
const measured: Measured[] = [];
for (const { name, part } of parts) {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${name}\n`);
  const others = watchOthers();
  const figures = await part.measure({ quick: values.quick, rows });
  measured.push({ part, figures, othersShare: others() });
}
const page = renderPage(machine, measured);
process.stdout.write(page);
if (!values.quick && values.part === undefined) writeFileDurably(PAGE, page, 0o644);
if (values.scale) {
  const scale = Bun.spawn([process.execPath, join(import.meta.dir, "scale.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.exitCode = await scale.exited;
}
