/**
 * The head of a bundle, which is a release as one file, for sites without a network.
 *
 *     phasewise-bundle 1
 *     {"version":…,"files":[{"path","bytes","sha256"},…]}
 *     ed25519 <fingerprint> <base64>      over both lines above; or: unsigned
 *     the bytes of the files, one after the other
 *
 * The signature covers the hash of every file, so it covers the whole bundle.
 * @module
 */
import { statSync } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import type { ListedFile } from "../files/durable.ts";
import type { Signature } from "../files/signing.ts";
import { VERSION_PATTERN } from "./release.ts";

const MAGIC = "phasewise-bundle 1";
const UNSIGNED = "unsigned";
/** A release of 250,000 passages lists some hundred files. */
const HEAD_BYTES_MAX = 8 << 20;
const FILES_MAX = 20_000;
const FILE_BYTES_MAX = 64 * 2 ** 30;
/** Relative, forward slashes, no part that begins with a dot: nothing can leave the folder it is unpacked to. */
const PATH_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,8}$";
const SIGNATURE = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/;

const Head = Type.Object(
  {
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
  },
  { additionalProperties: false },
);

export interface Bundle {
  path: string;
  version: string;
  files: Static<typeof Head>["files"];
  signature: Signature | null;
  /** What the signature is over. */
  signed: Uint8Array;
  /** Where the first file begins. */
  start: number;
}

/** The two lines that are signed. */
export function headBytes(version: string, files: readonly ListedFile[]): Uint8Array {
  return Buffer.from(`${MAGIC}\n${JSON.stringify({ version, files })}\n`);
}

export function signatureLine(signature: Signature | null): string {
  return signature === null ? UNSIGNED : `ed25519 ${signature.fingerprint} ${signature.value}`;
}

/** True where the file begins as a bundle does. */
export async function isBundle(path: string): Promise<boolean> {
  try {
    // A pipe has no beginning that could be read twice.
    return statSync(path).isFile() && (await Bun.file(path).slice(0, MAGIC.length).text()) === MAGIC;
  } catch {
    return false;
  }
}

/** Reads the head. @throws OperatorError when it is not well-formed, or the file is longer or shorter than it says */
export async function openBundle(path: string): Promise<Bundle> {
  const file = Bun.file(path);
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES_MAX).arrayBuffer());
  const ends = lineEnds(bytes, 3);
  const [magicEnd = 0, headEnd = 0, signatureEnd = 0] = ends;
  if (ends.length < 3) throw new OperatorError("the bundle is cut off in its head");
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  if (text(0, magicEnd) !== MAGIC) {
    throw new OperatorError(`the bundle is of another format; this program reads ${MAGIC}`);
  }
  const head = parseHead(text(magicEnd + 1, headEnd));
  const start = signatureEnd + 1;
  const size = start + head.files.reduce((sum, each) => sum + each.bytes, 0);
  if (file.size !== size) {
    throw new OperatorError(
      `the bundle is ${file.size} bytes long, its head says ${size}: it is cut off or damaged`,
    );
  }
  return {
    path,
    ...head,
    signature: parseSignature(text(headEnd + 1, signatureEnd)),
    signed: bytes.slice(0, headEnd + 1),
    start,
  };
}

function lineEnds(bytes: Uint8Array, count: number): number[] {
  const ends: number[] = [];
  for (let end = bytes.indexOf(0x0a); end >= 0 && ends.length < count; end = bytes.indexOf(0x0a, end + 1)) {
    ends.push(end);
  }
  return ends;
}

function parseHead(text: string): Static<typeof Head> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError("the bundle's head is not JSON");
  }
  const problem = Value.Errors(Head, value).First();
  if (problem !== undefined)
    throw new OperatorError(`the bundle's head is refused: ${problem.path} ${problem.message}`);
  const head = Value.Decode(Head, value);
  const paths = new Set(head.files.map((file) => file.path));
  if (paths.size !== head.files.length || !paths.has("manifest.json")) {
    throw new OperatorError("the bundle's head names a file twice, or no manifest.json");
  }
  return head;
}

function parseSignature(line: string): Signature | null {
  if (line === UNSIGNED) return null;
  const [, fingerprint, value] = SIGNATURE.exec(line) ?? [];
  if (fingerprint === undefined || value === undefined) {
    throw new OperatorError("the bundle has no well-formed signature line");
  }
  return { fingerprint, value };
}
