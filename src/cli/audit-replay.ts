/**
 * `audit replay`: rebuilds a recorded answer from its stored features and compares it byte for
 * byte.
 */
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { UserContext } from "../contract/request.ts";
import { WARNINGS, type Warning } from "../contract/response.ts";
import { scenarioNamed } from "../contract/scenario.ts";
import type { ReadyEngine } from "../origin/engine-host.ts";
import { renderResponse } from "../origin/response.ts";
import { scenarioResult } from "../origin/sandbox.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import type { AuditRow } from "../store/records.ts";
import { defineCommand } from "./command.ts";
import { printJson, printLine } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";
import { withStore } from "./with-store.ts";

function isWarning(text: string): text is Warning {
  return WARNINGS.some((warning) => warning === text);
}

/**
 * Rebuilds the row's answer.
 * @returns whether it is byte-equal to the recorded one
 * @throws OperatorError where model or corpus differ: these may rightly give another answer, so a
 *   comparison would prove nothing
 */
export async function replayRow(row: AuditRow, used: ReadyEngine): Promise<boolean> {
  for (const member of ["model_version", "corpus_version"] as const) {
    if (row[member] !== used[member]) {
      throw new OperatorError(
        `row ${row.id} was made with ${member} ${row[member]}, in use is ${used[member]}: replay it with that version`,
      );
    }
  }
  const { context, signals, minimum_confidence, warnings, scenario } = row.signals;
  if (!Value.Check(UserContext, context)) {
    throw new OperatorError(
      `row ${row.id} holds no usable user context: see phasewise audit verify`,
    );
  }
  const features = { query: row.query, context, signals, minimum_confidence };
  const result =
    scenario === undefined
      ? await used.engine.recommend(features)
      : scenarioResult(scenarioNamed(scenario).outcome, features, used.corpus_version);
  const response = renderResponse({
    request_id: row.request_id,
    trace_id: row.trace_id,
    served_at: row.served_at,
    model_version: row.model_version,
    result,
    extra_warnings: warnings.filter(isWarning),
  });
  return response === row.response;
}

export const auditReplay = defineCommand({
  name: "audit replay",
  summary: "rebuilds a row's response and compares it byte by byte; exit 1 where it differs",
  positionals: ["ROW_ID"],
  settings: [...STATE_SETTINGS, "inferenceThreads"],
  options: PROGRESS_OPTION,
  run({ settings, options, positionals, json }) {
    const id = positionals[0] ?? "";
    const progress = startProgress(options.progress === true);
    return withStore(settings, async ({ audit }) => {
      const row = await audit.get(id);
      if (row === null) {
        throw new OperatorError(
          `no audit row ${JSON.stringify(id)}: phasewise audit list shows the ids`,
        );
      }
      if (row.response === null) {
        throw new OperatorError(
          `row ${id} was erased: its question, signals and response are gone, so nothing can be rebuilt`,
        );
      }
      if (row.signals.query_stored === false) {
        throw new OperatorError(
          `the question of row ${id} was not stored (--store-query none), so its response cannot be rebuilt`,
        );
      }
      progress.show("loading the models and the corpus", true);
      const { openEngine } = await import("../service/engine.ts");
      const opened = await openEngine(settings, row.corpus_version);
      try {
        progress.show("rebuilding the answer", true);
        const byte_equal = await replayRow(row, opened);
        progress.end();
        if (json) printJson({ id, byte_equal });
        if (!byte_equal)
          throw new OperatorError(
            `the rebuilt response of row ${id} differs from the recorded one`,
          );
        if (!json) printLine(`the rebuilt response of row ${id} is byte-equal to the recorded one`);
        return 0;
      } finally {
        progress.end();
        await opened.close();
      }
    });
  },
});
