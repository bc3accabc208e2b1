/**
 * Payloads of every partner, mapped in this process: every fault is a problem that is told, never a
 * throw.
 */
import fc from "fast-check";
import { TENANTS } from "../../../src/tenants/index.ts";
import { yesterday } from "../../support/payloads.ts";
import { TENANT_CASES } from "../../support/tenants/index.ts";
import { hostileValue, mutate, mutation } from "../mutate.ts";
import { leakIn, MARKED_PARTS } from "./canaries.ts";
import type { Surface } from "./surface.ts";

const NIGHTS = 3;

const payload = fc.record({
  slug: fc.constantFrom(...TENANT_CASES.map(({ slug }) => slug)),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
  timezone: fc.constantFrom("UTC", "Europe/Madrid", "Pacific/Kiritimati", "America/St_Johns"),
  added: fc.dictionary(
    fc.constantFrom("tag", "session", "vo2_max", "daily_spo2", "daily_readiness"),
    hostileValue,
  ),
});
export type PayloadCase = typeof payload extends fc.Arbitrary<infer T> ? T : never;

export const mapping: Surface<PayloadCase> = {
  name: "mapping",
  socket: false,
  cases: payload,
  async strike({ slug, mutations, timezone, added }) {
    const tenant = TENANTS.find((each) => each.slug === slug);
    const known = TENANT_CASES.find((each) => each.slug === slug);
    if (tenant === undefined || known === undefined) return `no tenant is called ${slug}`;
    const made = {
      ...known.payload(yesterday(), NIGHTS),
      ...structuredClone(MARKED_PARTS),
      ...structuredClone(added),
    };
    for (const each of mutations) mutate(made, each);
    const told = tenant.parse(JSON.parse(JSON.stringify(made)), {
      pointer: `/${slug}`,
      newestAllowedDay: yesterday(),
      timezone,
    });
    const leak = leakIn(JSON.stringify(told));
    return leak === null ? null : `the mapping keeps ${leak}`;
  },
  written: () => "",
  stop: async () => undefined,
};
