/**
 * What the console shows. Each view is a page and a JSON call with the same data: `/keys` and
 * `/api/keys`.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { AUDIT_OUTCOMES } from "../operator/audit.ts";
import { requireClient } from "../operator/clients.ts";
import { parseInstant } from "../operator/time.ts";
import type { AuditFilter } from "../store/types.ts";
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
import { type Asked, isApi } from "./guard.ts";
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
import { Refused } from "./refused.ts";
import { WINDOWS, type WindowName } from "./traffic.ts";

export interface View {
  path: string;
  /** Where its JSON is. */
  api: string;
  /** @returns the data, and the page that shows them */
  look(context: ConsoleContext, asked: Asked): Promise<{ data: unknown; page(): Page }>;
}

function view<T>(
  path: string,
  read: (context: ConsoleContext, asked: Asked) => Promise<T>,
  page: (data: T, asked: Asked, context: ConsoleContext) => Page,
  api = `/api${path}`,
): View {
  return {
    path,
    api,
    async look(context, asked) {
      const data = await read(context, asked);
      return { data, page: () => page(data, asked, context) };
    },
  };
}

/**
 * A view of what a command prints. A page shows how far it is; JSON waits for its end. The command
 * runs when nothing is known yet; a change asks for it again, and so does a call after a failure.
 */
function commanded(
  path: string,
  commandOf: (asked: Asked) => AllowedCommand,
  page: (task: Task, asked: Asked) => Page,
): View {
  return {
    path,
    api: `/api${path}`,
    async look({ commands }, asked) {
      const command = commandOf(asked);
      const known = commands.latest(command.words);
      const again =
        isApi(asked.request) && (known?.state === "failed" || known?.state === "stopped");
      const task = known === null || again ? commands.start(command, asked.session.actor) : known;
      if (isApi(asked.request)) await commands.ended(task);
      return { data: task, page: () => page(task, asked) };
    },
  };
}

function windowOf({ query }: Asked): WindowName {
  const name = query.get("window") ?? "1h";
  if (!Object.hasOwn(WINDOWS, name))
    throw new UsageError(
      `window is ${JSON.stringify(name)}: give ${Object.keys(WINDOWS).join(" or ")}`,
    );
  return name as WindowName;
}

function typedFilter({ query }: Asked): TypedFilter {
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

function filterOf(asked: Asked): AuditFilter {
  const typed = typedFilter(asked);
  const before = asked.query.get("before");
  return {
    client_id: typed.client === undefined ? undefined : requireClient(typed.client, "client"),
    outcome:
      typed.outcome === undefined
        ? undefined
        : choiceField(new Map(asked.query), "outcome", AUDIT_OUTCOMES),
    since: typed.since === undefined ? undefined : parseInstant(typed.since, "since"),
    until: typed.until === undefined ? undefined : parseInstant(typed.until, "until"),
    request_id: typed.request_id,
    before_id: before === null ? undefined : requireRowId(before),
  };
}

function taskOf({ commands }: ConsoleContext, { params }: Asked): Task {
  const task = commands.find(params.id ?? "");
  if (task === null) throw new Refused(404, "this run is not known any more");
  return task;
}

export const VIEWS: readonly View[] = [
  view(
    "/",
    async ({ traffic }, asked) => traffic.look(windowOf(asked)),
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
    ({ store }, asked) => store.rows(filterOf(asked)),
    (rows, asked) => auditPage(rows, typedFilter(asked), asked.session),
  ),
  view(
    "/audit/:id",
    ({ store }, { params }) => store.row(requireRowId(params.id ?? "")),
    (row, { session }, { commands }) =>
      rowPage(row, commands.latest(replayCommand(row.id).words), session),
  ),
  commanded(
    "/corpus",
    () => CORPUS_STATUS,
    (task, { session }) => corpusPage(task, session),
  ),
  commanded(
    "/corpus/diff",
    ({ query }) => diffCommand(query.get("from") ?? "", query.get("to") ?? ""),
    (task) => diffPage(task),
  ),
  commanded(
    "/models",
    () => MODELS_LIST,
    (task, { session }) => modelsPage(task, session),
  ),
  commanded(
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
    async (context, asked) => taskOf(context, asked),
    (task, { session }, { now }) => taskPage(task, session, now()),
  ),
];
