/**
 * The routes of the console. Nothing else is served: a path is looked up and never read as a file.
 * @module
 */
import { Elysia } from "elysia";
import { asset } from "./assets.ts";
import { CHANGES, type Change, type ChangeResult } from "./changes.ts";
import type { ConsoleContext } from "./context.ts";
import { type ChangeCall, change, isApi, open, read } from "./guard.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { jsonResponse, refusalAsJson, refusalAsPage, refusalAtSignIn, show } from "./replies.ts";
import { SESSION_MS } from "./sessions.ts";
import { signIn, signOut } from "./sign-in.ts";
import { VIEWS } from "./views.ts";

/** More is cut off at the socket; a change has at most a quarter of it. */
const BODY_BYTES_MAX = 64 * 1024;
const IDLE_TIMEOUT_SECONDS = 60;
const SEE_OTHER = 303;
const NOTHING = "there is nothing here";

/** Bodies are read by the guard, within limits, once it is known who asks. */
const UNREAD = { parse: "none" } as const;

function bareApp() {
  return new Elysia({
    normalize: false,
    strictPath: true,
    serve: {
      maxRequestBodySize: BODY_BYTES_MAX,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      reusePort: false,
      development: false,
      error: () => new Response("a fault of the program", { status: 500 }),
    },
  });
}

type ConsoleApp = ReturnType<typeof bareApp>;

export function createConsoleApp(context: ConsoleContext): ConsoleApp {
  const refusePage = refusalAsPage(context);
  const app = bareApp();
  app
    .onError({ as: "global" }, ({ request, code, error }) =>
      open(context, request, isApi(request) ? refusalAsJson : refusePage, () => {
        if (code !== "NOT_FOUND") throw error;
        throw new ConsoleRefusal(404, NOTHING);
      }),
    )
    .get("/login", ({ request }) =>
      open(context, request, refusalAtSignIn, () => signIn(context, request)),
    )
    .post(
      "/logout",
      ({ request }) =>
        change(context, request, refusePage, {}, async () => signOut(context, request)),
      UNREAD,
    )
    .get("/assets/:name", ({ request, params }) =>
      open(context, request, refusePage, () => {
        const found = asset(params.name);
        if (found === null) throw new ConsoleRefusal(404, NOTHING);
        return found;
      }),
    )
    .get("/api/session", ({ request }) =>
      read(context, request, refusalAsJson, {}, async ({ session: { actor, csrf, opened_ms } }) =>
        jsonResponse({ actor, csrf, ends_at: new Date(opened_ms + SESSION_MS).toISOString() }),
      ),
    );
  mountViews(app, context);
  mountChanges(app, context);
  return app;
}

function mountViews(app: ConsoleApp, context: ConsoleContext): void {
  const refusePage = refusalAsPage(context);
  for (const { path, api, load } of VIEWS) {
    app.get(path, ({ request, params }) =>
      read(context, request, refusePage, params, async (call) =>
        show(context, (await load(context, call)).page(), call.session),
      ),
    );
    app.get(api, ({ request, params }) =>
      read(context, request, refusalAsJson, params, async (call) =>
        jsonResponse((await load(context, call)).data),
      ),
    );
  }
}

function mountChanges(app: ConsoleApp, context: ConsoleContext): void {
  const refusePage = refusalAsPage(context);
  for (const each of CHANGES) {
    app.post(
      each.path,
      ({ request, params }) =>
        change(context, request, refusePage, params, async (call) => {
          const { notice, next } = await perform(context, each, call);
          if (typeof next !== "string") return show(context, next, call.session);
          if (notice !== null) call.session.note = { kind: "done", text: notice };
          return new Response(null, { status: SEE_OTHER, headers: { location: next } });
        }),
      UNREAD,
    );
    app.post(
      `/api${each.path}`,
      ({ request, params }) =>
        change(context, request, refusalAsJson, params, async (call) =>
          jsonResponse((await perform(context, each, call)).data),
        ),
      UNREAD,
    );
  }
}

async function perform(
  context: ConsoleContext,
  { path, act }: Change,
  call: ChangeCall,
): Promise<ChangeResult> {
  const done = await act(context, call);
  const by = call.session.actor;
  context.options.logger.info({ by, change: path, subject: done.subject }, "console change");
  return done;
}
