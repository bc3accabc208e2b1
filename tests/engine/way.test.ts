/** Guarantee: which way a reading is said to have moved is read with what is denied, so that "won't come down" is high. */
import { expect, test } from "bun:test";
import { wayNamed } from "../../src/engine/question/way.ts";

test.each([
  ["why is my HRV so low, I'm not sleeping", "lower"],
  ["not sure why my hrv is lower", "lower"],
  ["why is my hrv down even though I did not drink", "lower"],
  ["my heart rate won't come down at night", "higher"],
  ["Why doesn't my heart rate drop at night?", "higher"],
  ["my pulse isn't really falling", "higher"],
  ["I didn't sleep and my hrv dropped", "lower"],
  ["I cant get my heart rate down", "higher"],
  ["My HRV has never been so low", "lower"],
  ["Hasn't my HRV dropped?", "lower"],
  ["Why can't I fall into deep sleep", null],
  ["The app crashed, is my HRV right?", null],
  ["Do float tanks help with sleep?", null],
  // It may be lower, or as usual.
  ["my temp didn't rise this month", null],
  ["my hrv hasn't gone up", null],
  ["why is my hrv not low", null],
  ["why do I keep waking up", null],
  ["is it up or down", null],
] as const)("%s", (question, way) => {
  expect(wayNamed(question)).toBe(way);
});
