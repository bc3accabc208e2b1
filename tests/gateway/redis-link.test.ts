/** Guarantee: nothing that goes wrong while the link looks for its server ends the looking. */
import { expect, test } from "bun:test";
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
      changed() {
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
