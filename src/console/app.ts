/**
 * The routes of the console. Nothing else is served: a path is looked up and never read as a file.
 * @module
 */
import { Elysia } from "elysia";
import { asset } from "./assets.ts";
import { CHANGES, type Change, type Done } from "./changes.ts";
import type { ConsoleContext } from "./context.ts";
import { type Changing, change, isApi, open, read } from "./guard.ts";
import { Refused } from "./refused.ts";
import { jsonResponse, show, tellJson, tellLogin, tellPage } from "./replies.ts";
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
  const tell = tellPage(context);
  const app = bareApp();
  app
    .onError({ as: "global" }, ({ request, code, error }) =>
      open(context, request, isApi(request) ? tellJson : tell, () => {
        if (code !== "NOT_FOUND") throw error;
        throw new Refused(404, NOTHING);
      }),
    )
    .get("/login", ({ request }) =>
      open(context, request, tellLogin, () => signIn(context, request)),
    )
    .post(
      "/logout",
      ({ request }) => change(context, request, tell, {}, async () => signOut(context, request)),
      UNREAD,
    )
    .get("/assets/:name", ({ request, params }) =>
      open(context, request, tell, () => {
        const found = asset(params.name);
        if (found === null) throw new Refused(404, NOTHING);
        return found;
      }),
    )
    .get("/api/session", ({ request }) =>
      read(context, request, tellJson, {}, async ({ session: { actor, csrf, opened_ms } }) =>
        jsonResponse({ actor, csrf, ends_at: new Date(opened_ms + SESSION_MS).toISOString() }),
      ),
    );
  mountViews(app, context);
  mountChanges(app, context);
  return app;
}

function mountViews(app: ConsoleApp, context: ConsoleContext): void {
  const tell = tellPage(context);
  for (const { path, api, look } of VIEWS) {
    app.get(path, ({ request, params }) =>
      read(context, request, tell, params, async (asked) =>
        show(context, (await look(context, asked)).page(), asked.session),
      ),
    );
    app.get(api, ({ request, params }) =>
      read(context, request, tellJson, params, async (asked) =>
        jsonResponse((await look(context, asked)).data),
      ),
    );
  }
}

function mountChanges(app: ConsoleApp, context: ConsoleContext): void {
  const tell = tellPage(context);
  for (const each of CHANGES) {
    app.post(
      each.path,
      ({ request, params }) =>
        change(context, request, tell, params, async (changing) => {
          const { say, next } = await perform(context, each, changing);
          if (typeof next !== "string") return show(context, next, changing.session);
          if (say !== null) changing.session.note = { kind: "done", text: say };
          return new Response(null, { status: SEE_OTHER, headers: { location: next } });
        }),
      UNREAD,
    );
    app.post(
      `/api${each.path}`,
      ({ request, params }) =>
        change(context, request, tellJson, params, async (changing) =>
          jsonResponse((await perform(context, each, changing)).data),
        ),
      UNREAD,
    );
  }
}

async function perform(
  context: ConsoleContext,
  { path, act }: Change,
  changing: Changing,
): Promise<Done> {
  const done = await act(context, changing);
  const by = changing.session.actor;
  context.options.logger.info({ by, change: path, subject: done.subject }, "console change");
  return done;
}
