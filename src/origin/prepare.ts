/**
 * Turns the bytes of a body into the engine's input. It is a pure function of bytes, tenant and
 * time, so that a worker can run it.
 * @module
 */
import type { SafetyMode } from "../contract/request.ts";
import type { EngineFeatures } from "../engine/types.ts";
import type { Tenant } from "../tenants/types.ts";
import { featuresOf } from "./features.ts";
import { requestSha256 } from "./fingerprint.ts";
import { parseObject } from "./json-body.ts";
import { type CheckedRequest, checkRequest, readRequestId } from "./request.ts";

/** A checked request, with the measurements turned into features. */
export interface PreparedRequest {
  client_trace_id: string | null;
  safety_mode: SafetyMode;
  features: EngineFeatures;
  request_sha256: string;
}

export interface ReadRequest {
  /** The idempotency key; null where the member is absent or unusable. */
  requestId: string | null;
  /**
   * Checks a request that is not a replay.
   * @throws ServiceError `invalid_request` which names every fault
   */
  prepare(): PreparedRequest;
}

/** @throws ServiceError `invalid_request` where the bytes are no JSON object */
export function readRequest(bytes: Uint8Array, tenant: Tenant, nowMs: number): ReadRequest {
  const body = parseObject(bytes);
  return {
    requestId: readRequestId(body),
    prepare() {
      const checked = checkRequest(body, tenant, nowMs);
      return {
        client_trace_id: checked.client_trace_id,
        safety_mode: checked.safety_mode,
        features: featuresOf(checked),
        request_sha256: requestSha256({ tenant: tenant.slug, ...contentOf(checked) }),
      };
    },
  };
}

/** Reads a made-up request at the start, so that the first real one is as fast as any. */
export function warmUpReading(example: object, tenant: Tenant, nowMs: number): void {
  readRequest(new TextEncoder().encode(JSON.stringify(example)), tenant, nowMs).prepare();
}

function contentOf({
  client_trace_id: _,
  newest_allowed_day: __,
  ...content
}: CheckedRequest): object {
  return content;
}
