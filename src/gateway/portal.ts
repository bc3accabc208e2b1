/**
 * Serves the portal. A file is made when it is first asked for, so that a start need not wait for
 * pages that nobody may read.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import { PORTAL_CONTENT_SECURITY_POLICY, portalFiles } from "../portal/index.ts";
import { Denial } from "./denial.ts";
import type { Handler } from "./handler.ts";
import { type StaticPage, staticPage } from "./static-page.ts";

export function servePortal(document: JsonObject): Handler {
  const pages = new Map<string, StaticPage>();
  let files: ReturnType<typeof portalFiles> | null = null;
  const pageAt = (path: string): StaticPage | undefined => {
    files ??= portalFiles(document);
    const file = files.get(path);
    if (file === undefined) return undefined;
    return staticPage(file.text(), {
      "content-type": file.mediaType,
      "content-security-policy": PORTAL_CONTENT_SECURITY_POLICY,
    });
  };
  return ({ request, path }) => {
    const page = pages.get(path) ?? pageAt(path);
    if (page === undefined) throw new Denial(404, "Not Found");
    pages.set(path, page);
    return page(request);
  };
}
