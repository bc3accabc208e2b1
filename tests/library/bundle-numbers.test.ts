/**
 * Guarantee: an outdated or expired signed bundle is never accepted as a new one, even if the
 * program is killed.
 *
 * @slow it starts the program
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { signBytes } from "../../src/files/signing.ts";
import { openBundle } from "../../src/library/bundle-head.ts";
import { recordTakenNumber, requireNewer } from "../../src/library/bundle-numbers.ts";
import type { BundleReport } from "../../src/library/import-bundle.ts";
import { openStore } from "../../src/store/sqlite/index.ts";
import { entry } from "../store/entry.ts";
import { SOURCE } from "../support/program.ts";
import { corpus, corpusJson, samples, writeNbib } from "./samples.ts";
import { smallCorpus } from "./small-corpus.ts";

/** An import loads the models. */
setDefaultTimeout(300_000);

interface Exported {
  version: string;
  sequence: number | null;
  expires: string | null;
}
interface Head extends Exported {
  files: unknown[];
}

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const folder = temporaryFolder("bundle-numbers");
afterAll(() => folder.remove());
const place = (name: string) => join(folder.path, name);
const origin = place("origin");

function keyPair(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [secret, open] = [place(`${name}.pem`), place(`${name}.pub`)];
  writeFileSync(secret, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(open, publicKey.export({ type: "spki", format: "pem" }));
  return { privateKey, secret, open };
}
const ours = keyPair("ours");
const others = keyPair("others");

/** Two releases, each in a bundle of its own. */
const first = place("first.pwb");
const second = place("second.pwb");
let releases: { first: Exported; second: Exported };

const exported = (path: string, ...words: string[]) =>
  corpusJson<Exported>(origin, "export", path, "--key", ours.secret, ...words);

/** What each site has in use before its first bundle. */
const fresh = place("fresh");

beforeAll(async () => {
  await smallCorpus(fresh);
  cpSync(fresh, origin, { recursive: true });
  await corpusJson(origin, "import", writeNbib(folder.path, "walks.nbib", samples(3)));
  const older = await exported(first);
  await corpusJson(origin, "import", writeNbib(folder.path, "more.nbib", samples(2, 10)));
  releases = { first: older, second: await exported(second) };
});

/** The same release with another head, signed as the holder of the key could. */
function reissued(
  source: string,
  change: Partial<Head>,
  key: KeyObject = ours.privateKey,
  format = 2,
): string {
  const bytes = readFileSync(source);
  const [magic = "", line = "", signature = ""] = bytes.toString("latin1").split("\n", 3);
  const head = { ...JSON.parse(line), ...change };
  const kept = format === 2 ? head : { version: head.version, files: head.files };
  const signed = Buffer.from(`phasewise-bundle ${format}\n${JSON.stringify(kept)}\n`);
  const { fingerprint, value } = signBytes(signed, key);
  const content = bytes.subarray(magic.length + line.length + signature.length + 3);
  const path = place(`reissued-${crypto.randomUUID()}.pwb`);
  writeFileSync(
    path,
    Buffer.concat([signed, Buffer.from(`ed25519 ${fingerprint} ${value}\n`), content]),
  );
  return path;
}

/** A site that takes bundles; each begins with the same small release. */
class Site {
  readonly data = place(`site-${crypto.randomUUID()}`);

  constructor() {
    cpSync(fresh, this.data, { recursive: true });
  }

  take(path: string, ...words: string[]) {
    return corpusJson<BundleReport>(this.data, "import", path, "--trust", ours.open, ...words);
  }

  /** What is kept when a bundle is taken, without the import itself. */
  async note(path: string): Promise<void> {
    recordTakenNumber(this.data, await openBundle(path));
  }

  /** The rule without the import; throws what an import would say. */
  async judge(path: string, inUse = "corpus-0000000000000000"): Promise<void> {
    requireNewer(await openBundle(path), { dataDir: this.data, inUse, nowMs: Date.now() });
  }

  /** @returns the one line that says why not */
  async refuses(path: string, ...words: string[]): Promise<string> {
    const before = this.inUse();
    const trust = words.includes("--trust") ? [] : ["--trust", ours.open];
    const outcome = await corpus(this.data, "import", path, ...trust, ...words);
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code: 1, stdout: "" });
    expect(outcome.stderr.trim().split("\n")).toHaveLength(1);
    if (before !== null) expect(this.inUse()).toBe(before);
    return outcome.stderr;
  }

  inUse(): string | null {
    const pointer = join(this.data, "corpus/CURRENT");
    return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : null;
  }
}

describe("an export", () => {
  test("counts the bundles of each key, gives them a year, and vouches for both", async () => {
    const year = [dayIn(365), dayIn(364)];
    expect([releases.first.sequence, releases.second.sequence]).toEqual([1, 2]);
    expect(year).toContain(releases.first.expires ?? "");
    const head = JSON.parse(readFileSync(second, "latin1").split("\n", 2)[1] ?? "");
    expect(head).toMatchObject({ sequence: 2, expires: releases.second.expires });
    const other = await corpusJson<Exported>(
      origin,
      "export",
      place("o.pwb"),
      "--key",
      others.secret,
    );
    expect(other.sequence).toBe(1);
    const given = ["--sequence", "2026", "--expires", "never"];
    expect(await exported(place("given.pwb"), ...given)).toMatchObject({
      sequence: 2026,
      expires: null,
    });
    const again = await corpus(origin, "export", place("a.pwb"), "--key", ours.secret, ...given);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("2026 was given already"),
    ]);
    expect(await exported(place("next.pwb"), "--expires", "7d")).toMatchObject({ sequence: 2027 });
  });

  test("unsigned has neither, and is what it always was", async () => {
    const path = place("unsigned.pwb");
    const { sequence, expires } = await corpusJson<Exported>(origin, "export", path, "--unsigned");
    expect([sequence, expires]).toEqual([null, null]);
    expect(readFileSync(path, "latin1")).toStartWith('phasewise-bundle 1\n{"version":');
    const odd = await corpus(origin, "export", place("x.pwb"), "--unsigned", "--sequence", "3");
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("--sequence")]);
  });

  test.each(["yesterday", "2020-01-01", "2027-02-30", "0d", "4000d"])(
    "--expires %s is refused",
    async (day) => {
      const outcome = await corpus(
        origin,
        "export",
        place("x.pwb"),
        "--key",
        ours.secret,
        "--expires",
        day,
      );
      expect([outcome.code, outcome.stderr]).toEqual([
        2,
        expect.stringMatching(/^--expires is .* never\n$/),
      ]);
    },
  );
});

