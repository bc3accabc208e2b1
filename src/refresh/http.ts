/**
 * One request and its answer. Nothing is taken on trust: the address, the time, the size and the
 * type of the body are all checked.
 * @module
 */

export type Accept = "json" | "xml";

/** The state of a page when it was stored, as its service names it. */
export interface CacheValidator {
  etag?: string;
  last_modified?: string;
}

export interface HttpRequest {
  url: URL;
  accept: Accept;
  /** Sent as a form with POST. */
  form?: URLSearchParams;
  userAgent: string;
  /** Asks only for changes since then. */
  validator?: CacheValidator;
}

export type HttpAnswer =
  | { kind: "body"; text: string; validator: CacheValidator | null }
  | { kind: "unchanged" }
  | { kind: "redirect"; to: string };

/** Why there is no answer. A passing fault may be gone at the next try. */
export class HttpFault extends Error {
  override readonly name = "HttpFault";
  readonly passing: boolean;
  readonly status: number | null;
  readonly retryAfter: string | null;

  constructor(
    message: string,
    options: { passing: boolean; status?: number; retryAfter?: string | null },
  ) {
    super(message);
    this.passing = options.passing;
    this.status = options.status ?? null;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** A body that is not what the service promises: cut off, damaged, or an error page. */
export function bodyFault(message: string): HttpFault {
  return new HttpFault(message, { passing: true });
}

const ACCEPT: Record<Accept, { header: string; type: RegExp }> = {
  json: { header: "application/json", type: /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i },
  xml: {
    header: "application/xml, text/xml",
    type: /^(?:application|text)\/(?:[\w.+-]+\+)?xml\s*(?:;|$)/i,
  },
};
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Includes 403, with which some services answer a caller who was too fast. */
const PASSING_STATUS = new Set([403, 408, 425, 429]);
const VALIDATOR_CHARS_MAX = 1000;

/** Whether the address is encrypted or on this machine. */
function isSafeAddress(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
}

/**
 * @throws HttpFault where no usable answer came within the limits; the signal's reason when it is
 *   aborted
 */
export async function exchange(
  request: HttpRequest,
  limits: { timeout_ms: number; body_bytes_max: number },
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  if (!isSafeAddress(request.url))
    throw new HttpFault("the address is not https", { passing: false });
  const deadline = AbortSignal.timeout(limits.timeout_ms);
  try {
    const response = await fetch(request.url, {
      method: request.form === undefined ? "GET" : "POST",
      ...(request.form !== undefined && { body: request.form }),
      headers: headersOf(request),
      redirect: "manual",
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    return await answerOf(response, request, limits.body_bytes_max);
  } catch (error) {
    if (error instanceof HttpFault) throw error;
    signal?.throwIfAborted();
    if (deadline.aborted) {
      throw new HttpFault(`no complete answer within ${limits.timeout_ms / 1000} s`, {
        passing: true,
      });
    }
    // The runtime's message may repeat the address, which may hold a key.
    const { code = "" } = error as { code?: string };
    throw new HttpFault(`the connection failed${/^\w+$/.test(code) ? ` (${code})` : ""}`, {
      passing: true,
    });
  }
}

function headersOf({ accept, userAgent, validator }: HttpRequest): Record<string, string> {
  return {
    Accept: ACCEPT[accept].header,
    "User-Agent": userAgent,
    ...(validator?.etag !== undefined && { "If-None-Match": validator.etag }),
    ...(validator?.last_modified !== undefined && { "If-Modified-Since": validator.last_modified }),
  };
}

async function answerOf(
  response: Response,
  request: HttpRequest,
  bytesMax: number,
): Promise<HttpAnswer> {
  const { status, headers } = response;
  if (status === 304 && request.validator !== undefined) return { kind: "unchanged" };
  if (status === 200) {
    const type = headers.get("content-type") ?? "";
    if (!ACCEPT[request.accept].type.test(type)) {
      await response.body?.cancel();
      const said = type === "" ? "nothing" : type.replace(/[^\w/;=. +-]/g, "?").slice(0, 60);
      throw bodyFault(
        `it should be ${request.accept.toUpperCase()}, but the service calls it ${said}`,
      );
    }
    return {
      kind: "body",
      text: await textOf(response, bytesMax),
      validator: validatorOf(headers),
    };
  }
  await response.body?.cancel();
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) return { kind: "redirect", to: location };
  throw new HttpFault(`it answered ${status}`, {
    passing: status >= 500 || PASSING_STATUS.has(status),
    status,
    retryAfter: headers.get("retry-after"),
  });
}

async function textOf(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let text = "";
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > bytesMax) {
      throw new HttpFault(`the body is larger than ${Math.ceil(bytesMax / (1 << 20))} MiB`, {
        passing: true,
      });
    }
    text += decoded(() => decoder.decode(piece, { stream: true }));
  }
  return text + decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw bodyFault("the body is not UTF-8 text");
  }
}

function validatorOf(headers: Headers): CacheValidator | null {
  const etag = headers.get("etag") ?? "";
  const last_modified = headers.get("last-modified") ?? "";
  const usable = (value: string) => value !== "" && value.length <= VALIDATOR_CHARS_MAX;
  if (!usable(etag) && !usable(last_modified)) return null;
  return { ...(usable(etag) && { etag }), ...(usable(last_modified) && { last_modified }) };
}
