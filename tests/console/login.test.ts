/**
 * Guarantee: whoever can read the data directory can sign in, once for each link, and nobody else.
 *
 * @slow it starts the program
 */
import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeLink } from "../../src/console/login.ts";
import { SESSION_IDLE_MS, SESSION_MS } from "../../src/console/sessions.ts";
import { run, SOURCE } from "../support/program.ts";
import { testConsole } from "./support.ts";

const LINK_MS = 5 * 60_000;
const DOOR = "state/console-door.json";

async function refusal(url: string): Promise<[number, string | null, string]> {
  const answer = await fetch(url);
  return [answer.status, answer.headers.get("set-cookie"), await answer.text()];
}

describe("a link", () => {
  test("signs in once, under its maker's name", async () => {
    const console = testConsole();
    const link = console.link();
    const first = await fetch(link);
    expect(first.status).toBe(200);
    expect(first.headers.get("set-cookie")).toMatch(
      /^phasewise_console_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(await refusal(link)).toEqual([403, null, expect.stringContaining("a used link")]);
    expect(console.log()).toContain('"by":"anna (uid 1000)","msg":"console sign-in"');
    expect(console.log()).toContain("a used link");
    expect(console.log()).not.toContain("token");
  });

  test("expires within minutes", async () => {
    const console = testConsole();
    const link = console.link();
    console.advance(LINK_MS);
    expect(await refusal(link)).toEqual([403, null, expect.stringContaining("has expired")]);
  });

  test.each([
    ["empty", () => ""],
    ["without a signature", (token: string) => token.split(".")[0] ?? ""],
    ["with another's signature", (token: string) => `${token.split(".")[0]}.${"A".repeat(43)}`],
    ["changed in its payload", (token: string) => `A${token}`],
    ["with a third part", (token: string) => `${token}.x`],
    ["endless", () => "x".repeat(5_000)],
  ])("%s is refused", async (_, bend) => {
    const console = testConsole();
    const url = new URL(console.link());
    url.searchParams.set("token", bend(url.searchParams.get("token") ?? ""));
    const [status, cookie, page] = await refusal(url.href);
    expect([status, cookie]).toEqual([403, null]);
    expect(page).toContain("not a link of this console");
  });

  test("of another console is refused", async () => {
    const token = new URL(testConsole().link()).searchParams.get("token");
    const [status] = await refusal(`${testConsole().url}/login?token=${token}`);
    expect(status).toBe(403);
  });

  test("is made by the command, from a file that only the user can read", async () => {
    const { dataDir, url, running } = testConsole();
    expect(statSync(join(dataDir, DOOR)).mode & 0o777).toBe(0o600);
    const made = await run([...SOURCE, "console", "login", "--json", "--data-dir", dataDir]);
    const link = JSON.parse(made.stdout) as { url: string; expires_at: string };
    expect(link.url).toStartWith(`${url}/login?token=`);
    expect((await fetch(link.url)).status).toBe(200);
    await running.stop();
    expect(existsSync(join(dataDir, DOOR))).toBe(false);
    expect(() => makeLink(join(dataDir, "state"), "anna", 0)).toThrow(
      "no console runs on this data directory",
    );
  });
});

describe("a session", () => {
  test("is needed by every page and every call", async () => {
    const { url } = testConsole();
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([
      401,
      expect.stringContaining("phasewise console login"),
    ]);
    const call = await fetch(`${url}/api/keys`, { headers: { cookie: "phasewise_console=x" } });
    expect([call.status, await call.json()]).toEqual([
      401,
      { error: { status: 401, detail: "sign in first: phasewise console login" } },
    ]);
  });

  test("ends without a click; a page that renews itself is none", async () => {
    const console = testConsole();
    const { get } = await console.signIn();
    console.advance(SESSION_IDLE_MS - 1_000);
    expect((await get("/", { "x-console-live": "1" })).status).toBe(200);
    console.advance(2_000);
    expect((await get("/")).status).toBe(401);
  });

  test("ends after half a day of clicks", async () => {
    const console = testConsole();
    const { get } = await console.signIn();
    for (let passed = 0; passed < SESSION_MS; passed += SESSION_IDLE_MS / 2) {
      expect((await get("/api/session")).status).toBe(200);
      console.advance(SESSION_IDLE_MS / 2);
    }
    console.advance(1);
    expect((await get("/api/session")).status).toBe(401);
  });

  test("ends at the sign-out", async () => {
    const { get, post } = await testConsole().signIn();
    const out = await post("/logout");
    expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await get("/keys")).status).toBe(401);
  });
});
