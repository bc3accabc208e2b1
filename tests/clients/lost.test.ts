/**
 * Guarantee: a connection that is lost at the head or in the body is another try, and a refusal
 * without a body is an answer, in the samples of the portal and in both clients.
 *
 * @slow it starts programs
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT, PYTHON_CLIENT } from "./support.ts";

const HAS_PYTHON = Bun.which("python3") !== null;
if (!HAS_PYTHON) process.stderr.write("python3 is not installed: its tests are skipped\n");

const folder = mkdtempSync(join(tmpdir(), "phasewise-lost-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CUT = "Content-Type: application/json\r\nContent-Length: 99\r\nConnection: close\r\n\r\n{";
const WHOLE = '{"tenant_id":"sandbox-oura"}';
/** Programs of other tests may still ask the port of a server of theirs that is gone. */
const KEY = crypto.randomUUID();
/** What a connection gets before it is closed. */
const REPLIES = {
  nothing: "",
  cutAnswer: `HTTP/1.1 200 OK\r\n${CUT}`,
  cutRefusal: `HTTP/1.1 422 Unprocessable Content\r\n${CUT}`,
  emptyRefusal: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  answer: `HTTP/1.1 200 OK\r\nContent-Length: ${WHOLE.length}\r\nConnection: close\r\n\r\n${WHOLE}`,
};

/** Gives each connection that has the key the next reply, and closes it. */
function failing(...replies: (keyof typeof REPLIES)[]) {
  let asked = 0;
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, request) {
        if (!request.includes(KEY)) return void socket.end();
        const name = replies[asked++] ?? "answer";
        socket.end(REPLIES[name]);
      },
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked: () => asked,
    [Symbol.dispose]: () => server.stop(true),
  };
}

function sampleOf(language: string): string {
  const page = readFileSync(join(CLIENT, "../../docs/partners/retrying.md"), "utf8");
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";
}

async function run(file: string, program: string): Promise<string> {
  writeFileSync(join(folder, file), program);
  const command = file.endsWith(".py") ? "python3" : process.execPath;
  const { stdout, stderr } = Bun.spawn([command, join(folder, file)], {
    env: { ...process.env, PYTHONPATH: PYTHON_CLIENT, PYTHONDONTWRITEBYTECODE: "1" },
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([stdout, stderr].map((each) => new Response(each).text()));
  return `${out}${error}`.trim();
}

/** Programs that ask once and print what came, by the address that they ask. */
const SAMPLES: Record<string, (url: string) => string> = {
  ts: (url) =>
    `${sampleOf("ts")}
const { status, body } = await recommend("${url}/", "${KEY}", { request_id: "r" });
console.log(status, body === null ? "none" : body.tenant_id);`,
  py: (url) =>
    `${sampleOf("python")}
status, body = recommend("${url}/", "${KEY}", {"request_id": "r"})
print(status, "none" if body is None else body["tenant_id"])`,
};
const CLIENTS: Record<string, (url: string) => string> = {
  ts: (url) =>
    `import { PhasewiseClient } from "${CLIENT}/src/index.ts";
const client = new PhasewiseClient({ baseUrl: "${url}", apiKey: "${KEY}", tenant: "oura" });
console.log(await client.preflight().then((is) => is.tenant_id, (e) => e.constructor.name));`,
  py: (url) =>
    `from phasewise_client import *
try:
    print(PhasewiseClient("${url}", "${KEY}", "oura").preflight()["tenant_id"])
except PhasewiseError as error:
    print(type(error).__name__)`,
};

test.concurrent.skipIf(!HAS_PYTHON).each(["ts", "py"])("the sample in %s", async (language) => {
  using lost = failing("nothing", "cutAnswer", "cutRefusal");
  using refused = failing("emptyRefusal");
  const program = SAMPLES[language] ?? String;
  expect(await run(`sample.${language}`, program(lost.url))).toBe("200 sandbox-oura");
  expect(lost.asked()).toBe(4);
  expect(await run(`sample.${language}`, program(refused.url))).toBe("400 none");
});

test.concurrent.skipIf(!HAS_PYTHON).each(["ts", "py"])("the client in %s", async (language) => {
  using head = failing("nothing");
  using body = failing("cutAnswer");
  using refusal = failing("cutRefusal");
  using refused = failing("emptyRefusal");
  const program = CLIENTS[language] ?? String;
  for (const server of [head, body, refusal])
    expect(await run(`client.${language}`, program(server.url))).toBe("sandbox-oura");
  expect([head, body, refusal].map((server) => server.asked())).toEqual([2, 2, 2]);
  expect(await run(`client.${language}`, program(refused.url))).toBe("UnexpectedAnswerError");
});
