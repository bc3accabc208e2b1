/** The files of the portal as the service of the contract tests serves them. */
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { EXAMPLE_ORIGIN, portalFiles as filesOf } from "../../../src/portal/index.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

const document = openApiDocument({ tenants: TENANTS, deprecations: [] });

/** @param origin that the pages are read at */
export function portalFilesAt(origin: string): Map<string, { mediaType: string; text: string }> {
  return new Map(
    [...filesOf(document, origin)].map(([path, file]) => [
      path,
      { mediaType: file.mediaType, text: file.text() },
    ]),
  );
}

export const portalFiles = portalFilesAt(EXAMPLE_ORIGIN);
