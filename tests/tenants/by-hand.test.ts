/**
 * Guarantee: the answers that the portal shows to its ready bodies tell numbers that a reader finds
 * in the body with a pencil.
 */
import { expect, test } from "bun:test";
import recorded from "../../src/contract/openapi/examples/own-answers.json" with { type: "json" };
import { requestExample } from "../../src/contract/openapi/request.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import type { Body } from "../support/payloads.ts";
import { BY_HAND, inWords, levels } from "./by-hand.ts";

test.each([...TENANTS])("$slug", (tenant) => {
  const { slug } = tenant;
  const answers: Body = recorded[slug as keyof typeof recorded];
  const counted = BY_HAND[slug]?.(requestExample(tenant)[slug] as Body);
  if (counted === undefined) throw new Error(`count the body of ${slug} in by-hand.ts`);
  const sleep = levels(counted.sleep_s).map(inWords);
  const heart = levels(counted.heart_bpm).map((bpm) => `${bpm} bpm`);
  const hrv = counted.hrv_ms.length === 0 ? [] : levels(counted.hrv_ms).map((ms) => `${ms} ms`);
  for (const number of sleep) expect(answers.answered.recommendation).toContain(number);
  for (const number of [...sleep, ...heart, ...hrv])
    expect(answers.answered_without_question.recommendation).toContain(number);
});
