/**
 * Records the examples of the API document: the bodies that a real service sends, with the shipped
 * models and corpus where they are answers. To be run when answers or bodies have changed.
 */
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { requestExample, requestWithoutQuestion } from "../../src/contract/openapi/request.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import type { EngineHost, EngineLease } from "../../src/origin/engine-host.ts";
import { readyEngine } from "../../src/service/engine.ts";
import { openCorpus } from "../../src/service/runtime.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { dayBefore, nightRecord, nights } from "../support/payloads.ts";
import {
  AT_RECORDING,
  RECORDED_DAY,
  type Recorded,
  recordedBody,
  recordRefusals,
  settled,
} from "./support/recorded.ts";
import { testService } from "./support/service.ts";

const FOLDER = join(import.meta.dir, "../../src/contract/openapi/examples");
const DAYS_STALE = 12;
const JSON_BODY = { "content-type": "application/json" };
const permissive = (query: string) => ({ safety_mode: "permissive", query });

/** The morning after the newest day of the requests that stand as examples. */
const EXAMPLES_AT = Date.parse("2026-04-05T08:05:54.023Z");

/** What each request has other than the usual one. */
const ANSWERS: Readonly<Record<string, object>> = {
  insufficient_signal: { oura: { sleep: [nightRecord({ day: RECORDED_DAY, hrv: null })] } },
  below_platform_threshold: { query: "How do I adjust the gears of my bicycle?" },
  below_client_threshold: { minimum_confidence: 0.95 },
  urgent_support: permissive("I have chest pain and cannot breathe, what should I do?"),
  seek_medical_advice: permissive("Should I take ibuprofen for my cramps?"),
  unsupported_language: { query: "¿Por qué duermo tan mal antes de la regla?" },
  thin_evidence: { query: "Do isoflavones help with hot flashes?" },
  stale_signals: { oura: { sleep: nights(dayBefore(RECORDED_DAY, DAYS_STALE)) } },
  timezone_offset_mismatch: { timezone: "America/New_York" },
  unmapped_persona: {
    query: "Why do I sleep so badly and what can I do about it?",
    user_context: { cycle_phase: "luteal", cycle_day: 22, life_stage: "postmenopause" },
  },
  non_uuid_request_id: { request_id: "order-1842" },
};

async function recordAnswers(engineHost: EngineHost): Promise<Recorded> {
  const bodies: Recorded = {};
  for (const [name, changes] of Object.entries(ANSWERS)) {
    // Each has a service of its own, because all but one have the same request_id.
    const service = await testService({ ...AT_RECORDING, engineHost });
    bodies[name] = settled((await service.post(recordedBody(changes))).json);
    await service.stop();
  }
  return bodies;
}

/** The answers to the requests that stand as examples, by tenant. */
async function recordOwnAnswers(engineHost: EngineHost): Promise<Record<string, Recorded>> {
  const service = await testService({ now: () => EXAMPLES_AT, engineHost });
  const bodies: Record<string, Recorded> = {};
  for (const tenant of TENANTS) {
    const key = await service.issue({ tenant: tenant.slug });
    const path = OPERATIONS.recommend.path.replace("{tenant}", tenant.slug);
    const ask = async (body: object) => {
      const sent = { key, body: JSON.stringify(body), headers: JSON_BODY };
      return settled((await service.call("POST", path, sent)).json);
    };
    bodies[tenant.slug] = {
      answered: await ask(requestExample(tenant)),
      answered_without_question: await ask(requestWithoutQuestion(tenant)),
    };
  }
  await service.stop();
  return bodies;
}

const folder = temporaryFolder("examples");
const corpus = await openCorpus({ dataDir: folder.path, inferenceThreads: 1 });
const held: EngineLease = { ...readyEngine(corpus), during: (work) => work() };
const engineHost: EngineHost = { current: () => held, missing: () => null };
const answers = await recordAnswers(engineHost);
const ownAnswers = await recordOwnAnswers(engineHost);
await corpus.close();
folder.remove();
await Bun.write(join(FOLDER, "answers.json"), JSON.stringify(answers));
await Bun.write(join(FOLDER, "own-answers.json"), JSON.stringify(ownAnswers));
await Bun.write(join(FOLDER, "refusals.json"), JSON.stringify(await recordRefusals()));
const biome = join(import.meta.dir, "../../node_modules/@biomejs/biome/bin/biome");
const { exitCode } = Bun.spawnSync([process.execPath, biome, "format", "--write", FOLDER], {
  stdio: ["ignore", "inherit", "inherit"],
});
process.exit(exitCode);
