/** A peer of a replay: a bare Elysia route that reads the body and answers the same bytes. */
import { Elysia } from "elysia";

const { text = "" } = (await Bun.stdin.json()) as Record<string, string>;
const app = new Elysia()
  .post("/v1/:tenant/recommendation", ({ body }) => (body === "" ? "" : text), { parse: "text" })
  .listen({ hostname: "127.0.0.1", port: 0 });
process.stdout.write(`${app.server?.url.origin}\n`);
