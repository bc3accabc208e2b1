/**
 * Guarantee: the Python client gives each documented outcome its class, tries again where the
 * contract says so, and passes the strict checks of mypy with the records of every tenant.
 *
 * @slow it starts programs
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCENARIOS, type Scenario } from "../../src/contract/scenario.ts";
import { useService } from "../contract/support/service.ts";
import { frame, PYTHON_CLIENT, vendorRecords, writeFiles } from "./support.ts";

const NEEDED = "import sys; sys.exit(sys.version_info < (3, 11))";

/** Whether a command is there and ends well. */
function works(command: readonly string[]): boolean {
  if (Bun.which(command[0] ?? "") === null) return false;
  return Bun.spawnSync([...command]).exitCode === 0;
}
const HAS_PYTHON = works(["python3", "-c", NEEDED]);
const HAS_MYPY = works(["mypy", "--version"]);
if (!HAS_PYTHON) process.stderr.write("Python 3.11 is not installed: its tests are skipped\n");
if (!HAS_MYPY) process.stderr.write("mypy is not installed: its test is skipped\n");

const service = useService({ beforeAll, afterAll });
const folder = mkdtempSync(join(tmpdir(), "phasewise-python-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function python(text: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = Bun.spawn(["python3", "-c", text], {
    env: { ...process.env, PYTHONPATH: PYTHON_CLIENT, PYTHONDONTWRITEBYTECODE: "1", ...env },
    stderr: "pipe",
  });
  return (await new Response(stdout).text()) || (await new Response(stderr).text());
}

/** As Python writes the arguments of a question. */
const QUESTION = Object.entries(frame())
  .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  .join(", ");
const [oura] = vendorRecords();

const PROGRAM = `
import json, os
from concurrent.futures import ThreadPoolExecutor
from phasewise_client import *
given = json.loads(os.environ["GIVEN"])

def ask(scenario, attempts):
    client = PhasewiseClient(given["url"], given["keys"][scenario], "oura", attempts=attempts)
    try:
        answer = client.recommend(given["records"], ${QUESTION}, scenario=scenario)
    except PhasewiseError as error:
        kept = ("code", "categories", "status", "attempts")
        return {"is": type(error).__name__} | {name: getattr(error, name, None) for name in kept}
    reason = getattr(answer, "suppression_reason", None)
    return {"is": type(answer).__name__, "reason": reason, "warnings": answer.warnings,
            "replayed": answer.replayed, "attempts": answer.attempts}

with ThreadPoolExecutor(8) as pool:
    results = pool.map(lambda scenario: ask(scenario, 4 if "_once" in scenario else 1), given["keys"])
    print(json.dumps(dict(zip(given["keys"], results))))
`;

/**
 * What a client that tries once gets; one that tries again is served by a scenario of one refusal.
 */
function expectedOf({ status, outcome }: Scenario): object {
  if (outcome.kind === "answer") {
    const { suppression: reason, warnings, replay: replayed } = outcome;
    const is = reason === null ? "Served" : "Suppressed";
    return { is, reason, warnings, replayed, attempts: 1 };
  }
  const refused = { status, attempts: 1 };
  if (outcome.kind === "consent") return { is: "ConsentError", code: outcome.detail, ...refused };
  if (outcome.kind === "unknown") throw new Error("no documented scenario is unknown");
  if (outcome.once) return { is: "Served", reason: null, attempts: 2 };
  if (outcome.kind === "limit")
    return { is: "GatewayError", code: "Rate limit exceeded", ...refused };
  const { code, categories } = outcome;
  return { is: "ServiceError", code, categories, ...refused };
}

test.skipIf(!HAS_PYTHON)("each scenario of the sandbox has its class", async () => {
  const keys = await Promise.all(
    SCENARIOS.map(async ({ name }) => [name, await service().issue()] as const),
  );
  const given = { url: service().url, keys: Object.fromEntries(keys), records: oura?.payload };
  const results = JSON.parse(await python(PROGRAM, { GIVEN: JSON.stringify(given) }));
  expect(Object.keys(results)).toHaveLength(SCENARIOS.length);
  for (const scenario of SCENARIOS)
    expect({ [scenario.name]: results[scenario.name] }).toMatchObject({
      [scenario.name]: expectedOf(scenario),
    });
});

