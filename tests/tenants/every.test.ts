/**
 * Guarantees of every tenant, on a real socket: the user's numbers arrive as measured, a
 * proprietary score changes nothing, nothing personal passes, and an invalid payload is refused
 * with the place of its fault.
 *
 * @slow it sends many bodies for each tenant
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SIGNAL_MEASURES, type SignalMeasure } from "../../src/engine/signals/types.ts";
import type { EngineFeatures } from "../../src/engine/types.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { type Answer, useService } from "../contract/support/service.ts";
import { type Body, dayBefore, requestBody, yesterday } from "../support/payloads.ts";
import { TENANT_CASES } from "../support/tenants/index.ts";
import { COUNTED, type CountedMeasure, UNTOLD } from "../support/tenants/person.ts";

const service = useService({ beforeAll, afterAll });
const CANARY = "CANARY-9f31";

function bodyOf(slug: string, payload: unknown): Body {
  const { oura: _, ...rest } = requestBody();
  return { ...rest, [slug]: payload };
}

const post = (slug: string, payload: unknown): Promise<Answer> =>
  service().post(bodyOf(slug, payload), { tenant: slug });

/** What the engine gets of a payload that must be accepted. */
async function featuresOf(slug: string, payload: unknown): Promise<EngineFeatures> {
  const calls = service().engine.calls.length;
  const { status, text } = await post(slug, payload);
  expect([status, text]).toEqual([200, text]);
  const features = service().engine.calls[calls];
  if (features === undefined) throw new Error("the engine was not asked");
  return features;
}

const measuresOf = ({ signals }: EngineFeatures) =>
  new Map<SignalMeasure, { recent: number; baseline: number | null }>(
    signals.measures.map((signal) => [signal.measure, signal]),
  );

/** Problems of a payload that must be refused. */
async function pathsOf(slug: string, payload: unknown): Promise<string[]> {
  const { status, json } = await post(slug, payload);
  expect(status).toBe(422);
  return json.error.details.map(({ path }: { path: string }) => path);
}

/** Beside the members of each object of a payload, as deep as it goes. */
function besideAll(node: unknown, next: () => object): unknown {
  if (Array.isArray(node)) return node.map((each) => besideAll(each, next));
  if (typeof node !== "object" || node === null) return node;
  const members = Object.entries(node).map(([key, value]) => [key, besideAll(value, next)]);
  return { ...next(), ...Object.fromEntries(members) };
}

const proprietary = fc.oneof(
  fc.constantFrom<unknown>(CANARY, null, true, "", [], {}, [CANARY], { total: CANARY }),
  fc.integer({ min: -10, max: 100 }),
  fc.double(),
);

test("every tenant has its case here", () => {
  expect(TENANT_CASES.map(({ slug }) => slug)).toEqual(TENANTS.map(({ slug }) => slug));
});

test("every measure is counted by hand here, or named as untold", () => {
  const named: SignalMeasure[] = [...(Object.keys(COUNTED) as CountedMeasure[]), ...UNTOLD];
  expect(named.sort()).toEqual([...SIGNAL_MEASURES].sort());
});

describe.each([...TENANT_CASES])("$slug", ({ slug, payload, reads, scores, refused, missing }) => {
  const valid = () => payload(yesterday());

  test("her numbers are those that were counted by hand, and there are no others", async () => {
    const features = await featuresOf(slug, valid());
    const measures = measuresOf(features);
    for (const measure of reads)
      expect([measure, measures.get(measure)]).toEqual([
        measure,
        expect.objectContaining(COUNTED[measure]),
      ]);
    expect([...measures.keys()].sort()).toEqual([...reads].sort());
    expect(features.signals).toMatchObject({
      nights: 20,
      newest_day: yesterday(),
      sufficient: true,
      offset_mismatch: false,
      age_band: "30-34",
    });
  });

  test("proprietary figures of any type, beside any member, change nothing", async () => {
    const plain = await featuresOf(slug, payload(yesterday(), 3));
    const figures = fc.dictionary(fc.constantFrom(...scores), proprietary, {
      minKeys: 1,
      maxKeys: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(figures, { minLength: 2, maxLength: 6 }), async (pool) => {
        let at = 0;
        const scored = besideAll(payload(yesterday(), 3), () => pool[at++ % pool.length] ?? {});
        const features = await featuresOf(slug, scored);
        expect(features).toEqual(plain);
        expect(JSON.stringify(features)).not.toContain(CANARY);
      }),
      { numRuns: 25 },
    );
    // It would notice: a member that is read does change them.
    expect(await featuresOf(slug, payload(dayBefore(yesterday(), 1), 3))).not.toEqual(plain);
  });

  test("e-mail, age and what no schema names reach neither engine, answer, log nor audit row", async () => {
    const sent = besideAll(valid(), () => ({ unknown_member: CANARY, note: CANARY })) as Body;
    sent.personal_info = {
      age: 37,
      email: `${CANARY}@example.org`,
      weight: 61.3751,
      nickname: CANARY,
    };
    const calls = service().engine.calls.length;
    const { status, text } = await post(slug, sent);
    expect(status).toBe(200);
    const features = service().engine.calls[calls];
    expect(features?.signals.age_band).toBe("35-39");
    const row = (await service().store.audit.list({})).at(-1);
    for (const told of [JSON.stringify(features), text, JSON.stringify(row), service().log()])
      expect(told).not.toMatch(/CANARY|61\.3751/);
  });

  test.each([...refused])("$name is refused where it is wrong", async ({ bend, path }) => {
    const bent = valid();
    bend(bent);
    expect(await pathsOf(slug, bent)).toEqual([`/${slug}${path}`]);
  });

  test.each([...missing])("$name: missing, never a wrong number", async ({ bend, measures }) => {
    const bent = valid();
    bend(bent);
    const found = measuresOf(await featuresOf(slug, bent));
    const left = reads.filter((measure) => !measures.includes(measure));
    expect([...found.keys()].sort()).toEqual([...left].sort());
    for (const measure of left) expect(found.get(measure)).toMatchObject(COUNTED[measure]);
  });

  test("the same records twice, and in another order, are the same person", async () => {
    const once = await featuresOf(slug, valid());
    const twice = Object.fromEntries(
      Object.entries(valid()).map(([key, value]) => [
        key,
        Array.isArray(value) ? [...value, ...value].reverse() : value,
      ]),
    );
    expect(await featuresOf(slug, twice)).toEqual(once);
  });

  test.each(TENANT_CASES.filter((other) => other.slug !== slug))(
    "a payload of $slug is refused, under its own name and under this one",
    async (other) => {
      const foreign = other.payload(yesterday());
      expect((await pathsOf(slug, foreign))[0]).toStartWith(`/${slug}`);
      const { status, json } = await service().post(bodyOf(other.slug, foreign), { tenant: slug });
      expect([status, json.error.details[0].path]).toEqual([422, `/${slug}`]);
    },
  );
});
