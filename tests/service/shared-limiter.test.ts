/**
 * Guarantee: a shared rate limit is opened with what the operator gave, and a wrong address,
 * password or kind of connection is one line that names what to look at and shows no secret.
 */
import { afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { UsageError } from "../../src/contract/error.ts";
import type { SharedRateLimiter } from "../../src/gateway/shared-rate-limit.ts";
import { openSharedLimiter } from "../../src/service/shared-limiter.ts";
import type { Logger } from "../../src/telemetry/logger.ts";
import { freePort, HAS_REDIS, startRedis } from "../support/redis.ts";

const PASSWORD = "p@ss/w:rd %2f";
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function read(flags: Record<string, string>, env: Record<string, string> = {}) {
  return readSettings(
    ["rateLimitUrl", "rateLimitPasswordFile", "rateLimitFallback", "gateway"],
    flags,
    env,
  );
}

/** Opens it and waits until the log says how that went. */
async function open(
  flags: Record<string, string>,
): Promise<{ limiter: SharedRateLimiter; log: string }> {
  const lines: string[] = [];
  const keep = (fields: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { error: keep, warn: keep, info: keep, fatal: keep };
  const limiter = openSharedLimiter(read(flags), { logger, countLimiterFailure: () => undefined });
  if (limiter === null) throw new Error("no limiter was opened");
  ends.push(() => limiter.end());
  for (let i = 0; i < 500 && lines.length === 0; i++) await Bun.sleep(10);
  return { limiter, log: lines.join("\n") };
}

test("without an address each process counts alone", () => {
  const logger = {} as Logger;
  expect(openSharedLimiter(read({}), { logger, countLimiterFailure: () => undefined })).toBeNull();
});

test.each([
  "redis://limits.internal",
  "redis://limits.internal:6380/2",
  "rediss://phasewise@limits.internal:6380",
  "redis://[::1]:6379",
  "redis+unix:///run/redis.sock",
])("%s is an address", (url) => {
  expect(read({ "rate-limit-url": url }).rateLimitUrl).toBe(url);
});

test.each([
  "limits.internal:6379",
  "http://limits.internal",
  "redis://",
  "redis://a b",
  "redis://:s3cret@limits.internal",
  "redis://user:s3cret@limits.internal:6379",
  "redis+unix://:s3cret@/run/redis.sock",
  "postgres://user:s3:cr@et@limits.internal",
])("%s is refused, and a password in it is not repeated", (url) => {
  const refused = () => read({}, { PHASEWISE_RATE_LIMIT_URL: url });
  expect(refused).toThrow(UsageError);
  expect(refused).toThrow("PHASEWISE_RATE_LIMIT_URL must be redis://HOST:PORT");
  expect(refused).not.toThrow(/s3|cr@et/);
});

test("behind another gateway, which counts itself, it is refused", () => {
  const settings = read({ "rate-limit-url": "redis://a", gateway: "external" });
  const logger = {} as Logger;
  expect(() =>
    openSharedLimiter(settings, { logger, countLimiterFailure: () => undefined }),
  ).toThrow(UsageError);
});

describe.skipIf(!HAS_REDIS)("with a server that wants a password", () => {
  test("the right one from a file opens it; a wrong one or none is one line without it", async () => {
    const port = await freePort();
    const redis = await startRedis(
      ["--requirepass", PASSWORD, "--port", String(port)],
      `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    );
    ends.push(() => redis.stop());
    const file = join(redis.folder, "password");
    const flags = {
      "rate-limit-url": `redis://127.0.0.1:${port}/1`,
      "rate-limit-password-file": file,
    };
    writeFileSync(file, `${PASSWORD}\n`);
    const right = await open(flags);
    expect(right.log).toBe("rate limit is shared {}");
    expect(await right.limiter.admit("key")).toBeTrue();
    writeFileSync(file, "wr0ng");
    const { log } = await open(flags);
    expect(log).toStartWith("rate limit is not shared ");
    expect(log).toContain(
      `127.0.0.1:${port} does not let this service in: look at user and password`,
    );
    expect(log).not.toContain("wr0ng");
    expect((await open({ "rate-limit-url": flags["rate-limit-url"] })).log).toContain("password");
  });
});

const openssl = Bun.which("openssl");
describe.skipIf(!HAS_REDIS || openssl === null)("with a server that speaks TLS only", () => {
  test("a plain address and an unknown certificate are refused", async () => {
    const folder = temporaryFolder("redis-tls");
    ends.push(() => folder.remove());
    const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
    const made = Bun.spawnSync([
      ...`${openssl} req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2`.split(
        " ",
      ),
      ...`-subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`.split(
        " ",
      ),
    ]);
    expect(made.exitCode).toBe(0);
    const port = await freePort();
    const redis = await startRedis([
      ..."--tls-auth-clients no --tls-ca-cert-file".split(" "),
      cert,
      ..."--tls-cert-file".split(" "),
      cert,
      "--tls-key-file",
      key,
      "--tls-port",
      String(port),
    ]);
    ends.push(() => redis.stop());
    for (const scheme of ["redis", "rediss"]) {
      const { log } = await open({ "rate-limit-url": `${scheme}://localhost:${port}` });
      expect(log).toContain("does not let this service in");
    }
    // The authority of an operator is named in the environment, before the process starts.
    const program = `import { sharedLimiter } from "${join(import.meta.dir, "../support/limiters.ts")}";
      const { limiter, changes } = await sharedLimiter({ url: "rediss://localhost:${port}" });
      console.log(JSON.stringify([changes, await limiter.admit("key")]));
      limiter.end();`;
    const child = Bun.spawnSync([process.execPath, "-e", program], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
    });
    expect(child.stdout.toString().trim()).toBe("[[null],true]");
  });
});
