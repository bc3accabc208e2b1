/** Runs one fault against the built executable, and tells what was seen. */
import { join } from "node:path";
import { temporaryFolder } from "../../../scripts/support/temporary-folder.ts";
import { run } from "../../support/program.ts";
import { freshBody } from "../load.ts";
import type { Fault, Scene, Seen, Started, Told } from "./fault.ts";
import { movedMetrics, tally, untilReady, warnings, watchReadiness } from "./watch.ts";

const CALLERS = 2;
/** After an answer that was none; callers that are told `Retry-After` wait longer. */
const PAUSE_MS = 200;
const REPLAY_EVERY_MS = 300;
const ANSWER_MS_MAX = 20_000;
const MENDED_MS_MAX = 60_000;
const MS_PER_SECOND = 1_000;

/** Asks once; what was answered with 200 is noted by its request. */
async function ask(
  { service, headers }: Started,
  body: string,
  answered: Set<string>,
): Promise<Told> {
  const started = performance.now();
  try {
    const response = await fetch(`${service.url}/v1/oura/recommendation`, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    await response.arrayBuffer();
    if (response.status === 200) answered.add(JSON.parse(body).request_id);
    return { status: response.status, ms: performance.now() - started };
  } catch {
    return { status: 0, ms: performance.now() - started };
  }
}

/** @throws Error where the chain is broken, or an answer that a caller has is not recorded once */
async function requireRecorded(
  { command, dataDir }: Started,
  answered: ReadonlySet<string>,
): Promise<void> {
  const verdict = await run([...command, "audit", "verify", "--data-dir", dataDir]);
  if (verdict.code !== 0) throw new Error(verdict.stderr || verdict.stdout);
  const words = ["audit", "list", "--json", "--limit", "1000000", "--data-dir", dataDir];
  const rows = (await run([...command, ...words])).stdout.split("\n").filter(Boolean);
  const ids = rows.map((row) => (JSON.parse(row) as { request_id: string }).request_id);
  if (new Set(ids).size !== ids.length) throw new Error("a request has two rows");
  const lost = [...answered].filter((id) => !ids.includes(id));
  if (lost.length > 0) throw new Error(`answers without a row: ${lost.join(", ")}`);
}

/** @throws Error where it was not mended, or an answer and its row do not agree */
export async function runFault(fault: Fault): Promise<Seen> {
  const folder = temporaryFolder("fault");
  const answered = new Set<string>();
  const told = new Map<string, Told[]>();
  const remarks: string[] = [];
  let output = "";
  /** What its start says belongs to no fault. */
  let shown = 0;
  let started = await fault.start(join(folder.path, "data"), folder.path);
  try {
    const tell = (who: string, more: readonly Told[]) =>
      told.set(who, [...(told.get(who) ?? []), ...more]);
    const again = freshBody();
    const first = await ask(started, again, answered);
    if (first.status !== 200) throw new Error(`before the fault: status ${first.status}`);
    shown = started.service.output().length;
    const watch = watchReadiness(() => started.service.url);
    const scene: Scene = {
      ...started,
      folder: folder.path,
      tell,
      remark: (text) => remarks.push(text),
      async load(seconds) {
        const end = performance.now() + seconds * MS_PER_SECOND;
        const caller = async (who: string, body: () => string, pauseMs: number) => {
          while (performance.now() < end) {
            const one = await ask(started, body(), answered);
            tell(who, [one]);
            await Bun.sleep(one.status === 200 ? pauseMs : Math.max(pauseMs, PAUSE_MS));
          }
        };
        await Promise.all([
          ...Array.from({ length: CALLERS }, () => caller("first answers", freshBody, 0)),
          caller("replays", () => again, REPLAY_EVERY_MS),
        ]);
      },
      async restart() {
        output += scene.service.output().slice(shown);
        started = await fault.start(join(folder.path, "data"), folder.path);
        scene.service = started.service;
        shown = started.service.output().length;
      },
    };
    await fault.strike(scene);
    await untilReady(started.service.url, MENDED_MS_MAX);
    const after = await ask(started, freshBody(), answered);
    if (after.status !== 200) throw new Error(`after the fault: status ${after.status}`);
    const metrics = await movedMetrics(started.service.url);
    const readiness = await watch.end();
    await requireRecorded(started, answered);
    const code = await started.service.stop();
    if (code !== 0) throw new Error(`it ended with exit code ${code}`);
    output += started.service.output().slice(shown);
    const said = [...warnings(output), ...metrics, ...remarks];
    return {
      fault,
      callers: [...told].map(([who, each]) => `${who}: ${tally(each)}`).join("; "),
      told: said.length === 0 ? "nothing" : said.join(", "),
      readiness,
    };
  } finally {
    started.service.signal("SIGKILL");
    await started.service.exited;
    folder.remove();
  }
}
