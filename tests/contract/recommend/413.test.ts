/**
 * POST recommendation → 413 in the documented envelope, with and without a Content-Length.
 *
 * @alone it holds large bodies
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { BODY_BYTES_MAX } from "../../../src/contract/limits.ts";
import { requestBody } from "../../support/payloads.ts";
import { type Answer, RECOMMENDATION, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });
const CHUNK_BYTES = 256 * 1024;

function expectTooLarge({ status, json }: Answer): void {
  expect(status).toBe(413);
  expect(Object.keys(json)).toEqual(["request_id", "trace_id", "error"]);
  expect(json.request_id).toBeNull();
  expect(json.error).toMatchObject({ code: "payload_too_large", details: null });
}

function padded(bytes: number): string {
  const text = JSON.stringify(requestBody({ padding: "" }));
  return text.replace('"padding":""', `"padding":"${"x".repeat(bytes - text.length)}"`);
}

test("a body of exactly the limit is read, one byte more is not", async () => {
  expect((await service().post(padded(BODY_BYTES_MAX))).status).toBe(200);
  expectTooLarge(await service().post(padded(BODY_BYTES_MAX + 1)));
});

test("a chunked body is counted while it is read", async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent > BODY_BYTES_MAX + CHUNK_BYTES) return controller.close();
      sent += CHUNK_BYTES;
      controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(0x20));
    },
  });
  const answer = await service().call("POST", RECOMMENDATION, {
    key: await service().issue(),
    headers: { "content-type": "application/json" },
    body,
  });
  expectTooLarge(answer);
});

test("an announced giant is refused before it is sent", async () => {
  const { port } = new URL(service().url);
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        `POST ${RECOMMENDATION} HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${service().key}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
      );
    });
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once("error", reject);
  });
  expect(reply).toStartWith("HTTP/1.1 413");
  expect(reply).toContain("payload_too_large");
});
