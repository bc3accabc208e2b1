/**
 * Guarantees of a bundle: exactly what was signed arrives, and nothing else is unpacked.
 *
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { signBytes } from "../../src/files/signing.ts";
import { requireTrust, unpackBundle } from "../../src/library/bundle.ts";
import { openBundle } from "../../src/library/bundle-head.ts";
import type { ImportReport } from "../../src/library/import.ts";
import { corpus, corpusJson, samples, writeNbib } from "./samples.ts";
import { smallCorpus } from "./small-corpus.ts";

const folder = temporaryFolder("bundle");
const origin = join(folder.path, "origin");
const target = join(folder.path, "target");
const bundle = join(folder.path, "release.pwb");
const keys = { ours: "", trusted: "", other: "" };
let signer: KeyObject;
let version = "";
let before = "";
afterAll(() => folder.remove());

function pem(name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

beforeAll(async () => {
  const pair = generateKeyPairSync("ed25519");
  signer = pair.privateKey;
  keys.ours = pem("ours.pem", pair.privateKey.export({ type: "pkcs8", format: "pem" }));
  keys.trusted = pem("trusted.pem", pair.publicKey.export({ type: "spki", format: "pem" }));
  const other = generateKeyPairSync("ed25519").publicKey;
  keys.other = pem("other.pem", other.export({ type: "spki", format: "pem" }));
  before = (await smallCorpus(origin)).version;
  cpSync(origin, target, { recursive: true });
  const file = writeNbib(folder.path, "walks.nbib", samples(5));
  version = String((await corpusJson<ImportReport>(origin, "import", file)).published);
  await corpusJson(origin, "export", bundle, "--key", keys.ours, "--expires", "never");
}, 60_000);

/**
 * Takes head and files of the bundle apart, changes the head, and signs again as a thief of the key
 * could.
 */
function forged(
  change: (head: { version: string; files: { path: string; bytes: number }[] }) => void,
): Buffer {
  const bytes = readFileSync(bundle);
  const [magic = "", line = ""] = bytes.toString("latin1").split("\n", 2);
  const head = JSON.parse(line);
  change(head);
  const signed = Buffer.from(`${magic}\n${JSON.stringify(head)}\n`);
  const { fingerprint, value } = signBytes(signed, signer);
  const afterHead = bytes.indexOf("\n", magic.length + line.length + 2) + 1;
  return Buffer.concat([
    signed,
    Buffer.from(`ed25519 ${fingerprint} ${value}\n`),
    bytes.subarray(afterHead),
  ]);
}

async function refused(path: string, ...words: string[]): Promise<string> {
  const outcome = await corpus(target, "import", path, ...words);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr.trim().split("\n").length).toBe(1);
  const installed = readdirSync(join(target, "corpus")).filter((name) => name !== ".lock");
  expect(installed.sort()).toEqual(["CURRENT", before].sort());
  expect(readFileSync(join(target, "corpus/CURRENT"), "utf8").trim()).toBe(before);
  return outcome.stderr;
}

