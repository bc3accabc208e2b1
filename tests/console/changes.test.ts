/** Guarantee: a change in the console is the command's change, under the name of who signed in. */
import { describe, expect, test } from "bun:test";
import type { ListedKey } from "../../src/store/records.ts";
import { CLIENT, testConsole } from "./support.ts";

const ISSUE = { tenant: "oura", environment: "sandbox", label: "ring cloud", expires_in: "90d" };

describe("keys", () => {
  test("are issued, shown once, rotated and revoked", async () => {
    const { store, signIn, log } = testConsole();
    const { get, post, json } = await signIn();
    const page = await (await post("/keys", ISSUE)).text();
    const key = /id="key">([^<]+)</.exec(page)?.[1] ?? "";
    const record = await store.keys.authenticate(key);
    expect(record).toMatchObject({ client_id: CLIENT, label: "ring cloud" });
    expect(page).toContain("Consent of sandbox-oura is not provisioned");
    const id = record?.key_id ?? "";

    const rotated = await (await post(`/api/keys/${id}/rotate`, { grace: "1h" })).json();
    expect(rotated).toMatchObject({ replaces: id, client_id: CLIENT });
    expect(await store.keys.authenticate((rotated as { key: string }).key)).not.toBeNull();

    const revoked = await post(`/keys/${id}/revoke`);
    expect([revoked.status, revoked.headers.get("location")]).toEqual([303, "/keys"]);
    expect(await store.keys.authenticate(key)).toBeNull();
    const listed = await json("/api/keys");
    expect(listed.map(({ status }: { status: string }) => status)).toEqual(["valid", "revoked"]);
    expect(listed.map(({ changes: [first, last] }: ListedKey) => [first, last])).toMatchObject([
      [{ change: "issued", by: "console" }, undefined],
      [{ change: "issued" }, { change: "rotated" }],
    ]);
    expect(await (await get("/keys")).text()).toMatch(/revoked <time[^>]*>[^<]+<\/time>, console/);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(log()).not.toContain(key);
    expect(log()).toContain(`"change":"/keys/:id/revoke","subject":"${id}"`);
  });

  test.each([
    [{ ...ISSUE, tenant: "fitbit" }, 'tenant is "fitbit"'],
    [{ ...ISSUE, environment: "" }, "environment is missing"],
    [{ ...ISSUE, expires_in: "soon" }, 'expires_in is "soon": give minutes, hours or days'],
    [{ ...ISSUE, expires_in: "0d" }, "expires_in must be longer than zero"],
    [{ ...ISSUE, label: "x".repeat(501) }, "label has more than 500 characters"],
  ])("%p are refused with the field", async (fields, fault) => {
    const { store, signIn } = testConsole();
    const { post } = await signIn();
    const refused = await post("/api/keys", fields);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(JSON.stringify(fault).slice(1, -1));
    expect(await (await post("/keys", fields)).text()).toContain(Bun.escapeHTML(fault));
    expect(await store.keys.list()).toEqual([]);
  });

  test("an unknown one is refused as the command refuses it", async () => {
    const { post } = await (await testConsole()).signIn();
    const refused = await post("/api/keys/key_nothing/revoke");
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("no key has this id"),
    ]);
  });
});

describe("consent", () => {
  test("is changed under the name of who signed in, with the reason", async () => {
    const { store, signIn } = testConsole();
    const { post, get } = await signIn();
    const changed = await post(`/consent/${CLIENT}`, { state: "active", reason: "contract" });
    expect(changed.headers.get("location")).toBe(`/consent/${CLIENT}`);
    expect(await store.consent.state(CLIENT)).toBe("active");
    expect(await (await get(`/consent/${CLIENT}`)).text()).toContain(
      "Consent of sandbox-oura is active",
    );
    await post(`/api/consent/${CLIENT}`, { state: "revoked", reason: "ticket 7" });
    const history = await store.consent.history(CLIENT);
    expect(history.map(({ state, actor, reason }) => [state, actor, reason])).toEqual([
      ["provisioned", "anna (uid 1000), in the console", "contract"],
      ["active", "anna (uid 1000), in the console", "contract"],
      ["revoked", "anna (uid 1000), in the console", "ticket 7"],
    ]);
  });

  test("an impossible step and an unknown client are refused", async () => {
    const { store, signIn } = testConsole();
    const { post } = await signIn();
    expect((await post(`/api/consent/${CLIENT}`, { state: "revoked" })).status).toBe(422);
    expect((await post("/api/consent/sandbox-our", { state: "active" })).status).toBe(422);
    expect((await post(`/api/consent/${CLIENT}`, { state: "not_provisioned" })).status).toBe(422);
    expect(await store.consent.history(CLIENT)).toEqual([]);
  });
});

test("a change can be sent as JSON", async () => {
  const { url, signIn, store } = testConsole();
  const { csrf, cookie } = await signIn();
  const answer = await fetch(`${url}/api/keys`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "x-csrf-token": csrf },
    body: JSON.stringify({ ...ISSUE, label: null }),
  });
  expect(answer.status).toBe(200);
  expect(await store.keys.list()).toMatchObject([{ label: null }]);
});
