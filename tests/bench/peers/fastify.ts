/**
 * A peer of a replay: Fastify that reads the body and answers from a Map of what it answered
 * before. It checks the key and finds the answer by its request, and does nothing else.
 */
import fastify from "fastify";

const { key, request_id, text } = (await Bun.stdin.json()) as Record<string, string>;
const keys = new Set([key]);
const answers = new Map([[request_id, text]]);

const app = fastify({ bodyLimit: 5 * 1024 * 1024 });
app.post("/v1/:tenant/recommendation", (request, reply) => {
  const credential = request.headers.authorization?.replace(/^ApiKey /, "");
  if (!keys.has(credential)) return reply.code(401).send();
  const { request_id: asked } = request.body as { request_id: string };
  return reply.type("application/json; charset=utf-8").send(answers.get(asked));
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
