/**
 * Serves the portal, with the address that it is read at in its samples. A file is made when it is
 * first asked for, so that a start need not wait for pages that nobody may read.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import {
  EXAMPLE_ORIGIN,
  PORTAL_CONTENT_SECURITY_POLICY,
  portalFiles,
  publicOriginOf,
} from "../portal/index.ts";
import { Denial } from "./denial.ts";
import type { Handler } from "./handler.ts";
import { type StaticPage, staticPage } from "./static-page.ts";

/** A caller may name any host. Those who come after these hosts see the example's address. */
const ORIGINS_MAX = 8;

export function servePortal(document: JsonObject): Handler {
  const publicOrigin = publicOriginOf(document);
  const portals = new Map<string, (path: string) => StaticPage>();
  return ({ request, path }) => {
    const wanted = publicOrigin ?? new URL(request.url).origin;
    const full = portals.size >= ORIGINS_MAX && !portals.has(wanted);
    const origin = full ? EXAMPLE_ORIGIN : wanted;
    const portal = portals.get(origin) ?? portalAt(document, origin);
    portals.set(origin, portal);
    return portal(path)(request);
  };
}

/** @returns the page at a path, or throws that there is none */
function portalAt(document: JsonObject, origin: string): (path: string) => StaticPage {
  const files = portalFiles(document, origin);
  const pages = new Map<string, StaticPage>();
  return (path) => {
    const file = files.get(path);
    if (file === undefined) throw new Denial(404, "Not Found");
    const page =
      pages.get(path) ??
      staticPage(file.text(), {
        "content-type": file.mediaType,
        "content-security-policy": PORTAL_CONTENT_SECURITY_POLICY,
      });
    pages.set(path, page);
    return page;
  };
}
