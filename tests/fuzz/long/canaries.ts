/** Marks in what callers send that no answer and no log line may hold. */

export const CANARY_MAIL = "canary.mail@example.com";
export const CANARY_KEY = "pw_sandbox_CANARYKEY00_CANARYSECRET0000000000000000000000";
const CANARY_SCORE = 7_317.25;
const CANARIES = [CANARY_MAIL, "CANARY", String(CANARY_SCORE)];

/** What an Oura body holds of scores and persons, all of it marked. */
export const MARKED_PARTS = {
  personal_info: { age: 33, email: CANARY_MAIL, weight: CANARY_SCORE, nickname: "CANARYNAME" },
  daily_sleep: [{ score: CANARY_SCORE, contributors: { total_sleep: CANARY_SCORE } }],
  daily_resilience: [{ level: "CANARYLEVEL", contributors: { stress: CANARY_SCORE } }],
};

/** @returns the mark that leaked, or null */
export function leakIn(text: string): string | null {
  return CANARIES.find((canary) => text.includes(canary)) ?? null;
}
