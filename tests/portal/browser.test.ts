/**
 * The portal in a real browser, as a partner uses it.
 *
 * @slow it opens a browser
 * @alone a browser that gets no processor beside the models stops answering
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { useService } from "../contract/support/service.ts";
import { graveFindings, HAS_BROWSER, openBrowser, visit } from "../support/browser.ts";
import { PAGES, SCREENS, see } from "./screens.ts";

/** One page of each kind; `bun tests/portal/every-page.ts` looks at all of them on every screen. */
const KINDS = ["/docs", "/docs/first-call", "/docs/errors", "/docs/reference"];
const OPERATION = "/docs/recommend-oura";

describe.skipIf(!HAS_BROWSER)("the portal in Chromium", () => {
  const service = useService({ beforeAll, afterAll });
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** Does something on a page, which must complain of nothing and ask no other host. */
  async function on(path: string, act: (page: Page) => Promise<void>): Promise<void> {
    const { page, complaints, foreign, close } = await visit(browser, service().url);
    await page.goto(path);
    await act(page);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  }

  test("every page loads without a complaint or another host, and fits a narrow screen", async () => {
    const { page, complaints, foreign, close } = await visit(browser, service().url);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of PAGES) {
      await page.goto(path);
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect([path, width, complaints, foreign]).toEqual([path, 390, [], []]);
    }
    await close();
  });

  test.each([...KINDS, OPERATION])("axe finds nothing grave on %s", async (path) => {
    await on(path, async (page) => {
      for (const screen of [SCREENS[0], SCREENS[3]]) {
        await see(page, screen);
        expect([screen, await graveFindings(page)]).toEqual([screen, []]);
      }
    });
  });

  test("the search finds a member by keyboard alone, and opens what hides it", async () => {
    await on("/docs", async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("garmin restingHeart");
      await page.waitForSelector("#found li");
      expect(await graveFindings(page, "dialog")).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/recommend-garmin#*");
      const target = page.locator(":target");
      expect(await target.textContent()).toContain("restingHeartRateInBeatsPerMinute");
      expect(await target.isVisible()).toBe(true);
    });
  });

  test("the search finds an operation, and Escape closes it", async () => {
    await on("/docs/errors", async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("health/me");
      await page.waitForSelector("#found li");
      expect(await page.locator("#found [aria-selected=true]").textContent()).toContain(
        "GET /v1/health/me",
      );
      await page.keyboard.press("Escape");
      expect(await page.locator("dialog.search").isVisible()).toBe(false);
    });
  });

  test("a button copies what stands below it, with the service's own address", async () => {
    await on("/docs/first-call", async (page) => {
      const origin = service().url;
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
      const figure = page.locator("figure.code", { hasText: "/v1/health/me" }).first();
      await figure.locator("button").click();
      await figure.getByText("Copied").waitFor();
      const copied = await page.evaluate("navigator.clipboard.readText()");
      expect(copied).toContain(`curl -sS ${origin}/v1/health/me`);
    });
  });

  test("one choice of a wearable puts its path and a body of today into every sample", async () => {
    await on("/docs/first-call", async (page) => {
      await page.getByLabel("Your wearable").selectOption("withings");
      const body = page.locator("[data-request] code");
      await page.locator("[data-request]", { hasText: '"withings": {' }).waitFor();
      const text = (await body.textContent()) ?? "";
      const asked = await service().post(text, { tenant: "withings" });
      expect([asked.status, asked.json.warnings]).toEqual([200, []]);
      await page.goto("/docs/testing");
      const call = page.locator("figure", { hasText: "/v1/withings/recommendation" });
      await call.first().waitFor();
      expect(await page.getByLabel("Your wearable").inputValue()).toBe("withings");
      expect(await page.locator("main").textContent()).not.toContain("/v1/oura/");
    });
  });

  test("one choice of a language holds on every page", async () => {
    await on("/docs/first-call", async (page) => {
      await page.getByRole("tab", { name: "curl" }).first().focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.goto(OPERATION);
      const chosen = page.locator("[role=tab][aria-selected=true]").first();
      expect(await chosen.textContent()).toBe("Python");
      expect(await page.getByRole("tabpanel").first().textContent()).toContain("urllib.request");
    });
  });

  test("the theme follows the system until the reader chooses, and the choice is kept", async () => {
    await on("/docs", async (page) => {
      const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
      await page.emulateMedia({ colorScheme: "dark" });
      const dark = await ground();
      await page.emulateMedia({ colorScheme: "light" });
      expect(await ground()).not.toBe(dark);
      await page.getByRole("button", { name: "Dark theme" }).click();
      await page.reload();
      expect(await ground()).toBe(dark);
    });
  });

  describe("try it", () => {
    const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
    const outcome = (page: Page, text: string) =>
      page.locator(".outcome", { hasText: text }).waitFor();

    test("a sandbox key gets an answer to a ready body, which is not kept anywhere", async () => {
      await on(OPERATION, async (page) => {
        const key = await service().issue();
        await page.getByLabel("Sandbox key").fill(key);
        await send(page);
        await outcome(page, "200 OK");
        expect(await page.locator(".answer").textContent()).toContain('"suppression_reason": null');
        expect(await graveFindings(page, ".answer")).toEqual([]);
        const stored = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])";
        expect(await page.evaluate(stored)).not.toContain(key);
        await page.reload();
        expect(await page.getByLabel("Sandbox key").inputValue()).toBe("");
      });
    });

    test("each scenario can be asked for", async () => {
      await on(OPERATION, async (page) => {
        await page.getByLabel("Sandbox key").fill(await service().issue());
        await page.getByLabel("X-Sandbox-Scenario").selectOption("thin_evidence");
        await send(page);
        await outcome(page, "200 OK");
        expect(await page.locator(".answer").textContent()).toContain("thin_evidence");
      });
    });

    test("a production key is not sent", async () => {
      await on(OPERATION, async (page) => {
        const asked: string[] = [];
        page.on("request", (request) => {
          if (request.method() === "POST") asked.push(request.url());
        });
        await page
          .getByLabel("Sandbox key")
          .fill(await service().issue({ environment: "production" }));
        await send(page);
        await outcome(page, "Not sent: this is a production key");
        expect(asked).toEqual([]);
      });
    });
  });

  test("without scripts the text is whole", async () => {
    const { page, close } = await visit(browser, service().url, { javaScriptEnabled: false });
    await page.goto(OPERATION);
    const shown = await page.locator("main").textContent();
    for (const words of ["curl -sS", "urllib.request", "Try it needs JavaScript", "503"])
      expect(shown).toContain(words);
    await close();
  });
});
