/** GET /openapi.json → 200: the document describes exactly what is served. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSettings } from "../../../src/config/read-settings.ts";
import type { Json } from "../../../src/contract/openapi/schema.ts";
import { TENANTS } from "../../../src/tenants/index.ts";
import { oura } from "../../../src/tenants/oura/index.ts";
import { LISTS, SIGNAL_KEYS } from "../../../src/tenants/oura/schema.ts";
import { yesterday } from "../../support/payloads.ts";
import { TENANT_CASES } from "../../support/tenants/index.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
// biome-ignore lint/suspicious/noExplicitAny: a document is walked by its members
let document: any;
beforeAll(async () => {
  document = (await service().call("GET", "/openapi.json")).json;
});

function* walk(node: Json): Generator<{ [key: string]: Json }> {
  if (Array.isArray(node)) for (const element of node) yield* walk(element);
  else if (typeof node === "object" && node !== null) {
    yield node;
    for (const member of Object.values(node)) yield* walk(member);
  }
}

test("is OpenAPI 3.1 of contract 0.2.0 with one recommendation path per tenant", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.version).toBe("0.2.0");
  expect(Object.keys(document.paths)).toEqual([
    ...TENANTS.map(({ slug }) => `/v1/${slug}/recommendation`),
    "/v1/health/me",
    "/v1/health",
    "/v1/health/ready",
    "/openapi.json",
    "/docs",
    "/metrics",
  ]);
});

test("every path item of a further tenant appears with its own payload schema", async () => {
  const other = await testService({ tenants: [oura, { ...oura, slug: "acme", name: "Acme" }] });
  const { json } = await other.call("GET", "/openapi.json");
  expect(Object.keys(json.paths)).toContain("/v1/acme/recommendation");
  expect(json.components.schemas.AcmeRecommendationRequest.required).toContain("acme");
  expect(json.components.schemas.AcmeRecommendationRequest.properties).not.toHaveProperty("oura");
  await other.stop();
});

test("every reference resolves and every operation has an id of its own", () => {
  for (const node of walk(document)) {
    const { $ref } = node;
    if (typeof $ref !== "string") continue;
    const target = $ref
      .slice(2)
      .split("/")
      .reduce((at, part) => at?.[part], document);
    expect([$ref, typeof target]).toEqual([$ref, "object"]);
  }
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string }>).map(
      ({ operationId }) => operationId,
    ),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test("every documented status has a test file of its own", () => {
  const folders = { recommend: "/v1/oura/recommendation", preflight: "/v1/health/me" };
  for (const [folder, path] of Object.entries(folders)) {
    const operation = Object.values(document.paths[path])[0] as { responses: object };
    const documented = Object.keys(operation.responses).filter((status) => status !== "default");
    const tested = [folder, "gateway"].flatMap((each) =>
      readdirSync(join(import.meta.dir, "..", each)).map((name) => name.slice(0, 3)),
    );
    if (folder === "recommend")
      expect(documented.filter((status) => !tested.includes(status))).toEqual([]);
  }
});

test.each([...TENANTS])(
  "the documented examples of $slug are answered as they stand",
  async ({ slug }) => {
    const { requestBody } = document.paths[`/v1/${slug}/recommendation`].post;
    const { examples } = requestBody.content["application/json"];
    expect(Object.keys(examples)).toEqual(["with_question", "without_question"]);
    for (const { $ref } of Object.values<{ $ref: string }>(examples)) {
      const { value } = document.components.examples[$ref.split("/").at(-1) ?? ""];
      const { status, json } = await service().post(value, { tenant: slug });
      expect(status).toBe(200);
      expect(json.request_id).toBe(value.request_id);
    }
  },
);

describe.each([...TENANT_CASES])("the payload of $slug", ({ slug, payload, scores }) => {
  const schemaOf = () => {
    const { schema } =
      document.paths[`/v1/${slug}/recommendation`].post.requestBody.content["application/json"];
    const request = document.components.schemas[schema.$ref.split("/").at(-1)];
    return document.components.schemas[request.properties[slug].$ref.split("/").at(-1)];
  };

  test("says of each list and of each member what it means", () => {
    const { properties, description } = schemaOf();
    expect(description).toMatch(/At least one of .* must be a non-empty array|must not be empty/);
    for (const key of Object.keys(payload(yesterday(), 1)))
      expect(Object.keys(properties)).toContain(key);
    for (const each of Object.values<Json>(properties)) {
      for (const node of walk(each)) {
        for (const [name, member] of Object.entries(node.properties ?? {})) {
          expect([name, (member as { description?: string }).description ?? ""]).not.toEqual([
            name,
            "",
          ]);
        }
      }
    }
  });

  test("is open at each object, so that a generated client lets a vendor's other members pass", () => {
    for (const node of walk({ ...schemaOf(), examples: null })) {
      if (!String(node.type).split(",").includes("object")) continue;
      expect([Object.keys(node.properties ?? {}), node.additionalProperties]).toEqual([
        Object.keys(node.properties ?? {}),
        true,
      ]);
    }
  });

  test("no proprietary figure is offered as a field", () => {
    const names = [...walk(schemaOf())].flatMap(({ properties }) => Object.keys(properties ?? {}));
    expect(names.filter((name) => scores.includes(name))).toEqual([]);
  });
});

describe("the tenant payload", () => {
  test("documents every list with a unit or meaning for each raw field", () => {
    const payload = document.components.schemas.OuraPayload;
    expect(Object.keys(payload.properties).sort()).toEqual(
      [...Object.keys(LISTS), "heartrate", "personal_info"].sort(),
    );
    for (const list of Object.values(payload.properties)) {
      expect((list as { description: string }).description).not.toBe("");
    }
    for (const key of SIGNAL_KEYS) expect(payload.description).toContain(key);
    const sleep = payload.properties.sleep.items.properties;
    expect(Object.keys(sleep).length).toBeGreaterThanOrEqual(13);
    for (const [name, field] of Object.entries(sleep)) {
      expect([name, (field as { description: string }).description]).not.toEqual([name, undefined]);
    }
    expect(sleep.average_hrv.description).toContain("ms");
  });

  test("no proprietary score is offered as a field", () => {
    const names = [...walk(document.components.schemas.OuraPayload)].flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    );
    for (const name of names)
      expect(name).not.toMatch(/score|contributors|_balance$|_index$|level/);
  });
});

test("the servers entry is the address that the operator sets, and else this one", async () => {
  expect(document.servers[0].url).toBe("/");
  const publicUrl = "https://api.example.com/wellness";
  const other = await testService({ publicUrl });
  expect((await other.call("GET", "/openapi.json")).json.servers[0].url).toBe(publicUrl);
  await other.stop();
});

test.each(["api.example.com", "ftp://api.example.com", "https://api.example.com/", "https:// x"])(
  "%s is no public address",
  (value) => {
    expect(() => readSettings(["publicUrl"], { "public-url": value }, {})).toThrow(
      "--public-url must be an http or https address",
    );
  },
);

test("the command prints the same document", async () => {
  const child = Bun.spawn([process.execPath, "src/main.ts", "openapi", "--json"], {
    cwd: join(import.meta.dir, "../../.."),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect([code, errors]).toEqual([0, ""]);
  expect(JSON.parse(printed)).toEqual(document);
}, 20_000);