describe("a bundle is refused", () => {
  test("without a word about trust, with another key, and unsigned where a key is asked for", async () => {
    expect(await refused(bundle)).toContain("--trust");
    expect(await refused(bundle, "--trust", keys.other)).toContain(
      "not signed with the trusted key",
    );
    const unsigned = join(folder.path, "unsigned.pwb");
    await corpusJson(origin, "export", unsigned, "--unsigned");
    expect(await refused(unsigned, "--trust", keys.trusted)).toContain("is unsigned");
    expect(await refused(bundle, "--trust", keys.ours)).toContain("no Ed25519 public key");
  }, 30_000);

  test("with any part changed or cut", async () => {
    const bytes = readFileSync(bundle);
    const headEnd = bytes.indexOf("\n", 20);
    for (const at of [headEnd + 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await refused(pem("changed.pwb", changed), "--trust", keys.trusted);
    }
    for (const size of [25, headEnd + 5, bytes.length - 1]) {
      await refused(pem("cut.pwb", bytes.subarray(0, size)), "--trust", keys.trusted);
    }
    await refused(
      pem("longer.pwb", Buffer.concat([bytes, Buffer.from("x")])),
      "--trust",
      keys.trusted,
    );
  }, 60_000);

  test("with any bit of it flipped, anywhere", async () => {
    const bytes = readFileSync(bundle);
    const trusted = createPublicKey(readFileSync(keys.trusted));
    const changed = join(folder.path, "flipped.pwb");
    const signature = bytes.indexOf("\n", 20) + 1;
    const start = bytes.indexOf("\n", signature) + 1;
    const place = fc.oneof(
      fc.nat(signature),
      fc.integer({ min: signature, max: start - 1 }),
      fc.integer({ min: start, max: bytes.length - 1 }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(place, fc.nat(7), async (at, bit) => {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ (1 << bit);
        writeFileSync(changed, copy);
        const fault = await (async () => {
          const opened = await openBundle(changed);
          requireTrust(opened, trusted);
          await unpackBundle(opened, join(folder.path, `unpacked-${run++}`));
        })().catch((error: unknown) => error);
        expect(fault).toBeInstanceOf(OperatorError);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test.each([
    "../escape",
    "/tmp/escape",
    "index/../../escape",
    "index//x",
    ".hidden",
    "a\\..\\escape",
    "index/.lock",
    "C:escape",
  ])("with the file name %j, though signed", async (name) => {
    const bad = forged((head) => {
      const last = head.files.at(-1);
      if (last !== undefined) last.path = name;
    });
    expect(await refused(pem("names.pwb", bad), "--trust", keys.trusted)).toContain(
      "head is refused",
    );
    expect(existsSync(join(target, "escape")) || existsSync("/tmp/escape")).toBe(false);
  });

  test("with a file more than its release lists, or another release's name, though signed", async () => {
    const renamed = forged((head) => {
      head.version = "corpus-0123456789abcdef";
    });
    expect(await refused(pem("renamed.pwb", renamed), "--trust", keys.trusted)).toContain(
      "disagree",
    );
    const more = forged((head) => {
      head.files.push({
        ...head.files[0],
        path: "extra",
        bytes: 0,
        sha256: EMPTY,
      } as (typeof head.files)[0]);
    });
    expect(await refused(pem("more.pwb", more), "--trust", keys.trusted)).toContain("disagree");
  }, 30_000);
});

const EMPTY = new Bun.CryptoHasher("sha256").digest("hex");

describe("a signed bundle", () => {
  test("is taken with the key it is signed with, after a dry run that changes nothing", async () => {
    const dry = await corpusJson<object>(
      target,
      "import",
      bundle,
      "--trust",
      keys.trusted,
      "--dry-run",
    );
    expect(dry).toMatchObject({ version, published: null, from: before });
    const report = await corpusJson<{ diff: { added: unknown[] }; published: string }>(
      target,
      "import",
      bundle,
      "--trust",
      keys.trusted,
    );
    expect(report.published).toBe(version);
    expect(report.diff.added.length).toBe(5);
    expect((await corpus(target, "verify")).code).toBe(0);
    const again = join(folder.path, "again.pwb");
    await corpusJson(target, "export", again, "--key", keys.ours, "--expires", "never");
    // Same release, same key, same number and last day, same bytes: nothing of the place or the
    // hour is in it.
    expect(readFileSync(again).equals(readFileSync(bundle))).toBe(true);
  }, 60_000);

  test("is never written over a file that is there", async () => {
    const outcome = await corpus(origin, "export", bundle, "--key", keys.ours);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("already");
  });

  test("and an unsigned one is taken where the operator says so", async () => {
    const unsigned = join(folder.path, "plain.pwb");
    await corpusJson(origin, "export", unsigned, "--unsigned");
    const fresh = join(folder.path, "fresh");
    const report = await corpusJson<object>(fresh, "import", unsigned, "--unsigned");
    expect(report).toMatchObject({ published: version, signed_by: null });
  }, 30_000);
});
