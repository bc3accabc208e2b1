/** Guidance entries made by code, so that every test says what it varies. */
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";

/** One claim on `from`, one verdict that always holds. */
export function guidanceEntry(
  id: string,
  from: readonly string[],
  changes: Partial<GuidanceEntry> = {},
): GuidanceEntry {
  const words = id.replaceAll("-", " ");
  return {
    id,
    question: `Does ${words} change my nights?`,
    kind: "effect",
    stages: ["reproductive", "perimenopause", "postmenopause"],
    about: { measures: [], behaviours: [], outcomes: [], phases: [] },
    verdicts: [{ when: null, say: `With ${words} the nights of most people change a little.` }],
    claims: [claimOn(from, `In most studies of ${words} the nights changed a little.`)],
    try: [],
    limits: null,
    assumes: {},
    unasked: null,
    alert: false,
    asked: [],
    ...changes,
  };
}

export function claimOn(from: readonly string[], say: string): GuidanceEntry["claims"][number] {
  return { say, from, against: [], when: null };
}
