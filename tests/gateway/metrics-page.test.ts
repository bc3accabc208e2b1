/** Guarantee: the page of metrics on the main port is for callers of this machine alone. */
import { expect, test } from "bun:test";
import type { GatewayContext } from "../../src/gateway/context.ts";
import { Denial } from "../../src/gateway/denial.ts";
import type { Exchange } from "../../src/gateway/handler.ts";
import { metrics } from "../../src/gateway/metrics-page.ts";

/** What a test cannot be: a caller from another machine. */
async function answerTo(address: string | null): Promise<number> {
  const context = { elsewhere: [], options: { metrics: { text: () => "" } } };
  const request = new Request("http://localhost/metrics", { headers: { host: "localhost" } });
  try {
    const page = metrics(context as unknown as GatewayContext, address);
    return (await page({ request } as Exchange)).status;
  } catch (error) {
    if (error instanceof Denial) return error.status;
    throw error;
  }
}

test.each(["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"])(
  "%s is this machine",
  async (address) => expect(await answerTo(address)).toBe(200),
);

test.each([null, "", "10.0.0.1", "128.0.0.1", "1.127.0.1", "::", "::2", "::ffff:10.127.0.1"])(
  "%j is not",
  async (address) => expect(await answerTo(address)).toBe(404),
);
