/**
 * One request to the console: who may ask, what every answer carries, and what is logged.
 *
 * A browser on the operator's machine also opens pages of strangers. So a request must name this
 * machine as its host (no rebinding of names), and a change must come from a page of the console
 * itself and repeat the session's token.
 * @module
 */
import { OperatorError, UsageError } from "../contract/error.ts";
import { LOOPBACK_HOST } from "../contract/loopback.ts";
import type { ConsoleContext } from "./context.ts";
import { readFields } from "./fields.ts";
import { ConsoleRefusal } from "./refusal.ts";
import { holdsCsrf, type Session } from "./sessions.ts";

/** Pages refresh themselves with this header. It is no click and does not keep a session open. */
const LIVE_HEADER = "x-console-live";
const CSRF_HEADER = "x-csrf-token";
const CSRF_FIELD = "csrf";
const PATH_CHARS_LOGGED = 200;

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With `no-referrer` browsers would send `Origin: null` with our own forms.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** What an operation is given. */
export interface ConsoleCall {
  request: Request;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  session: Session;
}

export interface ChangeCall extends ConsoleCall {
  /** Of the form or the JSON body, each as text. */
  fields: ReadonlyMap<string, string>;
}

/** Writes a refusal or a fault in the form that the caller reads: a page or JSON. */
export type RefusalWriter = (status: number, detail: string, session: Session | null) => Response;

/** Runs what needs no session: the sign-in, the style sheet, the script. */
export function open(
  context: ConsoleContext,
  request: Request,
  writeRefusal: RefusalWriter,
  act: () => Response | Promise<Response>,
): Promise<Response> {
  return answer(context, request, writeRefusal, null, async () => {
    requireLoopback(request);
    return await act();
  });
}

/** Runs a reading operation for whoever is signed in. */
export function read(
  context: ConsoleContext,
  request: Request,
  writeRefusal: RefusalWriter,
  params: Readonly<Record<string, string>>,
  act: (call: ConsoleCall) => Promise<Response>,
): Promise<Response> {
  const session = sessionOf(context, request);
  return answer(context, request, writeRefusal, session, async () => {
    requireLoopback(request);
    const call = { request, params, query: new URL(request.url).searchParams };
    return await act({ ...call, session: requireSession(session) });
  });
}

/** Runs a change for whoever is signed in and asked from the console itself. */
export function change(
  context: ConsoleContext,
  request: Request,
  writeRefusal: RefusalWriter,
  params: Readonly<Record<string, string>>,
  act: (call: ChangeCall) => Promise<Response>,
): Promise<Response> {
  const session = sessionOf(context, request);
  return answer(context, request, writeRefusal, session, async () => {
    requireLoopback(request);
    requireOwnPage(request);
    const signedIn = requireSession(session);
    const fields = await readFields(request);
    const token = request.headers.get(CSRF_HEADER) ?? fields.get(CSRF_FIELD) ?? "";
    if (!holdsCsrf(signedIn, token))
      throw new ConsoleRefusal(403, `a change must repeat the session's token (${CSRF_HEADER})`);
    const call = { request, params, query: new URL(request.url).searchParams };
    return await act({ ...call, session: signedIn, fields });
  });
}

async function answer(
  { options: { logger } }: ConsoleContext,
  request: Request,
  writeRefusal: RefusalWriter,
  session: Session | null,
  act: () => Promise<Response>,
): Promise<Response> {
  let response: Response;
  try {
    response = await act();
  } catch (error) {
    const { method } = request;
    const path = pathOf(request.url).slice(0, PATH_CHARS_LOGGED);
    if (error instanceof ConsoleRefusal) {
      logger.warn({ method, path, status: error.status, why: error.detail }, "console refused");
      response = writeRefusal(error.status, error.detail, session);
    } else if (error instanceof OperatorError || error instanceof UsageError) {
      response = writeRefusal(422, error.message, session);
    } else {
      const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
      logger.error({ method, path, cause }, "console failed");
      response = writeRefusal(
        500,
        "This is a fault of the program; the log has its cause.",
        session,
      );
    }
  }
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}

/** Whether the caller reads JSON, not a page. */
export function isApi({ url }: Request): boolean {
  return pathOf(url).startsWith("/api/");
}

/** A request without a usable Host header has no valid URL, but it has a path. */
function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

function requireLoopback({ headers }: Request): void {
  if (!LOOPBACK_HOST.test(headers.get("host") ?? ""))
    throw new ConsoleRefusal(403, "the console answers only under a name of this machine");
}

/** Browsers say where a request comes from; a program that is none sends neither header. */
function requireOwnPage({ headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin")
    throw new ConsoleRefusal(403, "a change must come from a page of the console");
  if (origin !== null && origin !== `http://${headers.get("host")}`)
    throw new ConsoleRefusal(403, "a change must come from a page of the console");
}

function sessionOf({ cookie, sessions }: ConsoleContext, { headers }: Request): Session | null {
  const id = cookieOf(headers, cookie);
  return id === null ? null : sessions.find(id, !headers.has(LIVE_HEADER));
}

function requireSession(session: Session | null): Session {
  if (session === null) throw new ConsoleRefusal(401, "sign in first: phasewise console login");
  return session;
}

export function cookieOf(headers: Headers, name: string): string | null {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const cookie = pairs.find((pair) => pair.startsWith(`${name}=`));
  return cookie === undefined ? null : cookie.slice(name.length + 1);
}
