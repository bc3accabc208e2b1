/**
 * Guarantees: nothing that goes wrong while the link looks for its server ends the looking, its end
 * ends it, and nobody waits longer for the server than the limits allow.
 */
import { afterEach, describe, expect, jest, test } from "bun:test";
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

/** It accepts and never replies. */
async function silentServer() {
  const seen = { connections: 0, closed: Promise.withResolvers<void>() };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.resume();
    socket.on("close", () => seen.closed.resolve());
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, seen, url: `redis://127.0.0.1:${port}` };
}

/** Lets what does not wait for a timer happen; the timers of the test stand still meanwhile. */
async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 20_000 && !holds(); i++) await new Promise(setImmediate);
  expect(holds()).toBeTrue();
}

async function turns(): Promise<void> {
  for (let i = 0; i < 200; i++) await new Promise(setImmediate);
}

test("a link that ends while it connects gives the connection up, opens no other and tells nothing", async () => {
  const { server, seen, url } = await silentServer();
  const told: (string | null)[] = [];
  const link = new RedisLink({
    url,
    prove: async () => undefined,
    onChange: (fault) => told.push(fault),
  });
  const started = link.start();
  await once(server, "connection");
  link.end();
  await Promise.all([started, seen.closed.promise]);
  // Longer than the next look would take.
  await Bun.sleep(50);
  expect([seen.connections, told]).toEqual([1, []]);
  server.close();
});

test.each([
  ["redis://127.9.9.9", "127.9.9.9:6379"],
  ["redis://127.9.9.9:1", "127.9.9.9:1"],
  ["redis+unix:///nowhere/redis.sock", "/nowhere/redis.sock"],
])("%s: the cause names the place that was tried", async (url, place) => {
  const told: (string | null)[] = [];
  const link = new RedisLink({
    url,
    prove: async () => undefined,
    onChange: (fault) => told.push(fault),
  });
  await link.start();
  link.end();
  expect(told).toEqual([expect.stringMatching(/ cannot be reached \(E[A-Z]+\)$/)]);
  expect(told[0]).toStartWith(`${place} `);
});

test("an address that the client cannot use is a fault, and not a server in use", async () => {
  const link = new RedisLink({
    url: "redis://[",
    prove: async () => undefined,
    onChange: () => undefined,
  });
  await link.start();
  expect(link.fault()).not.toBeNull();
  await expect(link.send("PING", [])).rejects.toThrow();
  link.end();
});

describe("to the millisecond", () => {
  afterEach(() => void jest.useRealTimers());

  test("a connection may take 1,000, and after that the next try comes in 1,000", async () => {
    const { server, seen, url } = await silentServer();
    const told: (string | null)[] = [];
    jest.useFakeTimers();
    const link = new RedisLink({
      url,
      prove: async () => undefined,
      onChange: (fault) => told.push(fault),
    });
    const started = link.start();
    await until(() => seen.connections === 1);
    jest.advanceTimersByTime(999);
    await turns();
    expect(told).toEqual([]);
    jest.advanceTimersByTime(1);
    // The second one asks what is wrong.
    await until(() => seen.connections === 2);
    await started;
    expect(told).toEqual([expect.stringContaining("does not let this service in")]);
    jest.advanceTimersByTime(999);
    await turns();
    expect(seen.connections).toBe(2);
    jest.advanceTimersByTime(1);
    await until(() => seen.connections === 3);
    link.end();
    server.close();
  });

  test.skipIf(!HAS_REDIS)(
    "a reply may take 250; then the link looks for its server at once, and after that every 1,000",
    async () => {
      const redis = await startRedis();
      const told: (string | null)[] = [];
      jest.useFakeTimers();
      let proofs = 0;
      const link = new RedisLink({
        url: redis.url,
        async prove() {
          proofs += 1;
        },
        onChange: (fault) => told.push(fault),
      });
      await link.start();
      expect([proofs, told]).toEqual([1, [null]]);
      jest.advanceTimersByTime(999);
      await turns();
      expect(proofs).toBe(1);
      jest.advanceTimersByTime(1);
      await until(() => proofs === 2);
      redis.signal("SIGSTOP");
      let ended: unknown = null;
      const asked = link.send("PING", []).catch((error) => {
        ended = error;
      });
      jest.advanceTimersByTime(249);
      await turns();
      expect(ended).toBeNull();
      jest.advanceTimersByTime(1);
      await asked;
      expect(ended).toMatchObject({ failure: "late", message: "no reply within 250 ms" });
      expect(told).toEqual([null, "no reply within 250 ms"]);
      redis.signal("SIGCONT");
      jest.advanceTimersByTime(1);
      await until(() => link.fault() === null);
      expect([proofs, told.at(-1)]).toEqual([3, null]);
      link.end();
      await redis.stop();
    },
  );
});
