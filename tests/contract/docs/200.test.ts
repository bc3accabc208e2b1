/** GET /docs and below → 200: the portal is whole, and loads nothing from elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { Html } from "../../../src/markup/html.ts";
import { plainText } from "../../../src/portal/prose-html.ts";
import { portalFiles, portalFilesAt } from "../support/portal.ts";
import { testService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const root = join(import.meta.dir, "../../..");
const paths = [...portalFiles.keys()];
const pages = paths.filter((path) => portalFiles.get(path)?.mediaType.startsWith("text/html"));
const MEDIA_TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  tar: "application/x-tar",
  atom: "application/atom+xml; charset=utf-8",
};

function idsOf(path: string): string[] {
  const text = portalFiles.get(path)?.text ?? "";
  return [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? "");
}

/** Whether an address leads to a page or file of the service, and to a target on it. */
function leads(address: string, from: string): boolean {
  const [path = "", id] = address.split("#");
  const target = path === "" ? from : path;
  if (target === "/openapi.json") return true;
  return portalFiles.has(target) && (id === undefined || idsOf(target).includes(id));
}

test("the portal has pages, and one for every file that is written for partners", () => {
  const files = readdirSync(join(root, "docs/partners")).map((name) => name.replace(/\.md$/, ""));
  for (const slug of files) expect(pages).toContain(`/docs/${slug}`);
  for (const slug of ["errors", "changelog", "reference"]) expect(pages).toContain(`/docs/${slug}`);
});

const here = new Map<string, { text: string }>();
beforeAll(async () => {
  for (const [path, file] of portalFilesAt(service().url)) here.set(path, file);
});

