/**
 * How long the event loop of a service is held at most, by the hardest bodies that it accepts.
 *
 *     bun tests/bench/event-loop.ts
 *
 * Processor time is what the service's own thread worked between two turns of its loop. The clock
 * also counts what other processes of the machine did meanwhile. Runs the executable where it is
 * built.
 */
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { SOURCE } from "../support/program.ts";
import { type Held, measureHolds } from "./parts/event-loop.ts";

const ROUNDS = 3;

function print(...[name = "", ...cells]: (string | number)[]): void {
  const shown = cells.map((cell) =>
    (typeof cell === "number" ? cell.toFixed(1) : cell).padStart(10),
  );
  process.stdout.write(`${String(name).padEnd(48)}${shown.join("")}\n`);
}

print("body", "KB", "status", "cpu ms", "clock ms", "answer ms");
await measureHolds(HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE, ROUNDS, (held: Held) =>
  print(
    held.name,
    held.kilobytes,
    held.statuses.join(" "),
    held.cpuMs,
    held.wallMs,
    held.answeredMs,
  ),
);
