/**
 * Guarantees: nothing that goes wrong while the link looks for its server ends the looking, and its
 * end ends it.
 */
import { expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { RedisLink } from "../../src/gateway/redis-link.ts";
import { HAS_REDIS, startRedis } from "../support/redis.ts";

test.skipIf(!HAS_REDIS)(
  "a change that cannot be told does not keep the link from its server",
  async () => {
    const redis = await startRedis();
    await redis.kill();
    let told = 0;
    const link = new RedisLink({
      url: redis.url,
      prove: async () => undefined,
      onChange() {
        told += 1;
        if (told === 1) throw new Error("the line cannot be written");
      },
    });
    try {
      await link.start();
      expect(told).toBe(1);
      await redis.start();
      for (let i = 0; i < 500 && link.fault() !== null; i++) await Bun.sleep(10);
      expect(link.fault()).toBeNull();
      expect(await link.send("PING", [])).toBe("PONG");
    } finally {
      link.end();
      await redis.stop();
    }
  },
);

test("a link that ends while it connects gives the connection up, opens no other and tells nothing", async () => {
  let connections = 0;
  const closed = Promise.withResolvers<void>();
  // It accepts and never replies.
  const silent = createServer((socket) => {
    connections += 1;
    socket.resume();
    socket.on("close", () => closed.resolve());
    socket.on("error", () => undefined);
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const told: (string | null)[] = [];
  const link = new RedisLink({
    url: `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    prove: async () => undefined,
    onChange: (fault) => told.push(fault),
  });
  const started = link.start();
  await once(silent, "connection");
  link.end();
  await Promise.all([started, closed.promise]);
  // Longer than the next look would take.
  await Bun.sleep(50);
  expect([connections, told]).toEqual([1, []]);
  silent.close();
});
