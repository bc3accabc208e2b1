/**
 * Guarantee: what is published in an object store arrives whole, signed and newer than the last
 * one, or not at all.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { readRecords } from "../../src/ingest/documents.ts";
import { Bucket, BucketError } from "../../src/library/bucket.ts";
import { buildRelease } from "../../src/library/build.ts";
import { recordTakenNumber } from "../../src/library/bundle-numbers.ts";
import { currentVersion, installedReleases } from "../../src/library/installed-releases.ts";
import { fetchPublished, publishToBucket, readPublished } from "../../src/library/object-store.ts";
import { passageEmbedder as embedder } from "../support/hashed-words.ts";
import { S3_BUCKET, startS3 } from "../support/s3.ts";

const folder = temporaryFolder("published");
const origin = join(folder.path, "origin");
const records = readRecords(join(import.meta.dir, "../../corpus")).slice(0, 5);
let starter = "";
const s3 = startS3();
const { privateKey: key, publicKey } = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const place = s3.placeOf("corpus");
const bucket = new Bucket(place);
const releases: string[] = [];
let replicas = 0;
afterAll(async () => {
  await s3.stop();
  folder.remove();
});
beforeAll(async () => {
  starter = await buildRelease(
    join(folder.path, "starter"),
    "starter",
    records.slice(0, 3),
    embedder,
  );
  for (const count of [4, 5]) {
    const of = records.slice(0, count);
    releases.push(await buildRelease(join(origin, "corpus"), "local", of, embedder));
  }
});
beforeEach(() => {
  s3.objects.clear();
  Object.assign(s3.fault, { status: null, cutAfter: null, bytesPerSecond: null, hangs: false });
});

function publish(release = releases[0], more: { sequence?: number; expires?: string } = {}) {
  const { sequence, expires = null } = more;
  return publishToBucket(place, {
    dataDir: origin,
    release: release ?? "",
    key,
    sequence,
    expires,
  });
}

/** An empty data directory. */
function replica(): string {
  const dataDir = join(folder.path, `replica-${replicas++}`);
  mkdirSync(dataDir);
  return dataDir;
}

async function fetchTo(
  dataDir: string,
  { trusted = publicKey, nowMs = Date.now() }: { trusted?: KeyObject; nowMs?: number } = {},
): Promise<string> {
  const published = await readPublished(bucket);
  if (published === null) throw new Error("nothing was read");
  await fetchPublished(bucket, published.head, { dataDir, starter, trusted, nowMs });
  return published.head.version;
}

/** The one line of a fetch that must fail, after which nothing may be there. */
async function refusal(...of: Parameters<typeof fetchTo>): Promise<Error> {
  const [dataDir] = of;
  const before = installedReleases(dataDir).length;
  const fault = await fetchTo(...of).then(
    () => new Error("it was taken"),
    (error: Error) => error,
  );
  // The starter may have been installed.
  expect(installedReleases(dataDir).length).toBeLessThanOrEqual(Math.max(before, 1));
  return fault;
}

test("it arrives byte for byte beside the release in use, and a second fetch downloads nothing", async () => {
  const { manifest, issue } = await publish();
  expect([...s3.objects.keys()].sort()).toEqual([
    "corpus/CURRENT",
    `corpus/${manifest.version}.${issue.sequence}.bundle`,
  ]);
  const dataDir = replica();
  const version = await fetchTo(dataDir);
  expect(version).toBe(manifest.version);
  for (const { path } of manifest.files)
    expect(readFileSync(join(dataDir, "corpus", version, path))).toEqual(
      readFileSync(join(releases[0] ?? "", path)),
    );
  expect(currentVersion(dataDir)).not.toBe(version);
  s3.seen.length = 0;
  await fetchTo(dataDir);
  expect(s3.seen).toEqual([`GET /${S3_BUCKET}/corpus/CURRENT 200`]);
});

test("numbers go on from what is published, from whichever machine", async () => {
  const first = await publish();
  const dataDir = replica();
  const second = await publishToBucket(place, {
    dataDir,
    release: releases[1] ?? "",
    key,
    sequence: undefined,
    expires: null,
  });
  expect(second.issue.sequence).toBe(first.issue.sequence + 1);
  await expect(publish(releases[0], { sequence: second.issue.sequence })).rejects.toThrow(
    `${second.issue.sequence} was given already`,
  );
  expect((await readPublished(bucket))?.head.version).toBe(second.manifest.version);
});

