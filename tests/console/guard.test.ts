/**
 * Guarantee: no page of a stranger reaches the console through the operator's browser, nothing else
 * is served, and each refusal is logged.
 */
import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { testConsole } from "./support.ts";

/** One request as bytes, for headers and paths that `fetch` would not send. */
function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.end(request));
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("the name of the host", () => {
  test.each(["evil.example", "127.0.0.1.evil.example", "10.0.0.7:80", "localhost.evil:1", ""])(
    "%p is refused, also with a session",
    async (host) => {
      const { url, log, signIn } = testConsole();
      const { get } = await signIn();
      for (const path of ["/", "/api/keys", "/login?token=x", "/assets/page.css"]) {
        const answer = await get(path, { host });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.headers.get("set-cookie")).toBeNull();
      }
      expect(await (await fetch(url, { headers: { host } })).text()).not.toContain("Traffic");
      if (host !== "") expect(log()).toContain("under a name of this machine");
    },
  );

  test.each(["localhost:7000", "127.0.0.1", "[::1]:9"])("%s is served", async (host) => {
    const { signIn } = testConsole();
    expect((await (await signIn()).get("/", { host })).status).toBe(200);
  });
});

describe("a change", () => {
  const form = "application/x-www-form-urlencoded";
  async function change(headers: Record<string, string>, body: (csrf: string) => string) {
    const { url, log, store, signIn } = testConsole();
    const { csrf, cookie } = await signIn();
    const answer = await fetch(`${url}/api/keys`, {
      method: "POST",
      headers: { cookie, "content-type": form, ...headers },
      body: body(csrf),
    });
    return { status: answer.status, log: log(), keys: await store.keys.list() };
  }
  const good = (csrf: string) =>
    new URLSearchParams({ csrf, tenant: "oura", environment: "sandbox" }).toString();

  test("with the session's token is done", async () => {
    const { status, keys } = await change({}, good);
    expect([status, keys.length]).toEqual([200, 1]);
  });

  test.each([
    ["from another origin", { origin: "https://evil.example" }, good, 403],
    ["from another port", { origin: "http://127.0.0.1:1" }, good, 403],
    ["from a page without an origin", { origin: "null" }, good, 403],
    ["that a stranger's page sent", { "sec-fetch-site": "cross-site" }, good, 403],
    ["from another page of this host", { "sec-fetch-site": "same-site" }, good, 403],
    ["without a token", {}, () => good(""), 403],
    ["with another token", {}, (csrf: string) => good(csrf.toUpperCase()), 403],
    ["as plain text", { "content-type": "text/plain" }, good, 415],
    ["of 20 kB", {}, (csrf: string) => `${good(csrf)}&label=${"x".repeat(20_000)}`, 413],
    ["that is no JSON", { "content-type": "application/json" }, good, 400],
  ])("%s is refused", async (_, headers, body, expected) => {
    const { status, log, keys } = await change(headers, body);
    expect([status, keys]).toEqual([expected, []]);
    expect(log).toContain('"path":"/api/keys"');
    expect(log).toContain("console refused");
  });
});

describe("a path", () => {
  test.each([
    "/assets/../../../etc/passwd",
    "/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/__proto__",
    "/../../state/phasewise.sqlite",
    "/state/console-door.json",
    "/audit/..%2fkeys",
    "/metrics",
    "//evil.example/keys",
  ])("%s is not served, and logged", async (path) => {
    const { url, log } = testConsole();
    const { host } = new URL(url);
    const answer = await raw(
      url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[0134] /);
    expect(answer).not.toMatch(/root:|SQLite|secret/);
    if (!answer.includes(" 400 ")) expect(log()).toContain("console refused");
  });
});

describe("every answer", () => {
  test.each([
    ["a page", "/keys"],
    ["a call", "/api/keys"],
    ["the style", "/assets/page.css"],
    ["a missing page", "/nothing"],
    ["a faulty call", "/api/audit?since=never"],
    ["a refused sign-in", "/login?token=x"],
  ])("%s is kept from caches, frames, other pages and other scripts", async (_, path) => {
    const { get } = await testConsole().signIn();
    const { headers } = await get(path, { origin: "https://evil.example" });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("has no script and no style of its own", async () => {
    const { get } = await testConsole().signIn();
    const page = await (await get("/")).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/assets\/)/);
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });
});
