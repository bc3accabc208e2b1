/**
 * The differences between two releases.
 * @module
 */
import { canonicalJson } from "../contract/canonical-json.ts";
import { DocumentFile } from "./document-file.ts";
import { recordsFile } from "./release.ts";

export interface DiffEntry {
  doi: string;
  title: string;
}

export interface ReleaseDiff {
  added: DiffEntry[];
  removed: DiffEntry[];
  /** With the names of the members that differ. */
  changed: (DiffEntry & { members: string[] })[];
  unchanged: number;
}

/** From the release folder `before` to `after`. Each list is ordered by DOI. */
export function diffReleases(before: string, after: string): ReleaseDiff {
  const old = DocumentFile.open(recordsFile(before));
  const now = DocumentFile.open(recordsFile(after));
  try {
    const diff: ReleaseDiff = { added: [], removed: [], changed: [], unchanged: 0 };
    for (const document of now) {
      const was = old.document(document.doi);
      const entry = { doi: document.doi, title: document.title };
      if (was === null) diff.added.push(entry);
      else {
        const members = differingMembers(was, document);
        if (members.length === 0) diff.unchanged++;
        else diff.changed.push({ ...entry, members });
      }
    }
    for (const { doi, title } of old) if (!now.has(doi)) diff.removed.push({ doi, title });
    return diff;
  } finally {
    now.close();
    old.close();
  }
}

function differingMembers(a: object, b: object): string[] {
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => spelling(one.get(name)) !== spelling(other.get(name)))
    .sort();
}

function spelling(value: unknown): string | null {
  return value === undefined ? null : canonicalJson(value);
}
