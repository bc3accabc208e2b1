/**
 * The portal for partners at `/docs`: every page and file of it. It loads nothing from elsewhere.
 * Without scripts it lacks the search, the buttons that copy and the form that tries a call.
 * @module
 */
import type { JsonObject } from "../contract/openapi/schema.ts";
import { ASSETS, type PortalFile } from "./assets.ts";
import { collectionsOf } from "./collection.ts";
import { DOWNLOADS } from "./downloads.ts";
import { changelogFeed } from "./feed.ts";
import { type Frame, type Group, type Link, type Page, render } from "./layout.ts";
import { PROSE_GROUPS, type ProsePage, pathOf, prosePages } from "./prose.ts";
import { list, type Operation, object, operationsOf, resolver } from "./reference/document.ts";
import { operationPage } from "./reference/operation.ts";
import { overview } from "./reference/overview.ts";
import { searchEntries } from "./search.ts";

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

/** Stands in texts and samples for the address that the pages are read at. */
export const EXAMPLE_ORIGIN = "https://phasewise.example";

const HTML = "text/html; charset=utf-8";
/**
 * Pure: equal arguments give equal files.
 * @param origin that the pages name as the service's own
 * @returns the files by their address, such as `/docs/first-call`
 */
export function portalFiles(document: JsonObject, origin: string): Map<string, PortalFile> {
  const resolve = resolver(document);
  const prose = prosePages();
  const operations = operationsOf(document);
  const frame: Frame = {
    version: String(object(document.info).version),
    navigation: navigationOf(prose, operations),
    origin: publicOriginOf(document) === null ? origin : null,
  };
  const page = (slug: string, content: () => Omit<Page, "path">): [string, PortalFile] => {
    const path = pathOf(slug);
    return [
      path,
      {
        mediaType: HTML,
        text: () => render({ path, ...content() }, frame).replaceAll(EXAMPLE_ORIGIN, origin),
      },
    ];
  };
  return new Map([
    ...prose.map(({ slug, article }, at) =>
      page(slug, () => ({ ...article, next: nextOf(prose[at + 1]) })),
    ),
    page("reference", () => ({
      title: "API reference",
      sections: [],
      body: overview(document, operations),
    })),
    ...operations.map((operation) =>
      page(operation.slug, () => ({
        title: operation.summary,
        sections: [],
        body: operationPage(operation, { resolve, origin: EXAMPLE_ORIGIN }),
        wide: true,
      })),
    ),
    ...operations.flatMap(readyBody),
    ...[...collectionsOf(operations, origin)].map(([name, text]): [string, PortalFile] => [
      pathOf(name),
      { mediaType: "application/json", text },
    ]),
    ...Object.entries({ ...ASSETS, ...DOWNLOADS }).map(([name, file]): [string, PortalFile] => [
      pathOf(name),
      file,
    ]),
    [
      pathOf("search.json"),
      {
        mediaType: "application/json",
        text: () => JSON.stringify(searchEntries(prose, operations, resolve)),
      },
    ],
    [
      pathOf("changelog.atom"),
      { mediaType: "application/atom+xml; charset=utf-8", text: () => changelogFeed(origin) },
    ],
  ]);
}

/** A body that may be sent as it is, as a file. */
function readyBody({ slug, request }: Operation): [string, PortalFile][] {
  const [example] = request?.examples ?? [];
  if (example === undefined) return [];
  const text = () => `${JSON.stringify(example.value, null, 2)}\n`;
  return [[pathOf(`${slug}.json`), { mediaType: "application/json", text }]];
}

/** The page that a reader who goes on reads next. */
function nextOf(page: ProsePage | undefined): Link | null {
  return page === undefined ? null : { href: pathOf(page.slug), label: page.article.title };
}

/** Where callers reach the service; null where the operator has not said so. */
export function publicOriginOf(document: JsonObject): string | null {
  const [server] = list(document.servers);
  const url = String(object(server).url ?? "");
  return url.startsWith("http") ? url.replace(/\/$/, "") : null;
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
  const [changes] = groups.splice(-1);
  const feed = { href: pathOf("changelog.atom"), label: "Feed of changes (Atom)" };
  return [...groups, reference, { title: "Changes", links: [...(changes?.links ?? []), feed] }];
}
