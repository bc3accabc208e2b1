/**
 * Pictures of the portal for the documents, from a real service with a real answer:
 *
 *     bun tests/portal/images.ts [--out FOLDER]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBrowser, visit } from "../support/browser.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { issueKey, SOURCE, serve } from "../support/program.ts";
import { see } from "./screens.ts";

const { values } = parseArgs({
  options: { out: { type: "string", default: join(import.meta.dir, "../../docs/images") } },
});
const PROGRAM = HAS_EXECUTABLE ? [EXECUTABLE] : SOURCE;
const IMAGE_BYTES_MAX = 150_000;
/** Text stays sharp. */
const QUALITY = 90;
const DESK = { width: 1280, height: 800 };
const TELEPHONE = { width: 390, height: 844 };

const dataDir = mkdtempSync(join(tmpdir(), "phasewise-images-"));
mkdirSync(values.out, { recursive: true });
const key = await issueKey(PROGRAM, dataDir);
const service = await serve(PROGRAM, dataDir);
const browser = await openBrowser();
try {
  const { page } = await visit(browser, service.url);
  const shoot = async (name: string) => {
    const file = join(values.out, `portal-${name}.webp`);
    await page.screenshot({ path: file, type: "webp", quality: QUALITY });
    const { size } = statSync(file);
    process.stdout.write(`${file} ${size}\n`);
    if (size > IMAGE_BYTES_MAX) throw new Error(`${file} is too large: ${size}`);
  };
  await see(page, { ...DESK, colorScheme: "light" });
  await page.goto("/docs/first-call");
  await shoot("first-call");
  await see(page, { ...DESK, colorScheme: "dark" });
  await page.goto("/docs/recommend-oura");
  await page.getByLabel("Sandbox key").fill(key);
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".outcome", { hasText: "200" }).waitFor();
  await shoot("try-it");
  await see(page, { ...TELEPHONE, colorScheme: "light" });
  await page.goto("/docs");
  await page.getByRole("button", { name: "Search" }).click();
  await page.keyboard.type("temperature");
  await page.locator("#found li").first().waitFor();
  await shoot("search");
} finally {
  await browser.close();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
