/** Bodies of the recommendation near the valid one, as JSON and as damaged bytes. */
import fc from "fast-check";
import { nights, requestBody, yesterday } from "../../support/payloads.ts";
import { mutate, mutation } from "../mutate.ts";
import { CANARY_KEY, CANARY_MAIL, leakIn, MARKED_PARTS } from "./canaries.ts";
import type { Surface } from "./surface.ts";

const NIGHTS = 3;

const damage = fc.record({
  cut: fc.nat(),
  flips: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
});

const body = fc.record({
  mutations: fc.array(mutation, { maxLength: 4 }),
  damage: fc.option(damage, { freq: 3 }),
  safety_mode: fc.constantFrom("strict", "permissive"),
  type: fc.constantFrom(
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    ";;;",
  ),
  query: fc.constantFrom(
    "Why is my HRV low?",
    `write to ${CANARY_MAIL}`,
    `my key is ${CANARY_KEY}`,
    null,
    "🩸".repeat(90),
  ),
});
export type BodyCase = typeof body extends fc.Arbitrary<infer T> ? T : never;

function bytesOf({ mutations, damage, safety_mode, query }: BodyCase): Uint8Array<ArrayBuffer> {
  const made = requestBody({
    safety_mode,
    query,
    oura: {
      sleep: nights(yesterday(), NIGHTS),
      heartrate: [{ timestamp: `${yesterday()}T02:00:00Z`, bpm: 55, source: "sleep" }],
      workout: [{ day: yesterday(), activity: "running" }],
      ...structuredClone(MARKED_PARTS),
    },
  });
  for (const each of mutations) mutate(made, each);
  const bytes = new TextEncoder().encode(JSON.stringify(made));
  if (damage === null) return bytes;
  const broken = bytes.slice(0, (damage.cut % bytes.length) + 1);
  for (const [place, value] of damage.flips) broken[place % broken.length] = value;
  return broken;
}

const DOCUMENTED = [200, 413, 415, 422, 503];

/** @param target where it is asked; its headers let the caller in */
export function bodies(
  name: string,
  target: {
    url: string;
    headers: Readonly<Record<string, string>>;
    written(): string;
    stop(): Promise<void>;
  },
): Surface<BodyCase> {
  return {
    name,
    socket: true,
    cases: body,
    async strike(each) {
      const response = await fetch(`${target.url}/v1/oura/recommendation`, {
        method: "POST",
        headers: { ...target.headers, "content-type": each.type },
        body: bytesOf(each),
      });
      const text = await response.text();
      if (!DOCUMENTED.includes(response.status)) return `status ${response.status}: ${text}`;
      const leak = leakIn(text);
      return leak === null ? null : `${response.status} leaks ${leak}: ${text}`;
    },
    written: target.written,
    stop: target.stop,
  };
}
