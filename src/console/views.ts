/**
 * What the console shows. Each view is a page and a JSON call with the same data: `/keys` and
 * `/api/keys`.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { AUDIT_OUTCOMES } from "../operator/audit.ts";
import { requireClient } from "../operator/clients.ts";
import { parseInstant } from "../operator/time.ts";
import type { AuditFilter } from "../store/records.ts";
import {
  CORPUS_STATUS,
  diffCommand,
  MODELS_LIST,
  replayCommand,
  requireRowId,
  STORAGE,
} from "./allowed-commands.ts";
import type { AllowedCommand, Task } from "./command-runner.ts";
import type { ConsoleContext } from "./context.ts";
import { choiceField, textField } from "./fields.ts";
import { type ConsoleCall, isApi } from "./guard.ts";
import type { Page } from "./layout.ts";
import { auditPage, type TypedFilter } from "./pages/audit.ts";
import { checksPage } from "./pages/checks.ts";
import { consentPage, consentsPage } from "./pages/consent.ts";
import { corpusPage, diffPage } from "./pages/corpus.ts";
import { keysPage } from "./pages/keys.ts";
import { modelsPage } from "./pages/models.ts";
import { rowPage } from "./pages/row.ts";
import { storagePage } from "./pages/storage.ts";
import { taskPage } from "./pages/task.ts";
import { trafficPage } from "./pages/traffic.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { WINDOWS, type WindowName } from "./traffic.ts";

export interface View {
  path: string;
  /** Where its JSON is. */
  api: string;
  /** @returns the data, and the page that shows them */
  load(context: ConsoleContext, call: ConsoleCall): Promise<{ data: unknown; page(): Page }>;
}

function view<T>(
  path: string,
  read: (context: ConsoleContext, call: ConsoleCall) => Promise<T>,
  page: (data: T, call: ConsoleCall, context: ConsoleContext) => Page,
  api = `/api${path}`,
): View {
  return {
    path,
    api,
    async load(context, call) {
      const data = await read(context, call);
      return { data, page: () => page(data, call, context) };
    },
  };
}

/**
 * A view of what a command prints. A page shows how far it is; JSON waits for its end. The command
 * runs when nothing is known yet; a change asks for it again, and so does a call after a failure.
 */
function commandView(
  path: string,
  commandOf: (call: ConsoleCall) => AllowedCommand,
  page: (task: Task, call: ConsoleCall) => Page,
): View {
  return {
    path,
    api: `/api${path}`,
    async load({ commands }, call) {
      const command = commandOf(call);
      const latest = commands.latest(command.words);
      const again =
        isApi(call.request) && (latest?.state === "failed" || latest?.state === "stopped");
      const task = latest === null || again ? commands.start(command, call.session.actor) : latest;
      if (isApi(call.request)) await commands.whenEnded(task);
      return { data: task, page: () => page(task, call) };
    },
  };
}

function windowOf({ query }: ConsoleCall): WindowName {
  const name = query.get("window") ?? "1h";
  if (!Object.hasOwn(WINDOWS, name))
    throw new UsageError(
      `window is ${JSON.stringify(name)}: give ${Object.keys(WINDOWS).join(" or ")}`,
    );
  return name as WindowName;
}

function typedFilter({ query }: ConsoleCall): TypedFilter {
  const fields = new Map(query);
  const text = (name: string) => textField(fields, name);
  return {
    client: text("client"),
    outcome: text("outcome"),
    since: text("since"),
    until: text("until"),
    request_id: text("request_id"),
  };
}

function filterOf(call: ConsoleCall): AuditFilter {
  const typed = typedFilter(call);
  const before = call.query.get("before");
  return {
    client_id: typed.client === undefined ? undefined : requireClient(typed.client, "client"),
    outcome:
      typed.outcome === undefined
        ? undefined
        : choiceField(new Map(call.query), "outcome", AUDIT_OUTCOMES),
    since: typed.since === undefined ? undefined : parseInstant(typed.since, "since"),
    until: typed.until === undefined ? undefined : parseInstant(typed.until, "until"),
    request_id: typed.request_id,
    before_id: before === null ? undefined : requireRowId(before),
  };
}

function taskOf({ commands }: ConsoleContext, { params }: ConsoleCall): Task {
  const task = commands.find(params.id ?? "");
  if (task === null) throw new ConsoleRefusal(404, "this run is not known any more");
  return task;
}

export const VIEWS: readonly View[] = [
  view(
    "/",
    async ({ traffic }, call) => traffic.report(windowOf(call)),
    (data) => trafficPage(data),
    "/api/traffic",
  ),
  view(
    "/keys",
    ({ store }) => store.keys(),
    (keys, { session }) => keysPage(keys, session),
  ),
  view(
    "/consent",
    ({ store }) => store.consents(),
    (consents) => consentsPage(consents),
  ),
  view(
    "/consent/:client",
    ({ store }, { params }) => store.consent(requireClient(params.client ?? "", "client")),
    (consent, { session }) => consentPage(consent, session),
  ),
  view(
    "/audit",
    ({ store }, call) => store.rows(filterOf(call)),
    (rows, call) => auditPage(rows, typedFilter(call), call.session),
  ),
  view(
    "/audit/:id",
    ({ store }, { params }) => store.row(requireRowId(params.id ?? "")),
    (row, { session }, { commands }) =>
      rowPage(row, commands.latest(replayCommand(row.id).words), session),
  ),
  commandView(
    "/corpus",
    () => CORPUS_STATUS,
    (task, { session }) => corpusPage(task, session),
  ),
  commandView(
    "/corpus/diff",
    ({ query }) => diffCommand(query.get("from") ?? "", query.get("to") ?? ""),
    (task) => diffPage(task),
  ),
  commandView(
    "/models",
    () => MODELS_LIST,
    (task, { session }) => modelsPage(task, session),
  ),
  commandView(
    "/storage",
    () => STORAGE,
    (task, { session }) => storagePage(task, session),
  ),
  view(
    "/checks",
    async ({ commands }) => commands.list(),
    (runs, { session }, { now }) => checksPage(runs, session, now()),
  ),
  view(
    "/checks/runs/:id",
    async (context, call) => taskOf(context, call),
    (task, { session }, { now }) => taskPage(task, session, now()),
  ),
];
