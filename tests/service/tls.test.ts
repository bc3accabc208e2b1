/**
 * Guarantee: with --tls-cert the main port accepts only TLS 1.2 or newer, and a bad pair stops the
 * start with one line.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readTls } from "../../src/service/tls.ts";
import { testService } from "../contract/support/service.ts";

const folder = temporaryFolder("tls");
afterAll(() => folder.remove());
const openssl = Bun.which("openssl");
if (openssl === null) process.stdout.write("openssl is not here: the tests of TLS are skipped\n");

const DAY_MS = 86_400_000;

function pair(name: string): { tlsCert: string; tlsKey: string } {
  mkdirSync(folder.path, { recursive: true });
  const tlsCert = join(folder.path, `${name}.pem`);
  const tlsKey = join(folder.path, `${name}.key`);
  const made = Bun.spawnSync(
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout ${tlsKey} -out ${tlsCert}`.split(
      " ",
    ),
  );
  if (!made.success) throw new Error(made.stderr.toString());
  return { tlsCert, tlsKey };
}

describe.skipIf(openssl === null)("with a certificate", () => {
  test("the service answers by TLS, and no plain request and no old version gets in", async () => {
    const files = pair("good");
    const tls = readTls(files, Date.now());
    if (tls === null) throw new Error("no pair was read");
    const service = await testService({ tls });
    const { port } = new URL(service.url);
    expect(service.url).toStartWith("https://");
    const answer = await fetch(`https://localhost:${port}/v1/health`, { tls: { ca: tls.cert } });
    expect(await answer.json()).toEqual({ status: "ok" });
    const plain = await fetch(`http://127.0.0.1:${port}/v1/health`).then(
      ({ status }) => status,
      () => 0,
    );
    expect(plain).not.toBe(200);
    for (const [version, spoken] of [
      ["TLSv1.1", null],
      ["TLSv1.2", "TLSv1.2"],
      ["TLSv1.3", "TLSv1.3"],
    ] as const) {
      const got = await new Promise<string | null>((resolve) => {
        const options = {
          host: "127.0.0.1",
          port: Number(port),
          ca: tls.cert,
          servername: "localhost",
        };
        const socket = connect({ ...options, minVersion: version, maxVersion: version }, () => {
          resolve(socket.getProtocol());
          socket.destroy();
        });
        socket.on("error", () => resolve(null));
      });
      expect([version, got]).toEqual([version, spoken]);
    }
    await service.stop();
  });

  test("a missing, mixed up, foreign or expired file is told in one line, without its content", () => {
    const one = pair("one");
    const two = pair("two");
    const text = join(folder.path, "text.pem");
    writeFileSync(text, "CANARY no certificate");
    const refusal = (tlsCert: string | null, tlsKey: string | null, nowMs = Date.now()) => {
      try {
        readTls({ tlsCert, tlsKey }, nowMs);
      } catch (error) {
        return (error as Error).message;
      }
      return "nothing";
    };
    for (const [message, words] of [
      [refusal(one.tlsCert, null), "--tls-cert and --tls-key go together"],
      [refusal(null, one.tlsKey), "--tls-cert and --tls-key go together"],
      [refusal(`${one.tlsCert}.gone`, one.tlsKey), "cannot read"],
      [refusal(one.tlsCert, folder.path), "cannot read"],
      [refusal(text, one.tlsKey), "holds no certificate in PEM"],
      [refusal(one.tlsCert, text), "holds no private key in PEM"],
      [refusal(one.tlsCert, two.tlsKey), "is not the key of the certificate"],
      [refusal(one.tlsCert, one.tlsKey, Date.now() + 3 * DAY_MS), "expired on"],
    ] as const) {
      expect(message).toContain(words);
      expect(message).not.toMatch(/\n|CANARY/);
    }
    expect(readTls({ tlsCert: null, tlsKey: null }, Date.now())).toBeNull();
  });
});
