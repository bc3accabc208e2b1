/**
 * Pictures of the operator's console for the documents, from a real service with real answers:
 *
 *     bun tests/console/images.ts [--out FOLDER] [--all]
 *
 * `--all` makes every page in both widths and both schemes, for whoever changes the console.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeLink } from "../../src/console/login.ts";
import { openStore, stateDir } from "../../src/store/sqlite/index.ts";
import { entry } from "../store/entry.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { requestBody, yesterday } from "../support/payloads.ts";
import { type RunningService, SOURCE, serve } from "../support/program.ts";
import { TENANT_CASES } from "../support/tenants/index.ts";

const root = join(import.meta.dir, "../..");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(root, "docs/images") },
    all: { type: "boolean", default: false },
  },
});
const PROGRAM = HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE;
const IMAGE_BYTES_MAX = 150_000;
const WIDTHS = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 390, height: 844 },
  shown: { width: 1100, height: 720 },
} as const;
const SCHEMES = ["light", "dark"] as const;
/** For the documents: page, name, width, scheme. */
const SHOWN = [
  ["/?window=5m", "console-traffic", "shown", "light"],
  ["/keys", "console-keys", "shown", "light"],
  ["ROW", "console-row", "shown", "dark"],
] as const;
const PAGES = {
  traffic: "/?window=5m",
  keys: "/keys",
  consent: "/consent",
  client: "/consent/sandbox-oura",
  audit: "/audit",
  row: "ROW",
  corpus: "/corpus",
  diff: "/corpus/diff?from=starter&to=starter",
  models: "/models",
  storage: "/storage",
  checks: "/checks",
  run: "RUN",
} as const;

const MONTHS = 7;
const ROWS_A_MONTH = 40;
const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
const TRAFFIC_SECONDS = 45;
/** How long a command of the console may take on a busy machine. */
const TASK_MS = 180_000;
const QUESTIONS = [
  "Why is my HRV lower this week and what can I do about it?",
  "Does coffee in the afternoon harm my sleep?",
  "Should I train hard today?",
  "How warm should my bedroom be?",
  "Can alcohol lower my HRV?",
];

/** Keys, consents and some months of rows, as an operator's store has them. */
async function fill(dataDir: string): Promise<string[]> {
  const store = openStore(dataDir, { now: () => Date.now() });
  const keys: string[] = [];
  for (const { slug } of TENANT_CASES) {
    const { key } = await store.keys.issue(
      { tenant: slug, environment: "sandbox" },
      "command line",
    );
    keys.push(key);
    if (slug !== "polar")
      await store.consent.change(
        `sandbox-${slug}`,
        "active",
        "anna (uid 1000)",
        "contract 2026-11",
      );
  }
  const old = await store.keys.issue(
    {
      tenant: "oura",
      environment: "production",
      label: "ring cloud",
      expires_in_ms: 365 * DAY_MS,
    },
    "command line",
  );
  await store.keys.rotate(old.key_id, DAY_MS, "console");
  const lost = await store.keys.issue(
    {
      tenant: "whoop",
      environment: "production",
      label: "band, lost laptop",
    },
    "command line",
  );
  await store.keys.revoke(lost.key_id, "command line");
  await store.consent.change("production-oura", "active", "anna (uid 1000)", "contract 2026-11");
  await store.consent.change("production-whoop", "active", "anna (uid 1000)");
  await store.consent.change("production-whoop", "revoked", "ben (uid 1001)", "ticket 7");
  for (let month = MONTHS; month > 0; month--) {
    for (let row = 0; row < ROWS_A_MONTH + (MONTHS - month) * 12; row++) {
      const at = Date.now() - month * MONTH_DAYS * DAY_MS + row * 60_000;
      const given = entry({
        client_id: "production-oura",
        request_id: `${month}-${row}`,
        served_at: new Date(at).toISOString(),
      });
      await store.commit(given, at);
    }
  }
  await store.close();
  return keys;
}

async function traffic(service: RunningService, keys: readonly string[]): Promise<void> {
  const until = performance.now() + TRAFFIC_SECONDS * 1_000;
  const repeated = requestBody();
  for (let at = 0; performance.now() < until; at++) {
    const turn = at % TENANT_CASES.length;
    const tenant = TENANT_CASES[turn];
    const key = keys[turn] ?? "";
    if (tenant === undefined) continue;
    const { oura: _, ...rest } = requestBody({ query: QUESTIONS[at % QUESTIONS.length] });
    const body = { ...rest, [tenant.slug]: tenant.payload(yesterday()) };
    await service.post(at % 11 === 7 ? {} : body, key, tenant.slug);
    if (at % 4 === 0) await service.post(repeated, keys[0] ?? "", "oura");
    if (at % 13 === 5) await service.post({}, "pw_sandbox_wrong", "oura");
    if (at % 9 === 3)
      await service.post(requestBody({ query: "Do I have PCOS?" }), keys[0] ?? "", "oura");
    await Bun.sleep(180);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "phasewise-images-"));
mkdirSync(values.out, { recursive: true });
const keys = await fill(dataDir);
const service = await serve(PROGRAM, dataDir, { args: ["--console-port", "0"] });
const browser = await openBrowser();
try {
  const { url } = makeLink(stateDir(dataDir), "anna (uid 1000)", Date.now());
  const { page } = await visit(browser, new URL(url).origin);
  await page.goto(url);
  await page.waitForURL("**/");
  await traffic(service, keys);
  const origin = new URL(url).origin;
  for (const path of ["/corpus", "/models", "/storage", "/corpus/diff?from=starter&to=starter"]) {
    await page.goto(origin + path);
    await page.waitForSelector("progress", { state: "detached", timeout: TASK_MS });
  }
  await page.goto(`${origin}/checks`);
  await page.getByRole("button", { name: "Run" }).first().click();
  await page.waitForSelector("progress", { state: "detached", timeout: TASK_MS });
  const runPath = new URL(page.url()).pathname;
  await page.goto(`${origin}/audit`);
  const rowPath = await page.locator("td a").first().getAttribute("href");
  await page.goto(origin + rowPath);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.waitForSelector("progress", { state: "detached", timeout: TASK_MS });
  const shoot = async (
    path: string,
    name: string,
    width: keyof typeof WIDTHS,
    scheme: "light" | "dark",
  ) => {
    await page.setViewportSize(WIDTHS[width]);
    await page.emulateMedia({ colorScheme: scheme });
    const real = path === "ROW" ? (rowPath ?? "/") : path === "RUN" ? runPath : path;
    await page.goto(origin + real);
    const file = join(values.out, `${name}.png`);
    await page.screenshot({ path: file, fullPage: values.all });
    const { size } = statSync(file);
    process.stdout.write(`${file} ${size}\n`);
    if (!values.all && size > IMAGE_BYTES_MAX) throw new Error(`${file} is too large: ${size}`);
  };
  if (values.all) {
    for (const [name, path] of Object.entries(PAGES))
      for (const width of ["wide", "narrow"] as const)
        for (const scheme of SCHEMES)
          await shoot(path, `${name}-${width}-${scheme}`, width, scheme);
  } else for (const [path, name, width, scheme] of SHOWN) await shoot(path, name, width, scheme);
} finally {
  await browser.close();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
