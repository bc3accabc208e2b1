/**
 * A page that stays the same while the process runs. It has an ETag, and each compressed form of it
 * is made once.
 * @module
 */
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";

/**
 * A higher quality saves a tenth of the bytes but blocks all other answers for a tenth of a second.
 */
const BROTLI_QUALITY = 5;

const ENCODERS = {
  br: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
} as const;

type Encoding = keyof typeof ENCODERS;

export type StaticPage = (request: Request) => Response;

/** What is sent, in every form. It can be moved from one thread to another. */
export interface EncodedPage extends Readonly<Record<Encoding | "plain", Uint8Array<ArrayBuffer>>> {
  /** Names this version. */
  digest: string;
}

/** Every form at once, for another thread than the one that answers. */
export function encode(text: string): EncodedPage {
  return { ...encodeOnDemand(text) };
}

/** Compresses when somebody asks for that form. */
export function encodeOnDemand(text: string): EncodedPage {
  const plain = new TextEncoder().encode(text);
  const digest = createHash("sha256").update(plain).digest("base64url");
  const made = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  const bytesIn = (encoding: Encoding) => {
    const bytes = made.get(encoding) ?? new Uint8Array(ENCODERS[encoding](plain));
    made.set(encoding, bytes);
    return bytes;
  };
  return {
    digest,
    plain,
    get br() {
      return bytesIn("br");
    },
    get gzip() {
      return bytesIn("gzip");
    },
  };
}

/** @param headers of every answer, including `content-type` */
export function staticPage(
  encoded: EncodedPage,
  headers: Readonly<Record<string, string>>,
): StaticPage {
  const { digest } = encoded;
  return (request) => {
    const encoding = bestEncoding(request.headers.get("accept-encoding") ?? "");
    const etag = encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`;
    const common = { etag, vary: "Accept-Encoding", "cache-control": "no-cache" };
    if (names(request.headers.get("if-none-match") ?? "", etag)) {
      // A browser puts these headers in the place of those that it kept with the page. No body has
      // no type.
      const { "content-type": _, ...kept } = headers;
      return new Response(null, { status: 304, headers: { ...kept, ...common } });
    }
    const body = encoded[encoding ?? "plain"];
    const response = new Response(body, { headers: { ...headers, ...common } });
    if (encoding !== null) response.headers.set("content-encoding", encoding);
    return response;
  };
}

/** The smallest encoding that the caller accepts; null sends the page as it is. */
function bestEncoding(accepted: string): Encoding | null {
  const takes = new Map<string, boolean>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const given = parameters.find((each) => each.startsWith("q="))?.slice(2);
    takes.set(name, given === undefined || Number(given) > 0);
  }
  return (["br", "gzip"] as const).find((name) => takes.get(name) ?? takes.get("*")) ?? null;
}

/** Whether an If-None-Match names this version; a weak tag counts too. */
function names(condition: string, etag: string): boolean {
  return condition
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === "*" || each === etag);
}
