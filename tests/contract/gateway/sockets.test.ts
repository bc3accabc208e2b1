/**
 * Opening and closing sockets: one clear line when a port is taken, and nothing stays open.
 *
 * @alone it measures time
 */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { requestBody } from "../../support/payloads.ts";
import { freePort } from "../../support/redis.ts";
import { testService } from "../support/service.ts";

test("a taken port is named", async () => {
  const service = await testService();
  const port = Number(new URL(service.url).port);
  await expect(testService({ port })).rejects.toThrow(
    `cannot listen on 127.0.0.1 port ${port} (EADDRINUSE)`,
  );
  await service.stop();
});

test("where the port of the metrics is taken the other one is free again", async () => {
  const taken = await testService();
  const port = await freePort();
  const metricsPort = Number(new URL(taken.url).port);
  const started = testService({ port, metricsPort });
  await expect(started).rejects.toThrow(`cannot listen on 127.0.0.1 port ${metricsPort}`);
  await (await testService({ port })).stop();
  await taken.stop();
});

/** A body up to this size has arrived when its refusal is written. */
const BUFFERED_BYTES = 65_536;

test("every route that is served asks for a key, except the documented open ones", async () => {
  const service = await testService();
  const { json } = await service.call("GET", "/openapi.json");
  for (const [path, item] of Object.entries(
    json.paths as Record<string, Record<string, { security: object[] }>>,
  )) {
    for (const [method, { security }] of Object.entries(item)) {
      const { status } = await service.call(method.toUpperCase(), path);
      expect([path, status === 401]).toEqual([path, security.length > 0]);
    }
  }
  await service.stop();
});

test.each(["", "[", "a b", "a:99999", "%%", "evil.example"])(
  "Host %j, or none at all, is answered like any other",
  async (host) => {
    const service = await testService();
    for (const head of [`HTTP/1.1\r\nHost: ${host}\r\nConnection: close`, "HTTP/1.0"]) {
      const reply = await new Promise<string>((resolve, reject) => {
        let received = "";
        const socket = connect(Number(new URL(service.url).port), "127.0.0.1", () => {
          socket.write(`POST /v1/oura/recommendation ${head}\r\nContent-Length: 2\r\n\r\n{}`);
        });
        socket.on("data", (data) => {
          received += data;
          if (received.includes("}}")) socket.destroy();
        });
        socket.on("close", () => resolve(received));
        socket.on("error", reject);
      });
      expect(reply).toStartWith("HTTP/1.1 401");
      expect(reply).toContain(
        '"detail":"No Authorization Header","instance":"/v1/oura/recommendation"',
      );
      expect(reply).not.toMatch(/<html|exchange\.ts/);
    }
    await service.stop();
  },
);

test("a refusal ends the connection only where much of the body may be unread", async () => {
  const service = await testService();
  const path = "/v1/oura/recommendation";
  const refused = async (body: string) => {
    const { status, headers } = await service.call("POST", path, { key: null, body });
    return [status, headers.get("connection") === "close"];
  };
  expect(await refused("{}")).toEqual([401, false]);
  expect(await refused("x".repeat(BUFFERED_BYTES))).toEqual([401, false]);
  expect(await refused("x".repeat(BUFFERED_BYTES + 1))).toEqual([401, true]);
  await service.stop();
});

/** A keep-alive connection that is spoken to in bytes. */
class Line {
  readonly #socket;
  #received = "";
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (data) => {
      this.#received += data;
    });
    this.#socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => this.#socket.once("close", () => resolve()));
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** What came since the last call, once `end` is in it. */
  async until(end: string): Promise<string> {
    while (!this.#received.includes(end)) await Bun.sleep(5);
    const received = this.#received;
    this.#received = "";
    return received;
  }
}

function head(key: string, bytes: number): string {
  return (
    `POST /v1/oura/recommendation HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  );
}

test("stop: what is open is answered; until then whoever comes is told to come back, on any connection", async () => {
  const service = await testService();
  const port = Number(new URL(service.url).port);
  const body = JSON.stringify(requestBody());
  const idle = new Line(port);
  idle.write("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n");
  await idle.until("ok");
  const slow = new Line(port);
  slow.write(head(service.key, body.length) + body.slice(0, 100));
  await Bun.sleep(50);
  const stopped = service.stopServer();
  idle.write(head(service.key, body.length) + body);
  const put_off = await idle.until("}}");
  expect(put_off).toStartWith("HTTP/1.1 503");
  expect(put_off).toMatch(/^connection: close\r$/im);
  expect(put_off).toMatch(/^retry-after: 2\r$/im);
  await idle.closed;
  const fresh = await fetch(`${service.url}/v1/health/ready`);
  expect([fresh.status, fresh.headers.get("connection")]).toEqual([503, "close"]);
  expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
  slow.write(body.slice(100));
  expect(await slow.until('"warnings"')).toStartWith("HTTP/1.1 200");
  await stopped;
  await expect(fetch(`${service.url}/v1/health`)).rejects.toThrow();
  expect(await service.rows()).toBe(1);
  await service.stop();
});

test("stop: a body that never ends is waited for no longer than its deadline", async () => {
  const service = await testService({ requestDeadlineMs: 300 });
  const line = new Line(Number(new URL(service.url).port));
  line.write(`${head(service.key, 500)}{`);
  await Bun.sleep(50);
  const asked = performance.now();
  await service.stopServer();
  expect(performance.now() - asked).toBeLessThan(2_000);
  await service.stop();
});

test("stop: the answer that is computed when it comes is given, however short the deadline", async () => {
  const service = await testService({ requestDeadlineMs: 1_000 });
  service.engine.hold();
  const answered = service.post();
  while (service.engine.calls.length === 0) await Bun.sleep(1);
  const stopped = service.stopServer();
  await Bun.sleep(20);
  service.engine.release();
  expect((await answered).status).toBe(200);
  await stopped;
  await service.stop();
});
