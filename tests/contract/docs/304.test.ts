/**
 * GET /docs, GET /openapi.json → 304 and compressed 200: a client that has the page does not
 * download it again.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { portalFiles } from "../support/portal.ts";
import { useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

/** Bytes as they came: `decompress` is an extension of the runtime's fetch. */
async function raw(path: string, headers: Record<string, string>, method = "GET") {
  const response = await fetch(service().url + path, {
    method,
    headers,
    decompress: false,
  } as RequestInit);
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** A small file has less that comes again. */
const SMALL_BYTES = 16_000;

describe.each([...portalFiles.keys(), "/openapi.json"])("%s", (path) => {
  test.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br;q=0.5", "br"],
    ["gzip", "gzip"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["gzip;q=0.001, br;q=0.000", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["identity", null],
    ["br;q=0, gzip;q=0", null],
    ["deflate", null],
  ] as const)("Accept-Encoding %s", async (accepted, encoding) => {
    const plain = await raw(path, { "accept-encoding": "identity" });
    const { status, headers, bytes } = await raw(path, { "accept-encoding": accepted });
    expect(status).toBe(200);
    expect(headers.get("content-encoding")).toBe(encoding);
    expect(headers.get("vary")).toBe("Accept-Encoding");
    const decoded =
      encoding === "br"
        ? brotliDecompressSync(bytes)
        : encoding === "gzip"
          ? gunzipSync(bytes)
          : bytes;
    expect(Buffer.from(decoded).equals(Buffer.from(plain.bytes))).toBe(true);
    const share = plain.bytes.length > SMALL_BYTES ? 3 : 1;
    if (encoding !== null) expect(bytes.length).toBeLessThan(plain.bytes.length / share);
  });

  test("whoever has this version gets no body, in each encoding; another one or another version does", async () => {
    for (const encoding of ["identity", "gzip", "br"]) {
      const first = await raw(path, { "accept-encoding": encoding });
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await raw(path, { "accept-encoding": encoding, "if-none-match": condition });
        expect(again.status).toBe(304);
        expect(again.bytes.length).toBe(0);
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("cache-control")).toBe("no-cache");
        const policy = "content-security-policy";
        expect(again.headers.get(policy)).toBe(first.headers.get(policy));
        expect(again.headers.get("zp-rid")).not.toBeNull();
      }
      expect(
        (await raw(path, { "accept-encoding": encoding, "if-none-match": '"other"' })).status,
      ).toBe(200);
    }
  });

  test("HEAD tells the version without the page", async () => {
    const { headers } = await raw(path, { "accept-encoding": "br" });
    const head = await raw(path, { "accept-encoding": "br" }, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get("etag")).toBe(headers.get("etag"));
  });
});

test("an answer with health data is never compressed or cached", async () => {
  const answer = await service().post(undefined, { headers: { "accept-encoding": "br" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("etag")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
