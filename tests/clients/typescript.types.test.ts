/**
 * Guarantee: a strict program that sends a vendor's records as they are compiles against the
 * client's types, and one with wrong words does not.
 *
 * @slow it takes seconds
 */
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT, compile, frame, installClient, vendorRecords, writeFiles } from "./support.ts";

const STRICT = {
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ES2022", "DOM"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  resolveJsonModule: true,
  noEmit: true,
};

/** The records as a literal and as a file, which has text where the contract has words. */
function program(slug: string, literal: string): string {
  const member = JSON.stringify(slug);
  const asked = JSON.stringify(frame()).slice(1, -1);
  return `import { PhasewiseClient } from "phasewise-client";
import record from "./${slug}.json";
const client = new PhasewiseClient({ baseUrl: "", apiKey: "", tenant: ${member} });
await client.recommend({ ${asked}, ${member}: ${literal} });
await client.recommend({ ${asked}, ${member}: record });
// @ts-expect-error the tenant's payload is required
await client.recommend({ ${asked} });
// @ts-expect-error a phase that there is not
await client.recommend({ ${asked.replace('"luteal"', '"late luteal"')}, ${member}: record });
`;
}

const READING = `import { type Citation, PhasewiseClient, PhasewiseError, ServiceError } from "phasewise-client";
/** As an SDK declares it: an interface, which has no index. */
interface SleepDocument { id: string; day: string; score: number | null; average_hrv: number | null }
declare const sleep: SleepDocument[];
const client = new PhasewiseClient({ baseUrl: "", apiKey: "", tenant: "oura" });
const asked = {
  timezone: "Europe/Madrid", safety_mode: "strict", minimum_confidence: 0.5,
  user_context: { cycle_phase: "luteal", cycle_day: 21, life_stage: "reproductive" },
} as const;
try {
  const answer = await client.recommend({ ...asked, oura: { sleep } }, { scenario: "served" });
  if (answer.outcome === "served") {
    const text: string = answer.recommendation;
    const sources: Citation[] = answer.citations;
    // @ts-expect-error a text has no reason
    const reason: string = answer.suppression_reason;
    void [text, sources, reason];
  } else if (answer.suppression_reason === "insufficient_signal") {
    const none: null = answer.recommendation;
    void none;
  }
  if (answer.warnings.includes("urgent_support") || answer.warnings.includes("one_of_tomorrow")) {}
  // @ts-expect-error a scenario that there is not
  await client.recommend({ ...asked, oura: { sleep } }, { scenario: "saved" });
  // @ts-expect-error another tenant's payload
  await client.recommend({ ...asked, polar: { nights: [] } });
} catch (error) {
  if (error instanceof ServiceError && error.code === "out_of_scope") void error.categories;
  else if (error instanceof ServiceError && error.code === "one_of_tomorrow") void error.traceId;
  else if (error instanceof PhasewiseError) void error.status;
}
`;

/** What the example of the README takes as given. */
const README_DECLARES = `declare const baseUrl: string, apiKey: string, sleep: { day: string }[];
declare function show(text: string, sources: object[]): void;
`;

test("a strict program compiles with the records of every tenant, and not with wrong words", () => {
  const [, readme = ""] =
    /```ts\n(.*?)```/s.exec(readFileSync(join(CLIENT, "README.md"), "utf8")) ?? [];
  expect(readme).toContain("client.recommend(");
  const folder = mkdtempSync(join(tmpdir(), "phasewise-client-types-"));
  try {
    installClient(folder);
    const files = vendorRecords().flatMap(({ slug, payload }) => {
      const text = JSON.stringify(payload, null, 1);
      return [
        [`${slug}.json`, text],
        [`${slug}.ts`, program(slug, text)],
      ];
    });
    expect(files.length).toBe(16);
    writeFiles(folder, {
      ...Object.fromEntries(files),
      "reading.ts": READING,
      "readme.ts": README_DECLARES + readme,
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({ compilerOptions: STRICT, include: ["*.ts"] }),
    });
    expect(compile(folder, ["--project", "."])).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 30_000);
