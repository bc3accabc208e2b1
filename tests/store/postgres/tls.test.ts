/**
 * Guarantee: TLS that one side demands and the other does not have, and a certificate that does not
 * prove the server, are told in one line that says what to do. Nothing is made and nothing is
 * answered meanwhile.
 *
 * @slow it starts PostgreSQL
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { openPostgres } from "../../../src/store/postgres/index.ts";
import { testService } from "../../contract/support/service.ts";
import {
  type Authority,
  HAS_OPENSSL,
  makeAuthority,
  type Pair,
} from "../../support/certificates.ts";
import { requestBody } from "../../support/payloads.ts";
import { PASSWORD } from "../../support/postgres.ts";
import { dataOf, runAsServer } from "../../support/postgres-server.ts";
import { run, SOURCE } from "../../support/program.ts";
import { databaseOf, onPostgres } from "./support.ts";

const folder = temporaryFolder("postgres-tls");
afterAll(() => folder.remove());

const ACCESS = "all all 127.0.0.1/32 scram-sha-256\n";

if (HAS_OPENSSL)
  onPostgres("over TLS, a database", (server) => {
    let authority: Authority;
    beforeAll(() => {
      mkdirSync(folder.path, { recursive: true });
      authority = makeAuthority(folder.path);
    });

    const set = (name: string, content: string) => {
      const path = join(dataOf(server.cluster().folder), name);
      return runAsServer(["sh", "-c", `umask 077; cat > ${path}`], { stdin: content });
    };

    /** @param pair null for a server that does not speak TLS */
    async function speak(pair: Pair | null, access: "host" | "hostssl" = "host"): Promise<void> {
      if (pair !== null) {
        await set("server.crt", readFileSync(pair.cert, "utf8"));
        await set("server.key", readFileSync(pair.key, "utf8"));
      }
      await set("pg_hba.conf", `${access} ${ACCESS}`);
      const { admin } = server.cluster();
      await admin("postgres", `ALTER SYSTEM SET ssl = ${pair === null ? "off" : "on"}`);
      await admin("postgres", "SELECT pg_reload_conf()");
      while ((await admin("postgres", "SHOW ssl"))[0]?.ssl !== (pair === null ? "off" : "on"))
        await Bun.sleep(10);
    }

    const demanding = async (mode: string) => `${await server.url()}?sslmode=${mode}`;

    /** The one line for the operator, where nothing was made. */
    async function lineOf(url: string): Promise<string> {
      const error = await openPostgres(url, { password: PASSWORD, create: true }).then(
        async (store) => {
          await store.close();
          return new Error("it was opened");
        },
        (thrown: Error) => thrown,
      );
      expect(error.message).not.toMatch(/\n|p4ssw0rd/);
      const { admin } = server.cluster();
      const [found] = await admin(databaseOf(url), "SELECT to_regnamespace('phasewise') AS made");
      expect(found?.made).toBeNull();
      return error.message;
    }

    test("that does not have it, where the URL demands it", async () => {
      await speak(null);
      for (const mode of ["require", "verify-ca", "verify-full"])
        expect(await lineOf(await demanding(mode))).toContain("does not speak TLS: turn ssl on");
    });

    test("that demands it, where the URL turns it off", async () => {
      await speak(authority.issue("good", "IP:127.0.0.1"), "hostssl");
      expect(await lineOf(await demanding("disable"))).toContain(
        "refuses connections without TLS: set sslmode=verify-full in --state",
      );
      const plain = await server.open(await server.url());
      expect(await plain.keys.list()).toEqual([]);
    });

    test("whose certificate proves nothing", async () => {
      const line = async (mode: string) => lineOf(await demanding(mode));
      await speak(authority.issue("unknown", "IP:127.0.0.1"));
      for (const mode of ["verify-ca", "verify-full"])
        expect(await line(mode)).toContain("put its CA into NODE_EXTRA_CA_CERTS");
      await speak(authority.issue("expired", "IP:127.0.0.1", -1));
      expect(await line("verify-full")).toContain("has expired (CERT_HAS_EXPIRED): renew it");
    });

    test("is used where its certificate proves it, and only under its own name", async () => {
      /** The program reads which authorities it trusts when it starts. */
      const listed = async (url: string) => {
        const words = ["keys", "issue", "--tenant", "oura", "--environment", "sandbox"];
        const env = { PHASEWISE_STATE_PASSWORD: PASSWORD, NODE_EXTRA_CA_CERTS: authority.cert };
        const { code, stderr } = await run([...SOURCE, ...words, "--state", url], { env });
        return [code, stderr.trim().split("\n").at(-1)];
      };
      await speak(authority.issue("good", "IP:127.0.0.1"));
      expect(await listed(await demanding("verify-full"))).toEqual([0, expect.anything()]);
      await speak(authority.issue("other", "DNS:db.example"));
      const url = await demanding("verify-full");
      expect(await listed(url)).toEqual([
        1,
        expect.stringContaining("names another host: give that name in --state"),
      ]);
    }, 120_000);

    test("that begins to demand it: 503 until the URL and the server agree again", async () => {
      await speak(authority.issue("good", "IP:127.0.0.1"));
      const url = await demanding("disable");
      const store = await server.open(url, { watch: true, waitMs: 2_000 });
      const service = await testService({ store });
      try {
        await store.consent.change("sandbox-oura", "active", "test");
        const { key } = await store.keys.issue(
          { tenant: "oura", environment: "sandbox" },
          "command line",
        );
        const asked = async () => (await service.post(requestBody(), { key })).status;
        expect(await asked()).toBe(200);
        await speak(authority.issue("good", "IP:127.0.0.1"), "hostssl");
        await server.cluster().admin(
          "postgres",
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '${databaseOf(url)}'`,
        );
        expect(await asked()).toBe(503);
        expect((await service.call("GET", "/v1/health/ready")).status).toBe(503);
        while (!store.fault()?.includes("refuses connections without TLS")) await Bun.sleep(20);
        expect(await asked()).toBe(503);
        await speak(authority.issue("good", "IP:127.0.0.1"));
        while ((await service.call("GET", "/v1/health/ready")).status !== 200) await Bun.sleep(50);
        expect(await asked()).toBe(200);
        expect(await store.audit.verify()).toMatchObject({ rows: 2 });
      } finally {
        await service.stop();
      }
    });
  });