test("where the upload fails the pointer stays", async () => {
  await publish();
  const before = await readPublished(bucket);
  s3.fault.status = 500;
  await expect(publish(releases[1])).rejects.toThrow(BucketError);
  s3.fault.status = null;
  expect(await readPublished(bucket, before?.tag)).toBeNull();
});

describe("is refused, and nothing of it stays:", () => {
  test("a release of another key", async () => {
    await publish();
    const { message } = await refusal(replica(), { trusted: other.publicKey });
    expect(message).toContain("is not signed with the trusted key");
  });

  test("a pointer that somebody changed", async () => {
    await publish();
    const pointer = s3.objects.get("corpus/CURRENT");
    if (pointer === undefined) throw new Error("no pointer");
    const text = Buffer.from(pointer.bytes).toString().replace('"sequence":', '"sequence":9');
    s3.objects.set("corpus/CURRENT", { bytes: Buffer.from(text), etag: '"other"' });
    expect((await refusal(replica())).message).toContain("was changed after signing");
  });

  test.each(["", "phasewise-bundle 2\n", "<html>maintenance</html>\n\n\n"])(
    "the pointer %j",
    async (text) => {
      s3.objects.set("corpus/CURRENT", { bytes: Buffer.from(text), etag: '"odd"' });
      expect((await refusal(replica())).message).toStartWith("CURRENT of the published corpus: ");
    },
  );

  test("an older one than the one that was taken", async () => {
    const { issue } = await publish(releases[1]);
    const newer = new Map(s3.objects);
    await publish(releases[0]);
    const dataDir = replica();
    const published = await readPublished(bucket, undefined);
    if (published === null) throw new Error("nothing was read");
    await fetchTo(dataDir);
    recordTakenNumber(dataDir, published.head);
    for (const [name, object] of newer) s3.objects.set(name, object);
    const { message } = await refusal(dataDir);
    expect(message).toContain(`the bundle has number ${issue.sequence}`);
    expect(message).toEndWith("or publish this release anew");
  });

  test("one whose last day is over", async () => {
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await publish(releases[0], { expires: day });
    const nowMs = Date.now() + 3 * 86_400_000;
    expect((await refusal(replica(), { nowMs })).message).toContain(`expired at the end of ${day}`);
  });

  test("a pointer to a bundle that is not there", async () => {
    const { manifest, issue } = await publish();
    s3.objects.delete(`corpus/${manifest.version}.${issue.sequence}.bundle`);
    const fault = await refusal(replica());
    expect(fault).toBeInstanceOf(BucketError);
    expect(fault.message).toContain("NoSuchKey");
  });

  test("half a bundle, a bundle with a wrong byte, and another bundle under its name", async () => {
    const { manifest, issue } = await publish();
    const name = `corpus/${manifest.version}.${issue.sequence}.bundle`;
    const whole = s3.objects.get(name)?.bytes ?? new Uint8Array();
    const put = (bytes: Uint8Array) => s3.objects.set(name, { bytes, etag: '"changed"' });
    put(whole.subarray(0, whole.length / 2));
    expect((await refusal(replica())).message).toContain("bytes that were published");
    const wrong = Buffer.from(whole);
    wrong.writeUInt8((wrong.at(-9) ?? 0) ^ 1, wrong.length - 9);
    put(wrong);
    expect((await refusal(replica())).message).toContain("in the bundle is damaged");
    const swapped = Buffer.from(whole);
    swapped.write("phasewise-bundle 1", 0);
    put(swapped);
    expect((await refusal(replica())).message).toMatch(/head is refused|is not the one/);
  });

  test("a download that is cut off", async () => {
    await publish();
    const { head } = (await readPublished(bucket)) ?? {};
    if (head === undefined) throw new Error("nothing was read");
    s3.fault.cutAfter = 4 * 1024;
    const dataDir = replica();
    const options = { dataDir, starter, trusted: createPublicKey(key), nowMs: Date.now() };
    await expect(fetchPublished(bucket, head, options)).rejects.toThrow(BucketError);
    expect(existsSync(join(dataDir, "corpus", head.version))).toBeFalse();
  });
});
