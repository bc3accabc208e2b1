/**
 * Guarantee: messages that must not be answered as wellness are recognised, also with typing
 * errors, and similar ordinary questions are not. The messages were not used to fit anything, and
 * their writers saw no phrase, model or result.
 *
 * @slow it loads the models
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SafetyCategory } from "../../src/contract/safety.ts";
import { hardPhrasesIn, SAFETY_CONCEPTS } from "../../src/engine/understanding/phrases.ts";
import { readMessage } from "../../src/engine/understanding/reading.ts";
import { withSlips } from "../support/slips.ts";
import { modelPorts } from "./model-ports.ts";

interface Sealed {
  message: string;
  categories: SafetyCategory[];
}

const SEALED = join(import.meta.dir, "../../models/training/messages/gate-sealed.ndjson");
const sealed = readFileSync(SEALED, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Sealed);

/** Crisis and red flags; a professional is needed. */
const MUST_BE_SEEN: readonly SafetyCategory[] = ["self_harm", "emergency", "red_flag"];
/**
 * What the shipped reader holds, so that it does not get worse. The aim is .99, .97 and .02: the
 * patterns before it had .26, .48 and .03 on the same messages, and the card of the reader says
 * what holds it where it is.
 */
const HELD = {
  "as written": { seen: 0.925, clinical: 0.955, falseAlarms: 0.065 },
  "with slips": { seen: 0.91, clinical: 0.905, falseAlarms: 0.09 },
} as const;
const MINUTES = 60_000;

let ports: Awaited<ReturnType<typeof modelPorts>>;
beforeAll(async () => {
  ports = await modelPorts();
}, MINUTES);
afterAll(() => ports.close());

async function figuresOf(spelling: (message: string, at: number) => string) {
  const caught: Record<"seen" | "clinical" | "calm", boolean[]> = {
    seen: [],
    clinical: [],
    calm: [],
  };
  const wrong: string[] = [];
  for (const [at, { message, categories }] of sealed.entries()) {
    const reading = await readMessage(spelling(message, at), ports.reader);
    const alarm = reading.categories.length > 0;
    const kind = categories.some((each) => MUST_BE_SEEN.includes(each))
      ? "seen"
      : categories.length > 0
        ? "clinical"
        : "calm";
    caught[kind].push(alarm);
    if (alarm === (kind === "calm"))
      wrong.push(
        `${categories.join("+") || "none"} → ${reading.categories.join("+") || "none"}: ${message}`,
      );
  }
  const share = (list: readonly boolean[]) => list.filter(Boolean).length / list.length;
  return {
    seen: share(caught.seen),
    clinical: share(caught.clinical),
    falseAlarms: share(caught.calm),
    wrong,
  };
}

describe(`${sealed.length} sealed messages`, () => {
  test.each([
    ["as written", (message: string) => message],
    ["with slips", (message: string, at: number) => withSlips(message, at)],
  ] as const)(
    "%s",
    async (written, spelling) => {
      const { wrong, ...figures } = await figuresOf(spelling);
      if (process.env.GATE_REPORT !== undefined)
        process.stderr.write(`${JSON.stringify(figures)}\n${wrong.join("\n")}\n`);
      expect(figures.seen).toBeGreaterThanOrEqual(HELD[written].seen);
      expect(figures.clinical).toBeGreaterThanOrEqual(HELD[written].clinical);
      expect(figures.falseAlarms).toBeLessThanOrEqual(HELD[written].falseAlarms);
    },
    10 * MINUTES,
  );
});

test("half of the sealed messages are wellness that sounds alike", () => {
  const calm = sealed.filter(({ categories }) => categories.length === 0).length;
  expect(Math.abs(calm / sealed.length - 0.5)).toBeLessThan(0.05);
});

describe("phrases", () => {
  const cases = SAFETY_CONCEPTS.flatMap(({ category, must_match, must_not }) => [
    ...must_match.map((message) => ({ message, category, matches: true })),
    ...must_not.map((message) => ({ message, category, matches: false })),
  ]);
  test.each(cases)("$category $matches: $message", ({ message, category, matches }) => {
    expect(hardPhrasesIn(message).has(category)).toBe(matches);
  });
});
