/**
 * An S3-compatible store for tests, on a port of this machine: GET with ranges and conditions,
 * HEAD, PUT with conditions, multipart uploads and listings. It checks each signature (SigV4, in
 * the header or in the address) by itself. No ordinary npm or Debian package does all of that.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { BucketPlace } from "../../src/library/bucket.ts";

export const S3_BUCKET = "releases";
export const S3_REGION = "eu-test-1";
export const S3_ACCESS = { id: "AKIDTESTSTORE", secret: "s3cr3t/of+the/store" } as const;
const SLICE_BYTES = 64 * 1024;

/** How the store behaves; as it should where all are null. */
interface S3Fault {
  /** The status of every answer. */
  status: number | null;
  /** Bodies end after so many bytes. */
  cutAfter: number | null;
  /** Bytes a second of a body. */
  bytesPerSecond: number | null;
  /** No request is answered. */
  hangs: boolean;
  /** How long each answer takes at least. */
  delayMs: number;
}

interface Stored {
  bytes: Uint8Array;
  etag: string;
}

export interface TestS3 {
  url: string;
  /** Where a corpus is kept in it, as an operator's settings name it. */
  placeOf(path: string): BucketPlace;
  objects: Map<string, Stored>;
  fault: S3Fault;
  /** The requests so far: method, key and status. */
  seen: string[];
  stop(): Promise<void>;
}

export function startS3(): TestS3 {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const seen: string[] = [];
  const fault: S3Fault = {
    status: null,
    cutAfter: null,
    bytesPerSecond: null,
    hangs: false,
    delayMs: 0,
  };

  async function answer(request: Request): Promise<Response> {
    if (fault.hangs) await new Promise(() => undefined);
    if (fault.delayMs > 0) await Bun.sleep(fault.delayMs);
    const url = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (fault.status !== null) return refused(fault.status, "SlowDown");
    const wrong = faultOfSignature(request, url);
    if (wrong !== null) return refused(403, wrong);
    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    if (bucket !== S3_BUCKET) return refused(404, "NoSuchBucket");
    const key = rest.join("/");
    if (url.searchParams.has("list-type")) return listing(url.searchParams);
    if (request.method === "POST") return multipart(url, key, bytes);
    if (request.method === "PUT") return put(request, url, key, bytes);
    if (request.method === "DELETE") {
      objects.delete(key);
      return new Response(null, { status: 204 });
    }
    return get(request, key);
  }

  function get(request: Request, key: string): Response {
    const found = objects.get(key);
    if (found === undefined) return refused(404, "NoSuchKey");
    const { etag } = found;
    if (request.headers.get("if-none-match") === etag)
      return new Response(null, { status: 304, headers: { etag } });
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
    const first = Number(from ?? 0);
    const last = Math.min(found.bytes.length, to ? Number(to) + 1 : found.bytes.length);
    const part = found.bytes.subarray(first, last);
    const headers: Record<string, string> = {
      etag,
      "content-length": String(part.length),
      "last-modified": new Date(0).toUTCString(),
      "accept-ranges": "bytes",
    };
    if (from !== undefined)
      headers["content-range"] = `bytes ${first}-${last - 1}/${found.bytes.length}`;
    const body = request.method === "HEAD" ? null : bodyOf(part);
    return new Response(body, { status: from === undefined ? 200 : 206, headers });
  }

  function bodyOf(bytes: Uint8Array): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
    if (fault.cutAfter === null && fault.bytesPerSecond === null) return bytes.slice();
    let at = 0;
    return new ReadableStream({
      async pull(control) {
        const { cutAfter, bytesPerSecond } = fault;
        if (cutAfter !== null && at >= cutAfter) return control.close();
        if (at >= bytes.length) return control.close();
        const left = cutAfter === null ? SLICE_BYTES : cutAfter - at;
        const size = Math.min(SLICE_BYTES, left, bytesPerSecond ?? SLICE_BYTES);
        if (bytesPerSecond !== null) await Bun.sleep((size / bytesPerSecond) * 1_000);
        control.enqueue(bytes.slice(at, at + size));
        at += size;
      },
    });
  }

  function put(request: Request, url: URL, key: string, bytes: Uint8Array): Response {
    const part = url.searchParams.get("partNumber");
    if (part !== null) {
      uploads.get(url.searchParams.get("uploadId") ?? "")?.set(Number(part), bytes);
      return new Response(null, { headers: { etag: etagOf(bytes) } });
    }
    const there = objects.get(key)?.etag;
    const [match, none] = [request.headers.get("if-match"), request.headers.get("if-none-match")];
    if ((match !== null && match !== there) || (none === "*" && there !== undefined))
      return refused(412, "PreconditionFailed");
    return store(key, bytes);
  }

  function multipart(url: URL, key: string, _: Uint8Array): Response {
    const id = url.searchParams.get("uploadId");
    if (id === null) {
      const made = crypto.randomUUID();
      uploads.set(made, new Map());
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = [...(uploads.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, each]) => each);
    uploads.delete(id);
    const { etag } = stored(key, Buffer.concat(parts));
    return xml(
      `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function listing(parameters: URLSearchParams): Response {
    const prefix = parameters.get("prefix") ?? "";
    const delimiter = parameters.get("delimiter") ?? "";
    const folders = new Set<string>();
    const items: string[] = [];
    for (const [key, { bytes, etag }] of [...objects].sort()) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      if (end >= 0) folders.add(key.slice(0, end + delimiter.length));
      else
        items.push(
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>${etag}</ETag><LastModified>1970-01-01T00:00:00.000Z</LastModified></Contents>`,
        );
    }
    const prefixes = [...folders].map(
      (each) => `<CommonPrefixes><Prefix>${each}</Prefix></CommonPrefixes>`,
    );
    return xml(
      `<ListBucketResult><Name>${S3_BUCKET}</Name><IsTruncated>false</IsTruncated>${items.join("")}${prefixes.join("")}</ListBucketResult>`,
    );
  }

  function stored(key: string, bytes: Uint8Array): Stored {
    const object = { bytes, etag: etagOf(bytes) };
    objects.set(key, object);
    return object;
  }

  function store(key: string, bytes: Uint8Array): Response {
    return new Response(null, { headers: { etag: stored(key, bytes).etag } });
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const response = await answer(request);
      seen.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
      return response;
    },
    error: () => new Response(null, { status: 500 }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    placeOf: (path) => ({
      url: `s3://${S3_BUCKET}/${path}`,
      endpoint: url,
      region: S3_REGION,
      accessKeyId: S3_ACCESS.id,
      secretAccessKey: S3_ACCESS.secret,
      sessionToken: null,
    }),
    objects,
    fault,
    seen,
    stop: () => server.stop(true),
  };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { "content-type": "application/xml" },
  });
}