test.skipIf(!HAS_PYTHON)("a redirect is not followed; nobody there is no answer", async () => {
  await using elsewhere = Bun.serve({ port: 0, fetch: () => Response.json({}) });
  let asked = 0;
  await using server = Bun.serve({
    port: 0,
    fetch: () => {
      asked++;
      return Response.redirect(`http://127.0.0.1:${elsewhere.port}/`, 302);
    },
  });
  const said = await python(`
from phasewise_client import *
for port in (${server.port}, 1):
    try:
        PhasewiseClient(f"http://127.0.0.1:{port}", "k", "oura", attempts=1).preflight()
    except PhasewiseError as error:
        print(type(error).__name__, error.status, type(error.__cause__).__name__)
`);
  expect(said.trim().split("\n")).toEqual([
    "UnexpectedAnswerError 302 NoneType",
    "NoAnswerError None URLError",
  ]);
  expect(asked).toBe(1);
});

test.skipIf(!HAS_PYTHON)("an answer of a deprecated operation tells both dates", async () => {
  const headers = { deprecation: "@1796083200", sunset: "Mon, 01 Mar 2027 00:00:00 GMT" };
  const body = { recommendation: null, recommendation_confidence: 0 };
  await using server = Bun.serve({ port: 0, fetch: () => Response.json(body, { headers }) });
  const said = await python(`
from phasewise_client import *
client = PhasewiseClient("http://127.0.0.1:${server.port}", "k", "oura", attempts=1)
answer = client.recommend({}, ${QUESTION})
print(answer.deprecation, answer.sunset)
`);
  expect(said.trim()).toBe(`${headers.deprecation} ${headers.sunset}`);
});

/** Records as a literal and as a file has them, the README's example, and words that are wrong. */
function typedProgram(): string {
  const [, readme = ""] =
    /```python\n(.*?)```/s.exec(readFileSync(join(PYTHON_CLIENT, "README.md"), "utf8")) ?? [];
  const literals = vendorRecords().map(({ slug, payload }) => {
    const text = JSON.stringify(payload)
      .replaceAll(":null", ":None")
      .replaceAll(":true", ":True")
      .replaceAll(":false", ":False");
    return `PhasewiseClient("", "", "${slug}").recommend(${text}, ${QUESTION})`;
  });
  return `import json
from typing import Any, TypedDict
from phasewise_client import Citation, PhasewiseClient, ServiceError, Suppressed

class Sleep(TypedDict):
    day: str
    score: int

class Records(TypedDict):
    sleep: list[Sleep]

base_url, api_key = "", ""
sleep: list[Sleep] = []
def show(text: str, sources: list[Citation]) -> None: ...
def called() -> None:
    loaded: dict[str, Any] = json.loads("{}")
    typed: Records = {"sleep": []}
    PhasewiseClient("", "", "oura").recommend(loaded, ${QUESTION})
    PhasewiseClient("", "", "oura").recommend(typed, ${QUESTION})
    PhasewiseClient("", "", "ouro")  # type: ignore[arg-type]
    PhasewiseClient("", "", "oura").recommend(loaded, ${QUESTION.replace("luteal", "late")})  # type: ignore[typeddict-item]
    ${literals.join("\n    ")}
${readme}
if isinstance(answer, Suppressed):
    reason: str = answer.suppression_reason
`;
}

test.skipIf(!HAS_MYPY)(
  "mypy --strict accepts client and records",
  () => {
    writeFiles(folder, { "program.py": typedProgram() });
    const { stdout, stderr } = Bun.spawnSync(
      ["mypy", "--strict", "--python-version", "3.11", "-p", "phasewise_client", "-m", "program"],
      { cwd: folder, env: { ...process.env, MYPYPATH: `${PYTHON_CLIENT}:${folder}` } },
    );
    expect(`${stdout}${stderr}`.trim()).toStartWith("Success: no issues found");
  },
  60_000,
);
