/**
 * A real browser for tests: Debian's Chromium, which reaches this machine and no other host.
 */
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";
/** Tests of a browser skip without it. */
export const HAS_BROWSER = existsSync(CHROMIUM);
if (!HAS_BROWSER)
  process.stderr.write(`${CHROMIUM} is not installed: tests in a browser are skipped\n`);

/** Impacts that no page may have. */
const GRAVE = ["serious", "critical"];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      // Its own sandbox needs rights that root in a container lacks. Only our pages are opened.
      "--no-sandbox",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ],
  });
}

export interface Visit {
  page: Page;
  /** Errors on the console, broken scripts, and what the page's policy blocked. */
  complaints: string[];
  /** Addresses on other hosts that the page asked for. */
  foreign: string[];
  close(): Promise<void>;
}

/**
 * A new page with storage of its own.
 * @param origin of the service, such as `http://127.0.0.1:8080`; relative addresses start there
 */
export async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { protocol } = new URL(request.url());
    const here = new URL(request.url()).origin === new URL(origin).origin;
    if (!here && protocol !== "data:" && protocol !== "blob:") foreign.push(request.url());
  });
  return { page, complaints, foreign, close: () => context.close() };
}

/**
 * What axe finds serious or critical on the page, as `rule: element`.
 * @param part a selector of what is judged
 * @throws Error where axe could judge nothing
 */
export async function graveFindings(page: Page, part = "html"): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const { passes, violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] })`,
  )) as axe.AxeResults;
  if (passes.length === 0) throw new Error(`${page.url()}: axe found nothing to judge`);
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
