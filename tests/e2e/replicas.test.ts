/**
 * Guarantee: two services that share a corpus and a counter act as one. A release that is published
 * is in use on both within ten seconds without a failed request, and a key has one quota over both.
 *
 * @alone it measures time
 * @slow it drives the executable
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { RATE_LIMIT_REQUESTS_MAX } from "../../src/contract/limits.ts";
import { samples, writeNbib } from "../library/samples.ts";
import { askBehindGateway, GATEWAY_SECRET } from "../support/behind-gateway.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { issueKey, type RunningService, run, serve } from "../support/program.ts";
import { HAS_REDIS, startRedis } from "../support/redis.ts";
import { S3_ACCESS, S3_BUCKET, S3_REGION, startS3 } from "../support/s3.ts";

const LIVE_MS_MAX = 10_000;
const folder = temporaryFolder("replicas");
const path = (name: string) => join(folder.path, name);
const s3 = startS3();
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await s3.stop();
  folder.remove();
});
const env = { AWS_ACCESS_KEY_ID: S3_ACCESS.id, AWS_SECRET_ACCESS_KEY: S3_ACCESS.secret };
const store = ["--bucket-endpoint", s3.url, "--bucket-region", S3_REGION];
const url = `s3://${S3_BUCKET}/corpus`;
const names = ["one", "two"];
let key = "";

beforeAll(async () => {
  if (!HAS_EXECUTABLE) return;
  key = await issueKey([EXECUTABLE], path("one"));
  cpSync(path("one/state"), path("two/state"), { recursive: true });
  // Unpacking takes seconds, and nobody writes to what is unpacked.
  for (const name of ["two", "origin"]) {
    mkdirSync(path(name), { recursive: true, mode: 0o700 });
    Bun.spawnSync(["cp", "-al", path("one/runtime"), path(name)]);
  }
}, 60_000);

async function phasewise(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run([EXECUTABLE, ...words], { env });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function replicas(args: readonly string[]): Promise<RunningService[]> {
  const started = await Promise.all(
    names.map((name) =>
      serve([EXECUTABLE], path(name), {
        env: { ...env, PHASEWISE_ORIGIN_SECRET: GATEWAY_SECRET },
        args,
      }),
    ),
  );
  ends.push(() => Promise.all(started.map((each) => each.stop())));
  return started;
}

async function corpusOf(service: RunningService): Promise<unknown> {
  const response = await fetch(`${service.url}/v1/health/ready`);
  return ((await response.json()) as { corpus_version?: string }).corpus_version;
}

describe.skipIf(!HAS_EXECUTABLE)("two replicas", () => {
  test("take up a published release within ten seconds, under load, without a failed request", async () => {
    const pair = generateKeyPairSync("ed25519");
    writeFileSync(path("private.pem"), pair.privateKey.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(path("public.pem"), pair.publicKey.export({ type: "spki", format: "pem" }));
    const origin = ["--data-dir", path("origin")];
    const publish = async (): Promise<string> => {
      const words = ["corpus", "publish", url, "--key", path("private.pem"), "--json"];
      return JSON.parse(await phasewise(...words, ...store, ...origin)).version;
    };
    const first = await publish();
    await phasewise("corpus", "import", writeNbib(folder.path, "new.nbib", samples(3)), ...origin);
    const followed = ["--corpus-url", url, "--corpus-trust", path("public.pem"), ...store];
    const services = await replicas(["--gateway", "external", ...followed]);
    for (const service of services) expect(await corpusOf(service)).toBe(first);
    let stopped = false;
    const statuses: number[] = [];
    const load = services.map(async (service) => {
      while (!stopped) statuses.push((await askBehindGateway(service)).status);
    });
    const second = await publish();
    const published = performance.now();
    for (const service of services)
      while ((await corpusOf(service)) !== second && performance.now() - published < LIVE_MS_MAX)
        await Bun.sleep(50);
    const liveMs = performance.now() - published;
    stopped = true;
    await Promise.all(load);
    for (const service of services) {
      expect(await corpusOf(service)).toBe(second);
      expect(service.output()).not.toContain(S3_ACCESS.secret);
      await service.stop();
    }

    expect(liveMs).toBeLessThan(LIVE_MS_MAX);
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  }, 120_000);

  test.skipIf(!HAS_REDIS)(
    "give a key one quota",
    async () => {
      const redis = await startRedis();
      ends.push(() => redis.stop());
      const services = await replicas(["--rate-limit-url", redis.url]);
      const asked = Array.from({ length: 2 * RATE_LIMIT_REQUESTS_MAX }, async (_, i) => {
        const response = await fetch(`${services[i % 2]?.url}/v1/health/me`, {
          headers: { authorization: `ApiKey ${key}` },
        });
        await response.text();
        return response.status;
      });
      const statuses = await Promise.all(asked);
      expect(statuses.filter((status) => status === 200)).toHaveLength(RATE_LIMIT_REQUESTS_MAX);
      expect(statuses.filter((status) => status === 429)).toHaveLength(RATE_LIMIT_REQUESTS_MAX);
    },
    60_000,
  );
});
