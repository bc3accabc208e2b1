/**
 * Guarantee: what is written to an object store comes back byte for byte, and every fault of it is
 * one line that names the object and shows no credential.
 */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { Bucket, type BucketPlace } from "../../src/library/bucket.ts";
import { S3_BUCKET, startS3 } from "../support/s3.ts";

const folder = temporaryFolder("bucket");
const s3 = startS3();
afterAll(async () => {
  await s3.stop();
  folder.remove();
});
const place = s3.placeOf("corpus/eu");
const bucket = new Bucket(place);
const text = (value: string) => new TextEncoder().encode(value) as Uint8Array<ArrayBuffer>;
const target = join(folder.path, "down");
beforeEach(() => {
  s3.objects.clear();
  Object.assign(s3.fault, { status: null, cutAfter: null, bytesPerSecond: null, hangs: false });
  rmSync(target, { force: true });
});

test("a small object is read again only where it changed", async () => {
  await bucket.replace("CURRENT", text("one"), null);
  const first = await bucket.read("CURRENT", 100);
  expect(String(Buffer.from(first?.bytes ?? []))).toBe("one");
  expect(await bucket.read("CURRENT", 100, first?.tag)).toBeNull();
  expect(s3.seen.at(-1)).toBe(`GET /${S3_BUCKET}/corpus/eu/CURRENT 304`);
  await bucket.replace("CURRENT", text("two"), first?.tag ?? null);
  expect(String(Buffer.from((await bucket.read("CURRENT", 100, first?.tag))?.bytes ?? []))).toBe(
    "two",
  );
});

test("of two that replace the same object one is told so", async () => {
  await bucket.replace("CURRENT", text("one"), null);
  const { tag = "" } = (await bucket.read("CURRENT", 100)) ?? {};
  await bucket.replace("CURRENT", text("two"), tag);
  await expect(bucket.replace("CURRENT", text("three"), tag)).rejects.toMatchObject({
    status: 412,
  });
  await expect(bucket.replace("CURRENT", text("four"), null)).rejects.toMatchObject({
    status: 412,
  });
});

test("a file of several parts comes back byte for byte", async () => {
  const bytes = Buffer.alloc(40_000_001, 7);
  for (let at = 0; at < bytes.length; at += 65_537)
    bytes.writeUInt32LE(at, Math.min(at, bytes.length - 4));
  const source = join(folder.path, "up");
  writeFileSync(source, bytes);
  await bucket.upload("big", source);
  expect(s3.seen.filter((line) => line.startsWith("PUT")).length).toBeGreaterThan(2);
  await bucket.download("big", target, bytes.length);
  expect(readFileSync(target).equals(bytes)).toBeTrue();
});

describe("a fault", () => {
  const wrong = (change: Partial<BucketPlace>) => new Bucket({ ...place, ...change });
  test.each([
    [
      "a missing object",
      bucket,
      () => undefined,
      /corpus\/eu\/CURRENT is refused \(NoSuchKey\): nothing was published there$/,
    ],
    [
      "a wrong secret",
      wrong({ secretAccessKey: "an0ther" }),
      () => undefined,
      /SignatureDoesNotMatch\): look at AWS_ACCESS_KEY_ID/,
    ],
    [
      "an unknown key",
      wrong({ accessKeyId: "AKIDOTHER" }),
      () => undefined,
      /InvalidAccessKeyId\): look at AWS_ACCESS_KEY_ID/,
    ],
    [
      "another bucket",
      wrong({ url: "s3://other" }),
      () => undefined,
      /s3:\/\/other\/CURRENT is refused \(NoSuchBucket\)/,
    ],
    [
      "a busy store",
      bucket,
      () => void Object.assign(s3.fault, { status: 503 }),
      /is refused \(SlowDown\)$/,
    ],
    [
      "nothing that listens",
      wrong({ endpoint: "http://127.0.0.1:1" }),
      () => undefined,
      /cannot be reached \(ECONNREFUSED\)$/,
    ],
  ])("%s is one line without credentials", async (_, asked, bring, line) => {
    bring();
    const fault = await asked.read("CURRENT", 100).then(
      () => "none",
      (error: Error) => error.message,
    );
    expect(fault).toMatch(line);
    expect(fault).not.toMatch(/s3cr3t|an0ther|AKID|Signature=|X-Amz/);
  });

  test("half an object, and one of another size, are no download", async () => {
    await bucket.replace("big", new Uint8Array(300_000), null);
    await expect(bucket.download("big", target, 299_999)).rejects.toThrow(
      "has not the 299999 bytes",
    );
    rmSync(target);
    s3.fault.cutAfter = 100_000;
    await expect(bucket.download("big", target, 300_000)).rejects.toThrow(/corpus\/eu\/big /);
    expect(existsSync(target) && readFileSync(target).length).toBeLessThanOrEqual(100_000);
  });

  test("a pointer that is too large is not read to its end", async () => {
    await bucket.replace("CURRENT", new Uint8Array(300_000), null);
    await expect(bucket.read("CURRENT", 1_000)).rejects.toThrow("is larger than it may be");
  });

  test.each([
    "releases",
    "s3://",
    "s3://UPPER/x",
    "s3://releases/../x",
    "s3://releases/a b",
    "https://a/b",
  ])("%s is no address", (url) => {
    expect(() => wrong({ url })).toThrow("is not s3://BUCKET");
  });
});
