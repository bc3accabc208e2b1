/**
 * The numbers of signed bundles, by the fingerprint of their key: the last one that was exported
 * here, and the last one that was taken. A bundle that is not newer is not taken by mistake.
 *
 *     <data>/corpus/bundles.json
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { writeFileDurably } from "../files/durable.ts";
import { refuseLinks } from "../files/private.ts";
import { type BundleHead, SEQUENCE_MAX } from "./bundle-head.ts";
import { releasesFolder } from "./installed-releases.ts";

const Sequence = Type.Integer({ minimum: 1, maximum: SEQUENCE_MAX });
const Taken = Type.Object({
  sequence: Sequence,
  /** SHA-256 of the two signed lines, which distinguishes bundles of the same number. */
  head: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});
const Numbers = Type.Object({
  exported: Type.Record(Type.String(), Sequence),
  taken: Type.Record(Type.String(), Taken),
});
type Numbers = Static<typeof Numbers>;

function numbersFile(dataDir: string): string {
  return join(releasesFolder(dataDir), "bundles.json");
}

function readNumbers(dataDir: string): Numbers {
  const path = numbersFile(dataDir);
  refuseLinks(releasesFolder(dataDir), path);
  if (!existsSync(path)) return { exported: {}, taken: {} };
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (Value.Check(Numbers, value)) return value;
  } catch {
    // The message below says what to do.
  }
  throw new OperatorError(
    `${path} is damaged: restore a copy of it, or remove it and make sure yourself that the next bundle is not an older one`,
  );
}

function writeNumbers(dataDir: string, numbers: Numbers): void {
  writeFileDurably(numbersFile(dataDir), `${JSON.stringify(numbers, null, 2)}\n`);
}

/**
 * Reserves the number of the next bundle. It must run as the only command that changes the
 * releases. The number is saved before the bundle is written, so that a failed export cannot lead
 * to the same number twice.
 * @param asked the operator's own number; by default the next one
 * @param elsewhere the number of the last bundle that is known from another place
 * @throws OperatorError where it is not higher than the last
 */
export function takeExportNumber(
  dataDir: string,
  fingerprint: string,
  asked: number | undefined,
  elsewhere = 0,
): number {
  const numbers = readNumbers(dataDir);
  const last = Math.max(numbers.exported[fingerprint] ?? 0, elsewhere);
  const sequence = asked ?? last + 1;
  if (sequence <= last) {
    throw new OperatorError(
      `--sequence is ${sequence}, but ${last} was given already with key ${fingerprint}: give a higher number`,
    );
  }
  writeNumbers(dataDir, { ...numbers, exported: { ...numbers.exported, [fingerprint]: sequence } });
  return sequence;
}

export interface BundlePlace {
  dataDir: string;
  /** The version in use. */
  inUse: string;
  /** Epoch milliseconds that never go back. */
  nowMs: number;
  /** What whoever wants the bundle in spite of it can do. */
  otherwise?: string;
}

/**
 * Refuses a signed bundle that may be outdated. The bundle that was imported last may be imported
 * again.
 * @throws OperatorError with what to do
 */
export function requireNewer(
  bundle: BundleHead,
  { dataDir, inUse, nowMs, otherwise = "take this one with --allow-older" }: BundlePlace,
): void {
  const { issue, signature } = bundle;
  if (issue === null || signature === null) {
    throw new OperatorError(
      `the bundle has no number, like those of earlier versions, so it may be an old one: have it exported anew, or ${otherwise}`,
    );
  }
  const { sequence, expires } = issue;
  const last = readNumbers(dataDir).taken[signature.fingerprint];
  const again = last?.sequence === sequence && last.head === digestOf(bundle);
  if (again && bundle.version === inUse) return;
  if (last !== undefined && !again && sequence <= last.sequence) {
    const taken = sequence === last.sequence ? "another one" : `number ${last.sequence}`;
    throw new OperatorError(
      `the bundle has number ${sequence}, and ${taken} of key ${signature.fingerprint} was taken already: get one with a higher number, or ${otherwise}`,
    );
  }
  if (expires !== null && new Date(nowMs).toISOString().slice(0, expires.length) > expires) {
    throw new OperatorError(
      `the bundle expired at the end of ${expires}: get a newer one, or ${otherwise}`,
    );
  }
}

/**
 * Saves the number of a bundle that is about to be used; an older bundle changes nothing. It runs
 * before the switch. If the program ends between the two, the same bundle can be imported again,
 * but no older one.
 */
export function recordTakenNumber(dataDir: string, bundle: BundleHead): void {
  const { issue, signature } = bundle;
  if (issue === null || signature === null) return;
  const numbers = readNumbers(dataDir);
  const { fingerprint } = signature;
  if (issue.sequence <= (numbers.taken[fingerprint]?.sequence ?? 0)) return;
  const taken = { sequence: issue.sequence, head: digestOf(bundle) };
  writeNumbers(dataDir, { ...numbers, taken: { ...numbers.taken, [fingerprint]: taken } });
}

function digestOf({ signed }: BundleHead): string {
  return new Bun.CryptoHasher("sha256").update(signed).digest("hex");
}
