/** The files of the portal as the service of the contract tests serves them. */
import { openApiDocument } from "../../../src/contract/openapi/document.ts";
import { portalFiles as filesOf } from "../../../src/portal/index.ts";
import { TENANTS } from "../../../src/tenants/index.ts";

export const portalFiles = new Map(
  [...filesOf(openApiDocument({ tenants: TENANTS, deprecations: [] }))].map(([path, file]) => [
    path,
    { mediaType: file.mediaType, text: file.text() },
  ]),
);
