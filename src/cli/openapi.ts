/** `openapi`: prints the document that a server with these settings would serve. */
import { openApiDocument } from "../contract/openapi/document.ts";
import { readDeprecations } from "../gateway/deprecation.ts";
import { TENANTS } from "../tenants/index.ts";
import { defineCommand } from "./command.ts";
import { printLine } from "./output.ts";

const INDENT = 2;

export const openapi = defineCommand({
  name: "openapi",
  summary: "prints the OpenAPI document",
  settings: ["dataDir", "deprecationsFile", "publicUrl"],
  run({ settings, json }) {
    const { deprecationsFile, publicUrl } = settings;
    const deprecations = deprecationsFile === null ? [] : readDeprecations(deprecationsFile);
    const document = openApiDocument({ tenants: TENANTS, deprecations, publicUrl });
    printLine(JSON.stringify(document, null, json ? 0 : INDENT));
    return 0;
  },
});
