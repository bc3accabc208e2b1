/**
 * Serves the portal, with the address that it is read at in its samples. A thread makes its files
 * when the first of them is asked for at an address, so no request holds the event loop and a start
 * need not wait for pages that nobody may read.
 * @module
 */

import type { JsonObject } from "../contract/openapi/schema.ts";
import { requireThreadHandles } from "../origin/thread-handles.ts";
import { EXAMPLE_ORIGIN, PORTAL_CONTENT_SECURITY_POLICY, publicOriginOf } from "../portal/index.ts";
import { spawnWorker } from "../spawn-worker.ts";
import { Denial } from "./denial.ts";
import type { Handler } from "./handler.ts";
import { type EncodedPage, type StaticPage, staticPage } from "./static-page.ts";

/** A caller may name any host. Those who come after these hosts see the example's address. */
const ORIGINS_MAX = 8;

export interface PortalTask {
  /** The API document as JSON. */
  document: string;
  origin: string;
}

export type PortalReply = { path: string; mediaType: string; encoded: EncodedPage }[];

type Portal = ReadonlyMap<string, StaticPage>;

export function servePortal(document: JsonObject): Handler {
  const publicOrigin = publicOriginOf(document);
  const portals = new Map<string, Promise<Portal>>();
  const text = JSON.stringify(document);

  function portalAt(origin: string): Promise<Portal> {
    const made = portals.get(origin) ?? makePortal({ document: text, origin });
    portals.set(origin, made);
    // The next request tries again.
    made.catch(() => portals.delete(origin));
    return made;
  }

  return async ({ request, path }) => {
    const wanted = publicOrigin ?? new URL(request.url).origin;
    const full = portals.size >= ORIGINS_MAX && !portals.has(wanted);
    const page = (await portalAt(full ? EXAMPLE_ORIGIN : wanted)).get(path);
    if (page === undefined) throw new Denial(404, "Not Found");
    return page(request);
  };
}

async function makePortal(task: PortalTask): Promise<Portal> {
  requireThreadHandles();
  const worker = spawnPortalWorker();
  worker.unref();
  try {
    const reply = await new Promise<PortalReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<PortalReply>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`the portal cannot be made: ${event.message}`));
      };
      worker.addEventListener("close", () => reject(new Error("the portal's thread ended")));
      worker.postMessage(task);
    });
    return new Map(reply.map(({ path, mediaType, encoded }) => [path, pageOf(mediaType, encoded)]));
  } finally {
    worker.terminate();
  }
}

function pageOf(mediaType: string, encoded: EncodedPage): StaticPage {
  return staticPage(encoded, {
    "content-type": mediaType,
    "content-security-policy": PORTAL_CONTENT_SECURITY_POLICY,
  });
}

function spawnPortalWorker(): Worker {
  return spawnWorker("gateway/portal.worker.ts", { name: "portal", smol: true });
}
