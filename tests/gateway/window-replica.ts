/**
 * One replica for `window.ts`, with a clock that is wrong: it asks all the time, and prints for
 * each admission when it asked and when it was told, on the right clock.
 */
import { SharedRateLimiter } from "../../src/gateway/shared-rate-limit.ts";

const EVERY_MS = 5;
const [url = "", seconds = "0", skewMs = "0"] = process.argv.slice(2);
const right = Date.now;
Date.now = () => right() + Number(skewMs);
const now = () => performance.timeOrigin + performance.now();

const limiter = new SharedRateLimiter({
  url,
  fallback: "refuse",
  onFailure(failure) {
    process.stdout.write(`failed ${failure}\n`);
  },
  onChange() {},
});
await limiter.start();
const end = now() + Number(seconds) * 1_000;
while (now() < end) {
  const asked = now();
  if ((await limiter.admit("key")) === true) process.stdout.write(`${asked} ${now()}\n`);
  await Bun.sleep(EVERY_MS);
}
limiter.end();
