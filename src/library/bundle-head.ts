/**
 * The head of a bundle, which is a release as one file, for sites without a network.
 *
 *     phasewise-bundle 2
 *     {"version":…,"sequence":…,"expires":…,"files":[{"path","bytes","sha256"},…]}
 *     ed25519 <fingerprint> <base64>      over both lines above
 *     the bytes of the files, one after the other
 *
 * The signature covers the hash of every file, so it covers the whole bundle. `sequence` grows with
 * each bundle of one key, and `expires` is the last UTC day on which the bundle is taken, or null.
 * `phasewise-bundle 1` has neither: an unsigned bundle (its third line is `unsigned`), for which
 * nobody would vouch for them, and signed ones of earlier versions.
 * @module
 */
import { statSync } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import "../contract/formats.ts";
import type { ListedFile } from "../files/durable.ts";
import type { Signature } from "../files/signing.ts";
import { VERSION_PATTERN } from "./release.ts";

const MAGIC = "phasewise-bundle ";
const PLAIN = `${MAGIC}1`;
const NUMBERED = `${MAGIC}2`;
const UNSIGNED = "unsigned";
/** A release of 250,000 passages lists a few hundred files. */
export const HEAD_BYTES_MAX = 8 << 20;
const FILES_MAX = 20_000;
const FILE_BYTES_MAX = 64 * 2 ** 30;
/** Large enough for numbers made of dates or times. */
export const SEQUENCE_MAX = 1e15;
/**
 * A relative path with forward slashes and no part that starts with a dot, so that no file can
 * leave its folder.
 */
const PATH_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,8}$";
const SIGNATURE = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/;

const CONTENT = {
  version: Type.String({ pattern: VERSION_PATTERN }),
  files: Type.Array(
    Type.Object(
      {
        path: Type.String({ pattern: PATH_PATTERN, maxLength: 300 }),
        bytes: Type.Integer({ minimum: 0, maximum: FILE_BYTES_MAX }),
        sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: FILES_MAX },
  ),
};
const ISSUE = {
  sequence: Type.Integer({ minimum: 1, maximum: SEQUENCE_MAX }),
  expires: Type.Union([Type.String({ format: "date" }), Type.Null()]),
};
const PlainHead = Type.Object(CONTENT, { additionalProperties: false });
const NumberedHead = Type.Object({ ...CONTENT, ...ISSUE }, { additionalProperties: false });

/** Which of a key's bundles this is, and until when it may be imported. */
export interface BundleIssue {
  sequence: number;
  /** The last UTC day, `YYYY-MM-DD`; null where there is none. */
  expires: string | null;
}

export interface BundleHead {
  version: string;
  files: Static<typeof PlainHead>["files"];
  /** Null in an unsigned bundle and in bundles of earlier versions. */
  issue: BundleIssue | null;
  signature: Signature | null;
  /** The bytes that are signed. */
  signed: Uint8Array;
  /** The offset of the first file. */
  start: number;
}

export interface Bundle extends BundleHead {
  path: string;
}

/**
 * The two lines that are signed.
 * @param issue null in an unsigned bundle
 */
export function headBytes(
  version: string,
  files: readonly ListedFile[],
  issue: BundleIssue | null,
): Uint8Array {
  const magic = issue === null ? PLAIN : NUMBERED;
  return Buffer.from(`${magic}\n${JSON.stringify({ version, ...issue, files })}\n`);
}

export function signatureLine(signature: Signature | null): string {
  return signature === null ? UNSIGNED : `ed25519 ${signature.fingerprint} ${signature.value}`;
}

/** Whether the file starts like a bundle. */
export async function isBundle(path: string): Promise<boolean> {
  try {
    // A pipe cannot be read twice.
    return (
      statSync(path).isFile() && (await Bun.file(path).slice(0, MAGIC.length).text()) === MAGIC
    );
  } catch {
    return false;
  }
}

/**
 * Reads the head of a file.
 * @throws OperatorError when it is malformed, or the file's length is not what it says
 */
export async function openBundle(path: string): Promise<Bundle> {
  const file = Bun.file(path);
  const head = parseBundleHead(new Uint8Array(await file.slice(0, HEAD_BYTES_MAX).arrayBuffer()));
  const size = sizeOf(head);
  if (file.size !== size) {
    throw new OperatorError(
      `the bundle is ${file.size} bytes long, its head says ${size}: it is cut off or damaged`,
    );
  }
  return { path, ...head };
}

/** The bytes of the whole bundle. */
export function sizeOf({ start, files }: BundleHead): number {
  return files.reduce((sum, each) => sum + each.bytes, start);
}

/**
 * @param bytes the start of a bundle with its whole head
 * @throws OperatorError when it is malformed
 */
export function parseBundleHead(bytes: Uint8Array): BundleHead {
  const ends = lineEnds(bytes, 3);
  const [magicEnd = 0, headEnd = 0, signatureEnd = 0] = ends;
  if (ends.length < 3) throw new OperatorError("the bundle is cut off in its head");
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  const magic = text(0, magicEnd);
  if (magic !== PLAIN && magic !== NUMBERED) {
    throw new OperatorError(
      `the bundle is of another format; this program reads ${PLAIN} and ${NUMBERED}`,
    );
  }
  const { version, files, issue } = parseHead(text(magicEnd + 1, headEnd), magic === NUMBERED);
  return {
    version,
    files,
    issue,
    signature: parseSignature(text(headEnd + 1, signatureEnd)),
    signed: bytes.slice(0, headEnd + 1),
    start: signatureEnd + 1,
  };
}

function lineEnds(bytes: Uint8Array, count: number): number[] {
  const ends: number[] = [];
  for (
    let end = bytes.indexOf(0x0a);
    end >= 0 && ends.length < count;
    end = bytes.indexOf(0x0a, end + 1)
  ) {
    ends.push(end);
  }
  return ends;
}

function parseHead(
  text: string,
  numbered: boolean,
): Pick<BundleHead, "version" | "files" | "issue"> {
  let head: unknown;
  try {
    head = JSON.parse(text);
  } catch {
    throw new OperatorError("the bundle's head is not JSON");
  }
  const schema = numbered ? NumberedHead : PlainHead;
  if (!Value.Check(schema, head)) {
    const problem = Value.Errors(schema, head).First();
    throw new OperatorError(`the bundle's head is refused: ${problem?.path} ${problem?.message}`);
  }
  const { version, files } = head;
  const paths = new Set(files.map((file) => file.path));
  if (paths.size !== files.length || !paths.has("manifest.json")) {
    throw new OperatorError("the bundle's head names a file twice, or no manifest.json");
  }
  return { version, files, issue: "sequence" in head ? issueOf(head) : null };
}

function issueOf({ sequence, expires }: Static<typeof NumberedHead>): BundleIssue {
  return { sequence, expires };
}

function parseSignature(line: string): Signature | null {
  if (line === UNSIGNED) return null;
  const [, fingerprint, value] = SIGNATURE.exec(line) ?? [];
  if (fingerprint === undefined || value === undefined) {
    throw new OperatorError("the bundle has no well-formed signature line");
  }
  return { fingerprint, value };
}
