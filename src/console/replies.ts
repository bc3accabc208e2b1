/** Pages and JSON as responses, and how a refusal is told in each form. */

import { html } from "../markup/html.ts";
import type { ConsoleContext } from "./context.ts";
import type { RefusalWriter } from "./guard.ts";
import { documentOf, notice, type Page, plainDocument } from "./layout.ts";
import { LINK_MINUTES } from "./login.ts";
import type { Session } from "./sessions.ts";

const UNKNOWN = 401;
const MISSING = 404;

export const SIGN_IN = html`<p>Run this on the machine of the service, as its user:</p>
<pre>phasewise console login --data-dir DIR</pre>
<p class="mute">It prints a link that works once, within ${LINK_MINUTES} minutes.</p>`;

export function htmlResponse(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** A page with its frame, for whoever is signed in. */
export function show(
  { options: { metrics, version } }: ConsoleContext,
  page: Page,
  session: Session,
  status = 200,
): Response {
  const { missing } = metrics.figures();
  return htmlResponse(documentOf(page, { session, version, missing }), status);
}

export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

export const refusalAsJson: RefusalWriter = (status, detail) =>
  jsonResponse({ error: { status, detail } }, status);

/** A faulty sign-in says how to make another link. */
export const refusalAtSignIn: RefusalWriter = (status, detail) =>
  htmlResponse(plainDocument("Not signed in", html`${notice("fault", detail)}${SIGN_IN}`), status);

export function refusalAsPage(context: ConsoleContext): RefusalWriter {
  return (status, detail, session) => {
    if (session === null) {
      if (status === UNKNOWN) return htmlResponse(plainDocument("Sign in", SIGN_IN), status);
      const title = status === MISSING ? "Not found" : "Refused";
      return htmlResponse(plainDocument(title, html`<p>${detail}</p>`), status);
    }
    const title = status === MISSING ? "Not found" : "Not done";
    const body = html`${notice("fault", detail)}<p><a href="/">Back to the traffic</a></p>`;
    return show(context, { title, under: null, body }, session, status);
  };
}
