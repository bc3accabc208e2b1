/**
 * The portal for partners at `/docs`: every page and file of it, made once when the service starts.
 * It loads nothing from elsewhere and works without scripts, except search, copying and trying.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import { ASSETS, type PortalFile } from "./assets.ts";
import { changelogFeed } from "./feed.ts";
import { type Frame, type Group, type Page, render } from "./layout.ts";
import { PROSE_GROUPS, type ProsePage, pathOf, prosePages } from "./prose.ts";
import { list, type Operation, object, operationsOf, resolver } from "./reference/document.ts";
import { operationPage } from "./reference/operation.ts";
import { overview } from "./reference/overview.ts";
import { memberEntries, operationEntry, proseEntries } from "./search.ts";

/**
 * Scripts, styles and calls come from and go to this service alone; nothing inline runs, and no
 * script can write markup.
 */
export const PORTAL_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Stands in the prose for the service's own address. The browser puts the real one there. */
const EXAMPLE_ORIGIN = "https://phasewise.example";

const HTML = "text/html; charset=utf-8";
/**
 * Pure: equal documents give equal files.
 * @returns the files by their address, such as `/docs/first-call`
 */
export function portalFiles(document: JsonObject): Map<string, PortalFile> {
  const resolve = resolver(document);
  const origin = originOf(document);
  const prose = prosePages();
  const operations = operationsOf(document);
  const reference = operations.map((operation) => ({
    operation,
    page: operationPage(operation, { resolve, origin }),
  }));
  const frame: Frame = {
    version: String(object(document.info).version),
    navigation: navigationOf(prose, operations),
  };
  const pages: Page[] = [
    ...prose.map(({ slug, article }) => ({
      path: pathOf(slug),
      title: article.title,
      contents: article.sections,
      body: article.body,
    })),
    {
      path: pathOf("reference"),
      title: "API reference",
      contents: [],
      body: overview(document, operations),
    },
    ...reference.map(({ operation, page }) => ({
      path: pathOf(operation.slug),
      title: operation.summary,
      contents: [],
      body: page.body,
      wide: true,
    })),
  ];
  const entries = [
    ...prose.flatMap(proseEntries),
    ...operations.map(operationEntry),
    ...memberEntries(
      reference.map(({ operation: { slug }, page: { members } }) => ({ slug, members })),
    ),
  ];
  return new Map([
    ...pages.map((page): [string, PortalFile] => [
      page.path,
      { mediaType: HTML, text: render(page, frame) },
    ]),
    ...Object.entries(ASSETS).map(([name, file]): [string, PortalFile] => [pathOf(name), file]),
    [pathOf("search.json"), { mediaType: "application/json", text: JSON.stringify(entries) }],
    [
      pathOf("changelog.atom"),
      { mediaType: "application/atom+xml; charset=utf-8", text: changelogFeed(origin) },
    ],
  ]);
}

/** Where callers reach the service, if the operator has said so. */
function originOf(document: JsonObject): string {
  const [server] = list(document.servers);
  const url = String(object(server).url ?? "");
  return url.startsWith("http") ? url.replace(/\/$/, "") : EXAMPLE_ORIGIN;
}

function navigationOf(prose: readonly ProsePage[], operations: readonly Operation[]): Group[] {
  const groups = PROSE_GROUPS.map((title) => ({
    title,
    links: prose
      .filter(({ group }) => group === title)
      .map(({ slug, article }) => ({
        href: pathOf(slug),
        label: slug === "" ? "Overview" : article.title,
      })),
  }));
  const reference = {
    title: "Reference",
    links: [
      { href: pathOf("reference"), label: "Operations and headers" },
      ...operations.map(({ slug, method, path }) => ({
        href: pathOf(slug),
        label: path.replace(/^\/v1/, ""),
        method,
      })),
    ],
  };
  return [...groups.slice(0, -1), reference, ...groups.slice(-1)];
}
