/**
 * The routes. No body is parsed here: the origin reads bodies, within limits, once the caller is
 * known.
 * @module
 */
import { Elysia } from "elysia";
import { ServiceError } from "../contract/error.ts";
import { allowedMethods, OPERATIONS } from "../contract/operations.ts";
import { errorResponse, INTERNAL_MESSAGE } from "../origin/envelope.ts";
import { newTraceId } from "../origin/trace-id.ts";
import type { GatewayContext } from "./context.ts";
import { browserPreflight } from "./cors.ts";
import { Denial } from "./denial.ts";
import { handleExchange } from "./exchange.ts";
import { metrics } from "./metrics-page.ts";
import { liveness, me, readiness, recommend } from "./operations.ts";

const IDLE_TIMEOUT_SECONDS = 60;

export function createApp(context: GatewayContext) {
  const app = new Elysia({
    strictPath: true,
    // The body's size is limited where it is read, so that every 413 has the documented body, which
    // the server's own 413 lacks. A shared port would let two servers answer in turn without
    // anybody noticing.
    serve: {
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      reusePort: false,
      // The server's own error page would show source code.
      development: false,
      error: () =>
        errorResponse(new ServiceError("internal_error", INTERNAL_MESSAGE), null, newTraceId()),
    },
  })
    .onError({ as: "global" }, ({ request, code, error }) =>
      handleExchange(context, "unknown", request, ({ path }) => {
        if (code !== "NOT_FOUND") throw error;
        const preflight = browserPreflight(context.options.corsOrigins, request, path);
        if (preflight !== null) return preflight;
        const allowed = allowedMethods(path, context.elsewhere);
        if (allowed.length === 0) throw new Denial(404, "Not Found");
        throw new Denial(405, "Method Not Allowed", { allow: allowed.join(", ") });
      }),
    )
    .post(
      "/v1/:tenant/recommendation",
      ({ request, params }) =>
        handleExchange(context, "recommend", request, recommend(context, params.tenant)),
      { parse: "none" },
    )
    .get("/v1/health/me", ({ request }) =>
      handleExchange(context, "preflight", request, me(context)),
    )
    .get("/v1/health", ({ request }) => handleExchange(context, "liveness", request, liveness))
    .get("/v1/health/ready", ({ request }) =>
      handleExchange(context, "readiness", request, () => readiness(context)),
    )
    .get("/openapi.json", ({ request }) =>
      handleExchange(context, "openapi", request, () => context.openapi(request)),
    )
    .get("/docs", ({ request }) => handleExchange(context, "docs", request, context.portal))
    .get("/docs/:page", ({ request }) =>
      handleExchange(context, "docs_page", request, context.portal),
    )
    .get("/metrics", ({ request, server }) =>
      handleExchange(
        context,
        "metrics",
        request,
        metrics(context, server?.requestIP(request)?.address ?? null),
      ),
    );
  const mcp = context.options.mcp?.(context);
  if (mcp !== undefined)
    app.post(OPERATIONS.mcp.path, ({ request }) => handleExchange(context, "mcp", request, mcp), {
      parse: "none",
    });
  return app;
}
