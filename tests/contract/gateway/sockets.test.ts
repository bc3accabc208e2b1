/** Opening and closing: one clear line when a port is taken, nothing left open afterwards. */
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { requestBody } from "../../support/payloads.ts";
import { testService } from "../support/service.ts";

test("a taken port is named", async () => {
  const service = await testService();
  const port = Number(new URL(service.url).port);
  expect(testService({ port })).rejects.toThrow(`cannot listen on 127.0.0.1 port ${port} (EADDRINUSE)`);
  await service.stop();
});

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
      expect(reply).toContain('"detail":"No Authorization Header","instance":"/v1/oura/recommendation"');
      expect(reply).not.toMatch(/<html|exchange\.ts/);
    }
    await service.stop();
  },
);

test("stop: a request that is still being sent is read to its end and answered; idle connections are closed", async () => {
  const service = await testService();
  const port = Number(new URL(service.url).port);
  const idle = connect(port, "127.0.0.1");
  const idleClosed = new Promise<void>((resolve) => idle.once("close", () => resolve()));
  await new Promise<void>((resolve) => {
    idle.once("data", () => resolve());
    idle.write("GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n");
  });
  const body = JSON.stringify(requestBody());
  const slow = connect(port, "127.0.0.1");
  const reply = new Promise<string>((resolve) => {
    let received = "";
    slow.on("data", (data) => {
      received += data;
      if (received.includes('"warnings"')) slow.destroy();
    });
    slow.on("close", () => resolve(received));
  });
  slow.write(
    `POST /v1/oura/recommendation HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${service.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 100)}`,
  );
  await Bun.sleep(50);
  const stopped = service.stopServer();
  await idleClosed;
  slow.write(body.slice(100));
  expect(await reply).toStartWith("HTTP/1.1 200");
  await stopped;
  expect(service.rows()).toBe(1);
  await service.stop();
});
