/**
 * The pages that people wrote: the files of `docs/` for partners, each the only copy of its text.
 * @module
 */
import { posix } from "node:path";
import changelog from "../../CHANGELOG.md" with { type: "text" };
import agents from "../../docs/agents.md" with { type: "text" };
import errors from "../../docs/errors.md" with { type: "text" };
import answers from "../../docs/partners/answers.md" with { type: "text" };
import data from "../../docs/partners/data.md" with { type: "text" };
import deprecations from "../../docs/partners/deprecations.md" with { type: "text" };
import firstCall from "../../docs/partners/first-call.md" with { type: "text" };
import retrying from "../../docs/partners/retrying.md" with { type: "text" };
import sensitiveMessages from "../../docs/partners/sensitive-messages.md" with { type: "text" };
import signals from "../../docs/partners/signals.md" with { type: "text" };
import testing from "../../docs/partners/testing.md" with { type: "text" };
import home from "../../docs/partners.md" with { type: "text" };
import { DOWNLOAD_NAMES } from "./downloads.ts";
import { type Article, article } from "./markdown.ts";

export const PROSE_GROUPS = ["Start", "Build", "Changes"] as const;

interface Source {
  /** The last part of the page's address; "" for the first page. */
  slug: string;
  group: (typeof PROSE_GROUPS)[number];
  /** The file, from the root of the repository, which its links are relative to. */
  file: string;
  markdown: string;
}

export interface ProsePage extends Omit<Source, "markdown" | "file"> {
  article: Article;
}

/** A bullet of the changelog about what partners do not see, with its further lines. */
const NOT_OF_THE_CONTRACT = /^- Not of the contract:.*\n(?: {2}.*\n?)*/gm;
/** What has changed for partners. */
export const CONTRACT_CHANGES = changelog.replace(NOT_OF_THE_CONTRACT, "");

/** The portal has these files itself. */
const COLLECTIONS = "clients/postman";
const HOME_FILE = "docs/partners.md";

const SOURCES: readonly Source[] = [
  { slug: "", group: "Start", file: HOME_FILE, markdown: home },
  page("first-call", "Start", firstCall),
  page("signals", "Start", signals),
  page("answers", "Build", answers),
  page("sensitive-messages", "Build", sensitiveMessages),
  page("retrying", "Build", retrying),
  page("testing", "Build", testing),
  { slug: "errors", group: "Build", file: "docs/errors.md", markdown: errors },
  page("data", "Build", data),
  { slug: "agents", group: "Build", file: "docs/agents.md", markdown: agents },
  page("deprecations", "Changes", deprecations),
  { slug: "changelog", group: "Changes", file: "CHANGELOG.md", markdown: CONTRACT_CHANGES },
];

function page(slug: string, group: Source["group"], markdown: string): Source {
  return { slug, group, file: `docs/partners/${slug}.md`, markdown };
}

export function prosePages(): ProsePage[] {
  return SOURCES.map(({ slug, group, file, markdown }) => ({
    slug,
    group,
    article: article(markdown, (target) => addressOf(target, file)),
  }));
}

/** The address of a page of the portal by its last part. */
export function pathOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/**
 * The address in the portal of a link; null where the portal has no such page. Pages that are made
 * from the API document are no files, so their addresses stand as they are.
 */
function addressOf(target: string, file: string): string | null {
  if (target.startsWith("#") || target.startsWith("/docs/")) return target;
  const [path = "", id] = target.split("#");
  const wanted = posix.join(posix.dirname(file), path);
  if (posix.dirname(wanted) === COLLECTIONS) return pathOf(posix.basename(wanted));
  const download = DOWNLOAD_NAMES[wanted];
  if (download !== undefined) return pathOf(download);
  const source = SOURCES.find((each) => each.file === wanted);
  if (source === undefined) return null;
  return pathOf(source.slug) + (id === undefined ? "" : `#${id}`);
}
