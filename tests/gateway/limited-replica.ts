/**
 * One replica for `shared-rate-limit.test.ts`, with a clock that is wrong: it asks for admission
 * `tries` times at once, and prints how often it was let in.
 */
import { SharedRateLimiter } from "../../src/gateway/shared-rate-limit.ts";

const [url = "", key = "", tries = "0", skewMs = "0"] = process.argv.slice(2);
const right = Date.now;
Date.now = () => right() + Number(skewMs);

const limiter = new SharedRateLimiter({
  url,
  fallback: "refuse",
  onFailure(failure) {
    throw new Error(failure);
  },
  onChange() {},
});
await limiter.start();
process.stdout.write("connected\n");
await Bun.stdin.text();
const asked = Array.from({ length: Number(tries) }, () => limiter.admit(key));
const admitted = (await Promise.all(asked)).filter((each) => each === true).length;
process.stdout.write(`${admitted}\n`);
limiter.end();
