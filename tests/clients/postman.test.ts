/**
 * Guarantee: each request of each tenant's collection, sent in order as it stands, gets the status
 * that its own test script names.
 *
 * @slow it starts programs
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SCENARIOS } from "../../src/contract/scenario.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { useService } from "../contract/support/service.ts";
import { COLLECTIONS } from "./support.ts";

interface Item {
  name: string;
  item?: Item[];
  event?: { listen: string; script: { exec: string[] } }[];
  request?: {
    method: string;
    header?: { key: string; value: string }[];
    url: string;
    body?: { raw: string };
  };
}
interface Collection {
  auth: { apikey: { key: string; value: string }[] };
  variable: { key: string; value: string }[];
  item: Item[];
}

/** The pause that the collection asks for. */
const PAUSE_SECONDS = 2.1;
const service = useService({ beforeAll, afterAll });

function requestsOf(items: readonly Item[]): Item[] {
  return items.flatMap((each) => (each.item === undefined ? [each] : requestsOf(each.item)));
}

/** Puts values where the text names them, as Postman does. */
function filled(text: string, values: Map<string, string>): string {
  return text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) =>
    name === "$guid" ? crypto.randomUUID() : (values.get(name) ?? `no value of ${name}`),
  );
}

const scriptOf = ({ event = [] }: Item, on: string) =>
  event.find(({ listen }) => listen === on)?.script.exec.join("\n") ?? "";

test.each(TENANTS.map(({ slug }) => slug))("the collection of %s", async (slug) => {
  const { auth, variable, item } = (await Bun.file(
    `${COLLECTIONS}/${slug}.postman_collection.json`,
  ).json()) as Collection;
  const values = new Map(variable.map(({ key, value }) => [key, value]));
  values.set("base_url", service().url);
  values.set("api_key", await service().issue({ tenant: slug }));
  const [authorization = ""] = auth.apikey.flatMap(({ key, value }) =>
    key === "value" ? filled(value, values) : [],
  );
  const requests = requestsOf(item);
  const scenarios = new Set<string>();
  const statuses: Record<string, [number, number]> = {};
  for (const each of requests) {
    const { method, header = [], url, body } = each.request ?? { method: "", url: "" };
    const kept = /collectionVariables\.set\("(\w+)", .*replaceIn\("(.*)"\)\)/.exec(
      scriptOf(each, "prerequest"),
    );
    if (kept !== null) values.set(kept[1] ?? "", filled(kept[2] ?? "", values));
    const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
    scenarios.add(headers["X-Sandbox-Scenario"] ?? "");
    service().clock.advance(PAUSE_SECONDS);
    const response = await fetch(filled(url, values), {
      method,
      headers: { ...headers, authorization },
      ...(body !== undefined && { body: filled(body.raw, values) }),
    });
    const [, wanted] = /status\((\d+)\)/.exec(scriptOf(each, "test")) ?? [];
    statuses[each.name] = [response.status, Number(wanted)];
  }
  expect(Object.keys(statuses)).toHaveLength(requests.length);
  for (const [name, [status, wanted]] of Object.entries(statuses))
    expect([name, status]).toEqual([name, wanted]);
  for (const { name } of SCENARIOS) expect(scenarios).toContain(name);
});
