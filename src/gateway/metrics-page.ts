/**
 * The page of metrics: on a listener of its own, or on the main port for local callers alone.
 * @module
 */
import { LOOPBACK_HOST } from "../contract/loopback.ts";
import { allowedMethods, OPERATIONS } from "../contract/operations.ts";
import { METRICS_CONTENT_TYPE } from "../telemetry/metrics.ts";
import type { GatewayContext } from "./context.ts";
import { Denial } from "./denial.ts";
import type { Handler } from "./handler.ts";

/** Headers that proxies add. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)/;
/** The answer to a caller who may be local: it says how to reach the page. */
const METRICS_HIDDEN =
  "Not Found: with Connection: close a local caller looks like one behind a proxy. Leave that header out, or ask the listener of --metrics-port";

/** @param address of the caller; null where it is unknown */
export function metrics(context: GatewayContext, address: string | null): Handler {
  return ({ request }) => {
    const own = context.elsewhere.includes("metrics");
    if (own || !isLoopback(address) || isForwarded(request.headers))
      throw new Denial(404, "Not Found");
    if (isForOneRequest(request.headers)) throw new Denial(404, METRICS_HIDDEN);
    return metricsPage(context);
  };
}

/** The operations of the metrics listener: the page and nothing else. */
export function metricsAlone(context: GatewayContext): Handler {
  return ({ request, path }) => {
    if (path !== OPERATIONS.metrics.path) throw new Denial(404, "Not Found");
    const allowed = allowedMethods(path);
    if (!allowed.includes(request.method))
      throw new Denial(405, "Method Not Allowed", { allow: allowed.join(", ") });
    return metricsPage(context);
  };
}

function metricsPage(context: GatewayContext): Response {
  return new Response(context.options.metrics.text(), {
    headers: { "content-type": METRICS_CONTENT_TYPE },
  });
}

function isLoopback(address: string | null): boolean {
  return address !== null && /^(::ffff:)?127\.|^::1$/.test(address);
}

/**
 * Behind a proxy on the same machine every caller looks local. But most proxies add a header, or
 * ask under the name that their caller used.
 */
function isForwarded(headers: Headers): boolean {
  if ([...headers.keys()].some((name) => FORWARDED.test(name))) return true;
  return !LOOPBACK_HOST.test(headers.get("host") ?? "");
}

/**
 * nginx with a bare `proxy_pass http://127.0.0.1:8080` adds no header, asks under that loopback
 * name and closes each connection. A local program that sends `Connection: close` sends the same
 * bytes, so nothing in the request tells the two apart.
 */
function isForOneRequest(headers: Headers): boolean {
  const options = headers.get("connection")?.toLowerCase().split(",") ?? [];
  return options.some((option) => option.trim() === "close");
}
