/**
 * What the search of the portal knows: pages, their sections, operations, members of bodies.
 * @module
 */

import { type ProsePage, pathOf } from "./prose.ts";
import type { Operation } from "./reference/document.ts";
import type { Member } from "./reference/schema.ts";

/** Of a section's text, so much is searched. */
const TEXT_CHARS_MAX = 600;

/** Short names, because a browser downloads them hundreds of times. */
export interface Entry {
  /** Title. */
  t: string;
  /** Where it stands. */
  w: string;
  /** Address. */
  h: string;
  /** Further words that find it. */
  x: string;
}

export function proseEntries({ slug, article }: ProsePage): Entry[] {
  const path = pathOf(slug);
  return [
    { t: article.title, w: "Page", h: path, x: "" },
    ...article.sections.map(({ id, title, text }) => ({
      t: title,
      w: article.title,
      h: `${path}#${id}`,
      x: text.replace(/\s+/g, " ").slice(0, TEXT_CHARS_MAX),
    })),
  ];
}

export function operationEntry({
  slug,
  method,
  path,
  summary,
  description,
  tags,
}: Operation): Entry {
  return {
    t: `${method} ${path}`,
    w: "Operation",
    h: pathOf(slug),
    x: [summary, ...tags, description ?? ""].join(" ").slice(0, TEXT_CHARS_MAX),
  };
}

/** Members that several operations share are told once, of the first. */
export function memberEntries(
  pages: readonly { slug: string; members: readonly Member[] }[],
): Entry[] {
  const known = new Set<string>();
  const entries: Entry[] = [];
  const walk = (members: readonly Member[], slug: string, trail: readonly string[]) => {
    for (const { id, name, schema, members: nested } of members) {
      const where = trail.length === 0 ? "Request body" : trail.join(" › ");
      const key = `${where} ${name}`;
      if (!known.has(key)) {
        known.add(key);
        const x = String(schema.description ?? "").slice(0, TEXT_CHARS_MAX);
        entries.push({ t: name, w: where, h: `${pathOf(slug)}#${id}`, x });
      }
      walk(nested, slug, [...trail, name]);
    }
  };
  for (const { slug, members } of pages) walk(members, slug, []);
  return entries;
}