function refused(status: number, code: string): Response {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${S3_ACCESS.id}</Message></Error>`;
  return new Response(body, { status, headers: { "content-type": "application/xml" } });
}

/** The store's word for a request whose signature is not that of the one key; null where it is. */
function faultOfSignature(request: Request, url: URL): string | null {
  const header = request.headers.get("authorization") ?? "";
  const inAddress = url.searchParams.get("X-Amz-Signature");
  const [, credential = "", signedHeaders = "", signature = ""] =
    inAddress === null
      ? (/Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(header) ?? [])
      : [
          "",
          url.searchParams.get("X-Amz-Credential") ?? "",
          url.searchParams.get("X-Amz-SignedHeaders") ?? "",
          inAddress,
        ];
  const [id = "", day = "", region = "", ...scope] = credential.split("/");
  if (id !== S3_ACCESS.id) return "InvalidAccessKeyId";
  const date = url.searchParams.get("X-Amz-Date") ?? request.headers.get("x-amz-date") ?? "";
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    query.join("&"),
    ...signedHeaders
      .split(";")
      .map((name) => `${name}:${(request.headers.get(name) ?? "").trim()}`),
    "",
    signedHeaders,
    request.headers.get("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const toSign = [
    "AWS4-HMAC-SHA256",
    date,
    [day, region, ...scope].join("/"),
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = [day, region, ...scope].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${S3_ACCESS.secret}`,
  );
  const expected = hmac(key, toSign);
  const given = Buffer.from(signature, "hex");
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  return same ? null : "SignatureDoesNotMatch";
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