test("an older bundle is refused and taken only where the operator says so; the newest can be taken again", async () => {
  const site = new Site();
  await site.take(second);
  expect(await site.refuses(first)).toMatch(/has number 1, and number 2 of key .* --allow-older/);
  expect(await site.refuses(first, "--dry-run")).toContain("--allow-older");
  // Never one that is not signed with the key.
  expect(await site.refuses(first, "--allow-older", "--trust", others.open)).toContain(
    "not signed",
  );
  const expired = reissued(first, { expires: dayIn(-1) });
  expect(await site.take(expired, "--allow-older")).toMatchObject({
    published: releases.first.version,
  });
  expect(await site.refuses(first)).toContain("--allow-older");
  expect(await site.take(second)).toMatchObject({
    published: releases.second.version,
    sequence: 2,
  });
  const again = await corpus(site.data, "import", second, "--trust", ours.open);
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining(`${releases.second.version} is already in use`),
  ]);
});

test("another bundle of the same number is not the same bundle", async () => {
  const site = new Site();
  await site.note(first);
  const twin = reissued(second, { sequence: 1 });
  expect(await site.refuses(twin)).toMatch(/has number 1, and another one of key/);
  await site.judge(reissued(second, { sequence: 2 }));
});

test("each key has its own numbers", async () => {
  const site = new Site();
  await site.note(second);
  const theirs = reissued(first, { sequence: 1 }, others.privateKey);
  await site.judge(theirs);
  await site.note(theirs);
  expect(await site.refuses(first)).toContain("--allow-older");
  await expect(site.judge(reissued(second, { sequence: 1 }, others.privateKey))).rejects.toThrow(
    "another one",
  );
});

test("a signed bundle without a number may be an old one", async () => {
  const site = new Site();
  const plain = reissued(first, {}, ours.privateKey, 1);
  expect(await site.refuses(plain)).toMatch(/no number.*--allow-older/);
  const report = await site.take(plain, "--allow-older");
  expect(report).toMatchObject({
    published: releases.first.version,
    sequence: null,
    expires: null,
  });
});

describe("an expired bundle", () => {
  test("is refused from the day after its last one, unless it is in use", async () => {
    const site = new Site();
    await site.judge(reissued(first, { expires: dayIn(0) }));
    const over = reissued(first, { expires: dayIn(-1) });
    expect(await site.refuses(over)).toMatch(/expired at the end of .*--allow-older/);
    await site.note(over);
    await expect(site.judge(over)).rejects.toThrow("expired");
    await site.judge(over, releases.first.version);
  });

  test("stays expired where the machine's clock went back behind the store's", async () => {
    const site = new Site();
    const store = openStore(site.data);
    const served = Date.now() + 3 * DAY_MS;
    store.commit(entry({ served_at: new Date(served).toISOString() }), served);
    store.close();
    expect(await site.refuses(reissued(first, { expires: dayIn(1) }))).toContain("expired");
  });
});

test("kill -9 between the note and the switch: the same bundle can be taken, an older one cannot", async () => {
  const site = new Site();
  await site.note(first);
  const before = site.inUse();
  const words = ["corpus", "import", second, "--trust", ours.open, "--data-dir", site.data];
  const child = Bun.spawn([...SOURCE, ...words], {
    cwd: "/",
    env: {},
    stdout: "ignore",
    stderr: "ignore",
  });
  // The switch writes here first: on a pipe without a reader it waits.
  const pipe = join(site.data, `corpus/CURRENT.${child.pid}.tmp`);
  Bun.spawnSync(["mkfifo", pipe]);
  const note = join(site.data, "corpus/bundles.json");
  const noted = () => readFileSync(note, "utf8").includes('"sequence": 2');
  const givenUpMs = performance.now() + 120_000;
  while (!noted() && child.exitCode === null && performance.now() < givenUpMs) await Bun.sleep(10);
  const running = child.exitCode === null;
  child.kill("SIGKILL");
  await child.exited;
  rmSync(pipe);
  expect([running, noted()]).toEqual([true, true]);
  expect(site.inUse()).toBe(before);
  expect(await site.refuses(reissued(first, { sequence: 2 }))).toContain("--allow-older");
  expect(await site.take(second)).toMatchObject({ published: releases.second.version });
  expect(await site.refuses(first)).toContain("--allow-older");
});

test("a damaged note is told, and not taken for none", async () => {
  const site = new Site();
  writeFileSync(join(site.data, "corpus/bundles.json"), '{"taken":{}}');
  expect(await site.refuses(second)).toMatch(/bundles\.json is damaged: restore a copy of it/);
});
