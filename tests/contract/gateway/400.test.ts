/**
 * 400: a request with two Host headers. What the server's own parser refuses has a status and no
 * body.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { type TestService, useService } from "../support/service.ts";

const service = useService({ beforeAll, afterAll });

function send(
  own: TestService,
  lines: readonly string[],
): Promise<{ status: number; body: string; head: string }> {
  const { hostname, port } = new URL(own.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join("\r\n")}\r\n\r\n`),
    );
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), body, head });
    });
  });
}

test.each([
  ["two names", ["Host: a.example", "Host: b.example"]],
  ["the same name twice", ["Host: a.example", "host: a.example"]],
  ["a list", ["Host: a.example, b.example"]],
])("Host: %s", async (_, hosts) => {
  const { status, body, head } = await send(service(), [
    "GET /v1/health HTTP/1.1",
    ...hosts,
    "Connection: close",
  ]);
  expect(status).toBe(400);
  expect(head.toLowerCase()).toContain("content-type: application/problem+json");
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({
    title: "Bad Request",
    status: 400,
    detail: "Ambiguous Host Header",
  });
  expect(body).not.toContain("example");
});

test.each([
  ["no Host", 400, ["GET /v1/health HTTP/1.1"]],
  [
    "a length and chunks",
    400,
    [
      "POST /v1/oura/recommendation HTTP/1.1",
      "Host: a",
      "Content-Length: 3",
      "Transfer-Encoding: chunked",
    ],
  ],
  ["a head of 20 KB", 431, ["GET /v1/health HTTP/1.1", "Host: a", `X-Long: ${"a".repeat(20_000)}`]],
  ["another version", 505, ["GET /v1/health HTTP/3.0", "Host: a"]],
])(
  "%s is refused by the parser: %i, the connection closed, no body",
  async (_, expected, lines) => {
    const { status, body, head } = await send(service(), lines);
    expect([status, body]).toEqual([expected, ""]);
    expect(head.toLowerCase()).toContain("connection: close");
  },
);
