/**
 * `audit list|export|verify`: shows the served answers, exports them for billing, and checks the
 * chain.
 */
import { readFileSync } from "node:fs";
import { OperatorError, UsageError } from "../contract/error.ts";
import { AUDIT_OUTCOMES } from "../operator/audit.ts";
import { parseInstant, parseMonth } from "../operator/time.ts";
import { STATE_SETTINGS } from "../service/state.ts";
import { parseCheckpoint } from "../store/checkpoint.ts";
import type { AuditFilter, BillingRow, SignedCheckpoint } from "../store/records.ts";
import { choiceOption, countOption, textOption } from "./arguments.ts";
import { defineCommand, type Invocation } from "./command.ts";
import { csvLine } from "./csv.ts";
import { countWithNoun, printJson, printLine, printTable } from "./output.ts";
import { PROGRESS_OPTION, progressOf, startProgress } from "./progress.ts";
import { maintainStore, withStore } from "./with-store.ts";

/** Without --limit, people see the newest rows and `--json` gets all of them. */
const LIST_ROWS_DEFAULT = 20;

function filterOf(options: Invocation<never>["options"]): AuditFilter {
  const since = textOption(options, "since");
  const until = textOption(options, "until");
  const filter = {
    client_id: textOption(options, "client"),
    request_id: textOption(options, "request-id"),
    outcome:
      options.outcome === undefined ? undefined : choiceOption(options, "outcome", AUDIT_OUTCOMES),
    since: since === undefined ? undefined : parseInstant(since, "--since"),
    until: until === undefined ? undefined : parseInstant(until, "--until"),
  };
  if (filter.since !== undefined && filter.until !== undefined && filter.since >= filter.until) {
    throw new UsageError("--since must be before --until");
  }
  return filter;
}

export const auditList = defineCommand({
  name: "audit list",
  summary: "shows audit rows, newest last",
  settings: STATE_SETTINGS,
  options: {
    client: { value: "CLIENT_ID", help: "only this client's" },
    outcome: { value: AUDIT_OUTCOMES.join("|"), help: "only answers with this outcome" },
    "request-id": { value: "ID", help: "only the request with this request_id" },
    since: { value: "TIME", help: "served at or after this UTC day or instant" },
    until: { value: "TIME", help: "served before this UTC day or instant" },
    limit: {
      value: "N",
      help: `only the newest N; without it ${LIST_ROWS_DEFAULT}, with --json all`,
    },
  },
  run({ settings, options, json }) {
    const filter = filterOf(options);
    const limit = countOption(options, "limit");
    return withStore(settings, async ({ audit }) => {
      if (json) {
        const rows =
          limit === undefined ? audit.walk(filter) : await audit.list({ ...filter, limit });
        for await (const row of rows) printJson(row);
        return 0;
      }
      const newest = await audit.list({ ...filter, limit: limit ?? LIST_ROWS_DEFAULT });
      printTable(
        ["id", "served_at", "client_id", "outcome", "confidence", "request_id"],
        newest.map((row) => [
          row.id,
          row.served_at,
          row.client_id,
          row.outcome,
          row.confidence.value.toFixed(2),
          row.request_id,
        ]),
      );
      return 0;
    });
  },
});

/** One line is one billable unit. */
const BILLING_MEMBERS = [
  "id",
  "served_at",
  "client_id",
  "request_id",
  "trace_id",
  "outcome",
  "model_version",
  "corpus_version",
  "hash",
] as const satisfies readonly (keyof BillingRow)[];

export const auditExport = defineCommand({
  name: "audit export",
  summary: "writes the billing lines to stdout, oldest first; one line is one billable unit",
  settings: STATE_SETTINGS,
  options: {
    format: { value: "csv|ndjson", help: "the form of the lines" },
    month: { value: "YYYY-MM", help: "only this UTC month" },
    client: { value: "CLIENT_ID", help: "only this client's" },
  },
  run({ settings, options }) {
    const format = choiceOption(options, "format", ["csv", "ndjson"]);
    const month = textOption(options, "month");
    const filter: AuditFilter = {
      client_id: textOption(options, "client"),
      ...(month === undefined ? {} : parseMonth(month, "--month")),
    };
    return withStore(settings, async ({ audit }) => {
      if (format === "csv") printLine(csvLine(BILLING_MEMBERS));
      for await (const row of audit.bill(filter)) {
        if (format === "csv") printLine(csvLine(BILLING_MEMBERS.map((member) => row[member])));
        else printJson(Object.fromEntries(BILLING_MEMBERS.map((member) => [member, row[member]])));
      }
      return 0;
    });
  },
});

export const auditVerify = defineCommand({
  name: "audit verify",
  summary:
    "checks the hash chain, the ledger and sealed months; exit 1 names the first row or event that does not match",
  settings: STATE_SETTINGS,
  options: {
    checkpoint: {
      value: "FILE",
      help: "also checks that both chains pass through this checkpoint",
    },
    ...PROGRESS_OPTION,
  },
  run({ settings, options, json }) {
    const file = textOption(options, "checkpoint");
    const checkpoint = file === undefined ? undefined : readCheckpoint(file);
    return maintainStore(settings, async ({ audit }) => {
      const progress = startProgress(options.progress === true);
      const begun = performance.now();
      const verdict = await audit.verify(checkpoint, (rows, total) =>
        progress.show(progressOf("row", rows, total, performance.now() - begun)),
      );
      progress.end();
      const ok = !("broken" in verdict);
      if (json) printJson({ ok, ...verdict });
      if ("broken" in verdict) {
        throw new OperatorError(
          `audit chain broken at ${verdict.part} ${verdict.broken} after ${countWithNoun(verdict.rows, "good row")}: ${verdict.why}`,
        );
      }
      if (!json)
        printLine(`audit chain holds: ${countWithNoun(verdict.rows, "row")}, head ${verdict.head}`);
      return 0;
    });
  },
});

function readCheckpoint(path: string): SignedCheckpoint {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new OperatorError(`cannot read the checkpoint ${path}`);
  }
  return parseCheckpoint(text, path);
}
