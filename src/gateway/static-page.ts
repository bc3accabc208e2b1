/**
 * A page that stays the same while the process runs. It has an ETag and is compressed once.
 * @module
 */
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";

/**
 * A higher quality saves a tenth of the bytes but blocks all other answers for a tenth of a second.
 */
const BROTLI_QUALITY = 5;
const ETAG_CHARS = 24;

const ENCODERS = {
  br: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
} as const;

type Encoding = keyof typeof ENCODERS;

export type StaticPage = (request: Request) => Response;

/** @param headers of every answer, including `content-type` */
export function staticPage(text: string, headers: Readonly<Record<string, string>>): StaticPage {
  const plain = new TextEncoder().encode(text);
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, ETAG_CHARS);
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  const bytesIn = (encoding: Encoding) => {
    const bytes = encoded.get(encoding) ?? new Uint8Array(ENCODERS[encoding](plain));
    encoded.set(encoding, bytes);
    return bytes;
  };
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
    const body = encoding === null ? plain : bytesIn(encoding);
    const response = new Response(body, { headers: { ...headers, ...common } });
    if (encoding !== null) response.headers.set("content-encoding", encoding);
    return response;
  };
}

/** The smallest encoding that the caller accepts; null sends the page as it is. */
function bestEncoding(accepted: string): Encoding | null {
  const quality = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const given = parameters.find((each) => each.startsWith("q="))?.slice(2);
    quality.set(name, given === undefined ? 1 : Number(given));
  }
  const taken = (["br", "gzip"] as const).filter(
    (name) => (quality.get(name) ?? quality.get("*") ?? 0) > 0,
  );
  return taken[0] ?? null;
}

/** Whether an If-None-Match names this version; a weak tag counts too. */
function names(condition: string, etag: string): boolean {
  return condition
    .split(",")
    .map((each) => each.trim().replace(/^W\//, ""))
    .some((each) => each === "*" || each === etag);
}
