/** The portal in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { useService } from "../contract/support/service.ts";
import { graveFindings, HAS_BROWSER, openBrowser, visit } from "../support/browser.ts";

describe.skipIf(!HAS_BROWSER)("the portal in Chromium", () => {
  const service = useService({ beforeAll, afterAll });
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("loads without a complaint, a foreign host or a grave finding of axe", async () => {
    const { page, complaints, foreign, close } = await visit(browser, service().url);
    await page.goto("/docs");
    expect(await graveFindings(page)).toEqual([]);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });
});
