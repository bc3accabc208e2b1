/** Opening and closing: one clear line when a port is taken, nothing left open afterwards. */
import { expect, test } from "bun:test";
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
