/**
 * Guarantee: the built package works in Node and in a browser as it is, without a dependency. A
 * page of another origin may call where the operator named that origin.
 *
 * @slow it opens a browser
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestService, testService } from "../contract/support/service.ts";
import { HAS_BROWSER, openBrowser, visit } from "../support/browser.ts";
import { CLIENT, frame, installClient, vendorRecords, writeFiles } from "./support.ts";

const NODE = Bun.which("node");
if (NODE === null) process.stderr.write("node is not installed: its test is skipped\n");

/** Runs in either; gives what became of a served call, one that is tried again, and a refusal. */
const PROGRAM = `
export async function run(PhasewiseClient, options, question) {
  const client = new PhasewiseClient({ ...options, tenant: "polar" });
  const served = await client.recommend(question, { scenario: "replay" });
  const again = await client.recommend(question, { scenario: "rate_limited_once" });
  const refused = await client
    .recommend(question, { scenario: "out_of_scope_diagnosis" })
    .catch((error) => [error.name, error.code, error.categories]);
  const { tenant_id } = await client.preflight();
  return [served.outcome, served.meta.replayed, again.meta.attempts, refused, tenant_id];
}
`;
const EXPECTED = [
  "served",
  true,
  2,
  ["ServiceError", "out_of_scope", ["diagnosis"]],
  "sandbox-polar",
];

const polar = vendorRecords().find(({ slug }) => slug === "polar");
const QUESTION = { ...frame(), polar: polar?.payload };

const folder = mkdtempSync(join(tmpdir(), "phasewise-client-"));
let page: ReturnType<typeof Bun.serve>;
let service: TestService;
let bundle: string;
beforeAll(async () => {
  installClient(folder);
  writeFiles(folder, { "program.js": PROGRAM, "package.json": '{ "type": "module" }' });
  page = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/client.js")
        ? new Response(bundle, { headers: { "content-type": "text/javascript" } })
        : new Response('<link rel="icon" href="data:,">', {
            headers: { "content-type": "text/html" },
          }),
  });
  service = await testService({ corsOrigins: [`http://127.0.0.1:${page.port}`] });
});
afterAll(async () => {
  await service.stop();
  await page.stop(true);
  rmSync(folder, { recursive: true });
});

const options = async () => ({
  baseUrl: service.url,
  apiKey: await service.issue({ tenant: "polar" }),
});

test("the package needs no other, and nothing of one runtime alone", () => {
  const { dependencies } = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
  const dist = join(folder, "node_modules/phasewise-client/dist");
  const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));
  expect(scripts).toContain("index.js");
  for (const name of scripts) {
    const text = readFileSync(join(dist, name), "utf8");
    for (const [, from] of text.matchAll(/\bfrom "([^"]*)"/g))
      expect(from).toMatch(/^\.\/\w+\.js$/);
    expect([name, /\b(Bun|Deno|process|Buffer|require|window|document)\b[.(]/.test(text)]).toEqual([
      name,
      false,
    ]);
  }
});

test.skipIf(NODE === null)("Node runs it", async () => {
  const given = JSON.stringify([await options(), QUESTION]);
  writeFiles(folder, {
    "main.js": `import { PhasewiseClient } from "phasewise-client";
import { run } from "./program.js";
console.log(JSON.stringify(await run(PhasewiseClient, ...${given})));`,
  });
  const { stdout, stderr } = Bun.spawn([NODE ?? "", "main.js"], { cwd: folder, stderr: "pipe" });
  const said = (await new Response(stdout).text()) || (await new Response(stderr).text());
  expect(JSON.parse(said)).toEqual(EXPECTED);
});

describe.skipIf(!HAS_BROWSER)("a browser", () => {
  test("runs it on a page of an origin that the operator named", async () => {
    const entry = join(folder, "bundle.js");
    await Bun.write(
      entry,
      'export { PhasewiseClient } from "phasewise-client"; export { run } from "./program.js";',
    );
    const built = await Bun.build({ entrypoints: [entry], target: "browser" });
    bundle = (await built.outputs[0]?.text()) ?? "";
    const browser = await openBrowser();
    const { page: tab } = await visit(browser, `http://127.0.0.1:${page.port}`);
    await tab.goto("/");
    const result = await tab.evaluate(
      `import("/client.js").then(({ run, PhasewiseClient }) => run(PhasewiseClient, ...${JSON.stringify([await options(), QUESTION])}))`,
    );
    expect(result).toEqual(EXPECTED);
    await browser.close();
  });
});
