/**
 * Entry of the worker that reads bodies that would block the event loop for too long.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { TENANTS } from "../tenants/index.ts";
import { joinChunks } from "./body.ts";
import type { BodyReply, BodyTask } from "./body-reader.ts";
import { type ReadRequest, readRequest } from "./prepare.ts";

declare const self: Worker;

function faultOf(error: unknown): BodyReply["outcome"] {
  if (!(error instanceof ServiceError)) {
    return { internal: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { code, publicMessage, details } = error;
  return { code, publicMessage, details };
}

function reply({ chunks, tenant: slug, nowMs }: BodyTask): BodyReply {
  let read: ReadRequest | null = null;
  try {
    const tenant = TENANTS.find((each) => each.slug === slug);
    if (tenant === undefined) throw new Error(`the body reader knows no tenant ${slug}`);
    read = readRequest(joinChunks(chunks), tenant, nowMs);
    return { requestId: read.requestId, outcome: { prepared: read.prepare() } };
  } catch (error) {
    return { requestId: read?.requestId ?? null, outcome: faultOf(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<BodyTask>) => {
  self.postMessage(reply(data));
};
