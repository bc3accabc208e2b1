/**
 * Entry of the intake worker, which reads bodies that would block the event loop for too long.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { TENANTS } from "../tenants/index.ts";
import { joined } from "./body.ts";
import type { IntakeReply, IntakeTask } from "./intake.ts";
import { type ReadRequest, readRequest } from "./prepare.ts";

declare const self: Worker;

function faultOf(error: unknown): IntakeReply["outcome"] {
  if (!(error instanceof ServiceError)) {
    return { internal: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { code, publicMessage, details } = error;
  return { code, publicMessage, details };
}

function reply({ pieces, tenant: slug, nowMs }: IntakeTask): IntakeReply {
  let read: ReadRequest | null = null;
  try {
    const tenant = TENANTS.find((each) => each.slug === slug);
    if (tenant === undefined) throw new Error(`the intake knows no tenant ${slug}`);
    read = readRequest(joined(pieces), tenant, nowMs);
    return { requestId: read.requestId, outcome: { prepared: read.prepare() } };
  } catch (error) {
    return { requestId: read?.requestId ?? null, outcome: faultOf(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<IntakeTask>) => {
  self.postMessage(reply(data));
};
