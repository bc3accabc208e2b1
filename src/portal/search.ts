/**
 * What the search of the portal knows: pages, their sections, operations, members of bodies.
 * @module
 */

import { type ProsePage, pathOf } from "./prose.ts";
import type { Operation, Resolve } from "./reference/document.ts";
import { type Member, requestMembers } from "./reference/schema.ts";

/** Of a section's text, so much is searched. */
const TEXT_CHARS_MAX = 600;

/** Short names, because a browser downloads them hundreds of times. */
interface Entry {
  /** Title. */
  t: string;
  /** Where it stands. */
  w: string;
  /** Address. */
  h: string;
  /** Further words that find it. */
  x: string;
}

export function searchEntries(
  prose: readonly ProsePage[],
  operations: readonly Operation[],
  resolve: Resolve,
): Entry[] {
  return [
    ...prose.flatMap(proseEntries),
    ...operations.map(operationEntry),
    ...memberEntries(operations, resolve),
  ];
}

function proseEntries({ slug, article }: ProsePage): Entry[] {
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

function operationEntry({ slug, method, path, summary, description, tags }: Operation): Entry {
  return {
    t: `${method} ${path}`,
    w: "Operation",
    h: pathOf(slug),
    x: [summary, ...tags, description ?? ""].join(" ").slice(0, TEXT_CHARS_MAX),
  };
}

/** Members that several operations share are told once, of the first. */
function memberEntries(operations: readonly Operation[], resolve: Resolve): Entry[] {
  const named = new Set<string>();
  const entries: Entry[] = [];
  const walk = (members: readonly Member[], slug: string, trail: readonly string[]) => {
    for (const { id, name, schema, members: nested } of members) {
      const where = trail.length === 0 ? "Request body" : trail.join(" › ");
      const key = `${where} ${name}`;
      if (!named.has(key)) {
        named.add(key);
        const x = String(schema.description ?? "").slice(0, TEXT_CHARS_MAX);
        entries.push({ t: name, w: where, h: `${pathOf(slug)}#${id}`, x });
      }
      walk(nested, slug, [...trail, name]);
    }
  };
  for (const operation of operations) walk(requestMembers(operation, resolve), operation.slug, []);
  return entries;
}
