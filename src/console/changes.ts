/**
 * What can be changed from the console. Each change is a form of a page and a JSON call: `/keys`
 * and `/api/keys`. The functions behind them are those of the commands.
 * @module
 */
import { UsageError } from "../contract/error.ts";
import { requireClient, SLUGS } from "../operator/clients.ts";
import { parseDuration } from "../operator/time.ts";
import { ENVIRONMENTS } from "../store/records.ts";
import {
  CHECKS,
  CORPUS_STATUS,
  MODELS_LIST,
  replayCommand,
  rollbackCommand,
  STORAGE,
} from "./allowed-commands.ts";
import type { AllowedCommand } from "./command-runner.ts";
import type { ConsoleContext } from "./context.ts";
import { choiceField, textField } from "./fields.ts";
import type { ChangeCall } from "./guard.ts";
import type { Page } from "./layout.ts";
import { DEFAULT_GRACE, issuedPage } from "./pages/keys.ts";
import { ConsoleRefusal } from "./refusal.ts";

export interface ChangeResult {
  /** For a JSON call. */
  data: unknown;
  /** What was changed, for the log: an id, never a secret. */
  subject: string;
  /** What the next page says; null where that page shows it anyway. */
  notice: string | null;
  /** The next page, as a path or, where it must be shown once, as itself. */
  next: string | Page;
}

export interface Change {
  path: string;
  act(context: ConsoleContext, call: ChangeCall): Promise<ChangeResult>;
}

const STATES = ["provisioned", "active", "revoked"] as const;

function begin(command: AllowedCommand, next?: string) {
  return async ({ commands }: ConsoleContext, { session }: ChangeCall): Promise<ChangeResult> => {
    const task = commands.start(command, session.actor);
    return {
      data: task,
      subject: command.words.join(" "),
      notice: null,
      next: next ?? `/checks/runs/${task.id}`,
    };
  };
}

export const CHANGES: readonly Change[] = [
  {
    path: "/keys",
    async act({ store }, { fields }) {
      const lifetime = textField(fields, "expires_in");
      const expires_in_ms =
        lifetime === undefined ? undefined : parseDuration(lifetime, "expires_in");
      if (expires_in_ms === 0) throw new UsageError("expires_in must be longer than zero");
      const issued = await store.issue({
        tenant: choiceField(fields, "tenant", SLUGS),
        environment: choiceField(fields, "environment", ENVIRONMENTS),
        label: textField(fields, "label"),
        expires_in_ms,
      });
      const { consent_state } = await store.consent(issued.client_id);
      return {
        data: { ...issued, consent_state },
        subject: issued.key_id,
        notice: null,
        next: issuedPage(issued, consent_state),
      };
    },
  },
  {
    path: "/keys/:id/rotate",
    async act({ store }, { params, fields }) {
      const grace = textField(fields, "grace") ?? DEFAULT_GRACE;
      const issued = await store.rotate(params.id ?? "", parseDuration(grace, "grace"));
      const { consent_state } = await store.consent(issued.client_id);
      return {
        data: { ...issued, replaces: params.id, consent_state },
        subject: issued.key_id,
        notice: null,
        next: issuedPage(issued, consent_state),
      };
    },
  },
  {
    path: "/keys/:id/revoke",
    async act({ store }, { params }) {
      const record = await store.revoke(params.id ?? "");
      return {
        data: record,
        subject: record.key_id,
        notice: `The key ${record.key_id} of ${record.client_id} is revoked.`,
        next: "/keys",
      };
    },
  },
  {
    path: "/consent/:client",
    async act({ store }, { params, fields, session }) {
      const client_id = requireClient(params.client ?? "", "client");
      const state = choiceField(fields, "state", STATES);
      const reason = textField(fields, "reason");
      const consent = await store.changeConsent(client_id, state, session.actor, reason);
      return {
        data: consent,
        subject: `${client_id} ${state}`,
        notice: `Consent of ${client_id} is ${consent.consent_state.replaceAll("_", " ")}.`,
        next: `/consent/${client_id}`,
      };
    },
  },
  {
    path: "/audit/:id/replay",
    act: (context, call) =>
      begin(replayCommand(call.params.id ?? ""), `/audit/${call.params.id}`)(context, call),
  },
  {
    path: "/corpus/rollback",
    act: (context, call) =>
      begin(rollbackCommand(textField(call.fields, "version") ?? ""))(context, call),
  },
  { path: "/corpus/read", act: begin(CORPUS_STATUS, "/corpus") },
  { path: "/models/read", act: begin(MODELS_LIST, "/models") },
  { path: "/storage/read", act: begin(STORAGE, "/storage") },
  ...Object.entries(CHECKS).map(([name, command]) => ({
    path: `/checks/${name}`,
    act: begin(command),
  })),
  {
    path: "/checks/runs/:id/stop",
    async act({ commands }, { params }) {
      const task = commands.find(params.id ?? "");
      if (task === null) throw new ConsoleRefusal(404, "this run is not known any more");
      commands.stop(task);
      return {
        data: task,
        subject: task.words.join(" "),
        notice: null,
        next: `/checks/runs/${task.id}`,
      };
    },
  },
];
