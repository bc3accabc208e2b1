/**
 * Guarantee: a service takes up what is published within seconds; while the store or what it holds
 * is faulty the release in use stays, one line of the log says why, and a metric counts it.
 *
 * @slow it takes seconds
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { UsageError } from "../../src/contract/error.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { buildRelease } from "../../src/library/build.ts";
import { currentVersion } from "../../src/library/installed-releases.ts";
import { publishToBucket } from "../../src/library/object-store.ts";
import { CorpusFollower, readPublishedSource } from "../../src/service/follow-corpus.ts";
import type { Logger } from "../../src/telemetry/logger.ts";
import { passageEmbedder, queryEmbedder } from "../support/hashed-words.ts";
import { startS3, type TestS3 } from "../support/s3.ts";

const LOOK_EVERY_MS = 50;
const RETRY_MS = 400;
const folder = temporaryFolder("follow");
const origin = join(folder.path, "origin");
const records = readRecords(join(import.meta.dir, "../../corpus")).slice(0, 6);
const { privateKey: key, publicKey } = generateKeyPairSync("ed25519");
const trustFile = join(folder.path, "trusted.pem");
const releases: string[] = [];
let starter = "";
afterAll(() => folder.remove());
beforeAll(async () => {
  writeFileSync(trustFile, publicKey.export({ type: "spki", format: "pem" }));
  const build = (parent: string, kind: "starter" | "local", count: number) =>
    buildRelease(parent, kind, records.slice(0, count), passageEmbedder);
  starter = await build(join(folder.path, "starter"), "starter", 3);
  for (const count of [4, 5, 6]) releases.push(await build(join(origin, "corpus"), "local", count));
});

interface Following {
  s3: TestS3;
  follower: CorpusFollower;
  lines: string[];
  failures: string[];
  publish(at: number, expires?: string | null): Promise<string>;
  inUse(): string | null;
}

let count = 0;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function following(nowMs = Date.now): Following {
  const s3 = startS3();
  const place = s3.placeOf("corpus");
  const dataDir = join(folder.path, `replica-${count++}`);
  mkdirSync(dataDir);
  const lines: string[] = [];
  const failures: string[] = [];
  const keep = (fields: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { error: keep, warn: keep, info: keep, fatal: keep };
  const follower = new CorpusFollower(
    { place, trustFile },
    {
      dataDir,
      engine: { starter, embedder: () => queryEmbedder, use: (release) => release.close() },
      logger,
      nowMs: async () => nowMs(),
      onFailure: (failure) => void failures.push(failure),
      lookEveryMs: LOOK_EVERY_MS,
      retryMs: RETRY_MS,
    },
  );
  ends.push(
    () => s3.stop(),
    () => follower.end(),
  );
  return {
    s3,
    follower,
    lines,
    failures,
    inUse: () => currentVersion(dataDir),
    async publish(at, expires = null) {
      const release = releases[at] ?? "";
      const options = { dataDir: origin, release, key, sequence: undefined, expires };
      return (await publishToBucket(place, options)).manifest.version;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 1_000 && !holds(); i++) await Bun.sleep(10);
  expect(holds()).toBeTrue();
}

test("the published release is in use from the start, and each next one soon after", async () => {
  const { follower, publish, inUse, lines, failures } = following();
  const first = await publish(0);
  await follower.start();
  expect(inUse()).toBe(first);
  const second = await publish(1);
  await until(() => inUse() === second);
  // An earlier release comes back as a new publication.
  await publish(0);
  await until(() => inUse() === first);
  expect(failures).toEqual([]);
  expect(follower.fault()).toBeNull();
  expect(lines.map((line) => line.slice(0, 22))).toEqual(Array(3).fill("published corpus taken"));
});

describe("while", () => {
  test.each([
    ["the store hangs up", { status: 503 }],
    ["downloads are cut off", { cutAfter: 20_000 }],
  ])("%s, the release in use stays, and one line says why", async (_, fault) => {
    const { s3, follower, publish, inUse, lines, failures } = following();
    const first = await publish(0);
    await follower.start();
    const second = await publish(1);
    Object.assign(s3.fault, fault);
    await until(() => failures.length > 2);
    expect(inUse()).toBe(first);
    expect(new Set(failures)).toEqual(new Set(["unreachable"]));
    const told = lines.filter((line) => line.startsWith("published corpus is not followed"));
    expect(told).toHaveLength(1);
    expect(told.join()).not.toMatch(/AKID|s3cr3t|Signature/);
    expect(follower.fault()).not.toBeNull();
    Object.assign(s3.fault, { status: null, cutAfter: null });
    await until(() => inUse() === second);
    await until(() => follower.fault() === null);
    expect(lines.at(-1)).toBe("published corpus is followed again {}");
  });

  test("nothing is published yet, the service starts with what it has", async () => {
    const { follower, publish, inUse, lines } = following();
    await follower.start();
    expect(inUse()).toBeNull();
    expect(lines.join()).toContain("nothing was published there");
    const first = await publish(0);
    await until(() => inUse() === first);
  });

  test("the published release has expired by the store's time, the machine's clock is not asked", async () => {
    const { follower, publish, inUse, failures } = following(() => Date.parse("2901-01-01"));
    await publish(0, "2900-12-31");
    await follower.start();
    expect(failures).toEqual(["refused"]);
    expect(follower.fault()).toContain("expired at the end of 2900-12-31");
    expect(inUse()).not.toBeNull();
  });

  test("a damaged release is published, it is downloaded again only after a pause", async () => {
    const { s3, follower, publish, inUse, failures } = following();
    const first = await publish(0);
    await follower.start();
    const second = await publish(1);
    const name = [...s3.objects.keys()].find((each) => each.includes(second)) ?? "";
    const { bytes, etag } = s3.objects.get(name) ?? { bytes: new Uint8Array(), etag: "" };
    const wrong = Buffer.from(bytes);
    wrong.writeUInt8((wrong.at(-9) ?? 0) ^ 1, wrong.length - 9);
    s3.objects.set(name, { bytes: wrong, etag });
    s3.seen.length = 0;
    await until(() => failures.length > 0);
    await Bun.sleep(RETRY_MS / 2);
    expect(failures).toEqual(["refused"]);
    expect(s3.seen.filter((line) => line.includes(second))).toHaveLength(1);
    expect(inUse()).toBe(first);
    s3.objects.set(name, { bytes, etag });
    await until(() => inUse() === second);
  });
});

describe("the settings", () => {
  const read = (flags: Record<string, string>) =>
    readPublishedSource(
      readSettings(["corpusUrl", "corpusTrust", "bucketEndpoint", "bucketRegion"], flags, {}),
    );
  test("without an address nothing is followed", () => {
    expect(read({})).toBeNull();
  });
  test("no release is taken whose signer is not named", () => {
    expect(() => read({ "corpus-url": "s3://a-bucket/x" })).toThrow(UsageError);
  });
  test("missing credentials are named by their variables", () => {
    const flags = { "corpus-url": "s3://a-bucket/x", "corpus-trust": trustFile };
    expect(() => read(flags)).toThrow("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  });
});
