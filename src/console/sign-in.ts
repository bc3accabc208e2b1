/** A link becomes a session, and a session ends. */

import { html } from "../markup/html.ts";
import type { ConsoleContext } from "./context.ts";
import { cookieOf } from "./guard.ts";
import { plainDocument } from "./layout.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { htmlResponse, SIGN_IN } from "./replies.ts";
import { SESSION_MS } from "./sessions.ts";

const MS_PER_SECOND = 1_000;

function withCookie(
  response: Response,
  { cookie }: ConsoleContext,
  value: string,
  seconds: number,
): Response {
  response.headers.set(
    "set-cookie",
    `${cookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`,
  );
  return response;
}

/** @throws Refused where the link is used, expired or none of this console's */
export function signIn(context: ConsoleContext, request: Request): Response {
  const used = context.links.use(new URL(request.url).searchParams.get("token") ?? "");
  if ("refused" in used) throw new ConsoleRefusal(403, `${used.refused}; make a new one`);
  context.options.logger.info({ by: used.by }, "console sign-in");
  const value = context.sessions.open(used.by);
  // Not a redirect: a browser would not send a strict cookie along with one that began elsewhere.
  const page = plainDocument("Signed in", html`<p><a href="/">Go to the console</a></p>`, "/");
  return withCookie(htmlResponse(page), context, value, SESSION_MS / MS_PER_SECOND);
}

export function signOut(context: ConsoleContext, { headers }: Request): Response {
  context.sessions.close(cookieOf(headers, context.cookie) ?? "");
  return withCookie(htmlResponse(plainDocument("Signed out", SIGN_IN)), context, "", 0);
}