describe.each(paths)("%s", (path) => {
  test("is served whole, with its type and a policy that lets nothing else in", async () => {
    // The document describes the first page alone; the others are no part of the API.
    const response = await fetch(service().url + path);
    const { status, headers } = response;
    expect([status, await response.text()]).toEqual([200, here.get(path)?.text ?? ""]);
    const ending = /\.(\w+)$/.exec(path)?.[1] ?? "";
    expect(headers.get("content-type")).toBe(MEDIA_TYPES[ending] ?? "text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  });
});

describe.each(pages)("%s", (path) => {
  const text = portalFiles.get(path)?.text ?? "";

  test("has no script, style or handler of its own, and leads to nothing that is not there", () => {
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|<iframe|<img/);
    expect(text).not.toMatch(/<[^>]*\son\w+=/);
    for (const [, address = ""] of text.matchAll(/\s(?:href|src)="([^"]*)"/g))
      expect([address, leads(address, path)]).toEqual([address, true]);
  });

  test("is made whole: no id twice, nothing undefined", () => {
    const ids = idsOf(path);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).not.toContain("[object Object]");
    expect(text).not.toMatch(/>\s*(?:undefined|NaN)\s*</);
    expect(text).toMatch(/<h1>[^<]+<\/h1>/);
  });
});

test("the reference names every operation, status, error, header and member", async () => {
  const { json } = await service().call("GET", "/openapi.json");
  const text = pages.map((path) => portalFiles.get(path)?.text ?? "").join("\n");
  for (const path of Object.keys(json.paths)) expect(text).toContain(`<code>${path}</code>`);
  for (const name of Object.keys(json.components.headers))
    expect(text).toContain(`<code>${name}</code>`);
  for (const words of ["out_of_scope", "persistence_failed", "average_hrv", "consent_revoked"])
    expect(text).toContain(words);
  const oura = portalFiles.get("/docs/recommend-oura")?.text ?? "";
  const { responses } = json.paths["/v1/oura/recommendation"].post;
  for (const status of Object.keys(responses)) expect(oura).toContain(`id="response-${status}"`);
  const members = Object.keys(json.components.schemas.RecommendationResponse.properties);
  for (const name of members) expect(oura).toContain(`id="response-200.body.${name}"`);
});

test("the reference says of each list what its elements are", () => {
  const oura = portalFiles.get("/docs/recommend-oura")?.text ?? "";
  const partOf = (id: string) => {
    const [, text = ""] = oura.split(`<li id="${id}">`);
    return plainText(new Html(text.slice(0, text.indexOf("</li>"))));
  };
  expect(partOf("response-200.body.citations")).toContain("array of Citation");
  expect(partOf("response-200.body.warnings")).toContain("stale_signals");
  expect(partOf("response-200.body.suggested_questions")).toContain("at most 160 characters");
  const details = partOf("response-422.body.error.details");
  expect(details).toContain("array of Problem or array of OutOfScope or null");
  for (const name of ["path", "category"])
    expect(oura).toContain(`id="response-422.body.error.details.${name}"`);
});

test("the examples on a wearable's page name its own path, and say whose records they show", () => {
  for (const slug of ["withings", "whoop"]) {
    const text = plainText(new Html(portalFiles.get(`/docs/recommend-${slug}`)?.text ?? ""));
    const refused = [...text.matchAll(/"detail": "([^"]+)",\s*"instance": "([^"]+)"/g)];
    expect(refused.length).toBeGreaterThan(4);
    for (const [, detail, instance] of refused)
      expect([detail, instance === `/v1/${slug}/recommendation`]).toEqual([
        detail,
        !["tenant_mismatch", "Ambiguous Host Header", "Not Found"].includes(detail ?? ""),
      ]);
    expect(text).toContain("recorded with Oura records");
  }
});

test("a page names the address that it is read at, of a few hosts, or the operator's own", async () => {
  const read = async (url: string, host: string) => {
    const response = await fetch(`${url}/docs/first-call`, { headers: { host } });
    return /curl -sS (\S+)\/v1\/health\/me/.exec(await response.text())?.[1];
  };
  const { url, stop } = await testService({});
  expect(await read(url, "api.partner.test:8443")).toBe("http://api.partner.test:8443");
  for (let at = 0; at < 20; at++) await read(url, `host-${at}.test`);
  expect(await read(url, "one-more.test")).toBe("https://phasewise.example");
  expect(await read(url, "api.partner.test:8443")).toBe("http://api.partner.test:8443");
  await stop();
  const told = await testService({ publicUrl: "https://api.phasewise.test/wellness" });
  expect(await read(told.url, "elsewhere.test")).toBe("https://api.phasewise.test/wellness");
  const feed = await (await fetch(`${told.url}/docs/changelog.atom`)).text();
  expect(feed).toContain('href="https://api.phasewise.test/wellness/docs/changelog"');
  await told.stop();
});

test("the changelog and the feed tell partners of the contract alone", () => {
  for (const path of ["/docs/changelog", "/docs/changelog.atom"]) {
    const text = portalFiles.get(path)?.text ?? "";
    expect(text).toContain("X-Sandbox-Scenario");
    expect(text).not.toMatch(/Not of the contract|--retain-audit|corpus import/);
  }
});

test("every result of the search leads somewhere, and members are found by name", () => {
  const entries = JSON.parse(portalFiles.get("/docs/search.json")?.text ?? "") as {
    t: string;
    h: string;
  }[];
  for (const { h } of entries) expect([h, leads(h, "")]).toEqual([h, true]);
  expect(entries.map(({ t }) => t)).toContain("average_hrv");
});

test("the feed is well-formed XML with a dated entry for each release", () => {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => names.push(name));
  parser.write(portalFiles.get("/docs/changelog.atom")?.text ?? "").close();
  expect(names).toContain("entry");
  const count = (name: string) => names.filter((each) => each === name).length;
  expect(count("updated")).toBe(count("entry") + 1);
});

test.each(["/docs/", "/docs/nothing", "/docs/..%2fREADME.md", "/docs/first-call/more"])(
  "%s is no page",
  async (path) => {
    expect((await service().call("GET", path)).status).toBe(404);
  },
);
