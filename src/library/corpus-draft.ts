/**
 * Decides what becomes of each document that is brought to a corpus, and holds the resulting
 * corpus.
 * @module
 */
import { canonicalJson } from "../contract/canonical-json.ts";
import { isArticle } from "../ingest/article.ts";
import { type CorpusDocument, passagesOf } from "../ingest/documents.ts";
import type { DocumentFile } from "./document-file.ts";

export type DraftDecision =
  | { outcome: "added" | "updated" | "unchanged" }
  /** The research was retracted, so its document is removed from the corpus. */
  | { outcome: "withdrawn"; reason: string }
  | { outcome: "rejected"; reason: string };

/**
 * The documents of a release with the new ones. `staged` holds the new ones on disk until they are
 * published.
 */
export class CorpusDraft implements Iterable<CorpusDocument> {
  readonly #base: DocumentFile;
  readonly #staged: DocumentFile;
  readonly #withdrawn = new Set<string>();

  constructor(base: DocumentFile, staged: DocumentFile) {
    this.#base = base;
    this.#staged = staged;
  }

  /** True when the result differs from the release that it began with. */
  get changed(): boolean {
    return (
      this.#staged.dois().some((doi) => !this.#withdrawn.has(doi)) ||
      [...this.#withdrawn].some((doi) => this.#base.has(doi))
    );
  }

  /**
   * Of two documents with one DOI the later one is kept. But an article never replaces a record of
   * ours, and a retracted document does not come back.
   */
  add(document: CorpusDocument): DraftDecision {
    const { doi } = document;
    if (this.#withdrawn.has(doi)) return { outcome: "rejected", reason: `${doi} was retracted` };
    const present = this.#held(doi);
    if (present !== null && canonicalJson(present) === canonicalJson(document))
      return { outcome: "unchanged" };
    if (present !== null && isArticle(document) && !isArticle(present)) {
      return { outcome: "rejected", reason: `${doi} has an evidence record, which is kept` };
    }
    if (passagesOf(document).length === 0) {
      return { outcome: "rejected", reason: "holds no text that could be searched or quoted" };
    }
    this.#staged.put(document);
    return { outcome: present === null ? "added" : "updated" };
  }

  /** Removes a document and refuses it from then on. */
  withdraw(doi: string): DraftDecision {
    const present = this.#held(doi);
    this.#withdrawn.add(doi);
    return present === null
      ? { outcome: "rejected", reason: `${doi} was retracted` }
      : { outcome: "withdrawn", reason: `${doi} was retracted and is taken out of the corpus` };
  }

  #held(doi: string): CorpusDocument | null {
    if (this.#withdrawn.has(doi)) return null;
    return this.#staged.document(doi) ?? this.#base.document(doi);
  }

  /** In the order of the DOIs. */
  *[Symbol.iterator](): Iterator<CorpusDocument> {
    const dois = new Set([...this.#base.dois(), ...this.#staged.dois()]);
    for (const doi of [...dois].sort()) {
      const document = this.#held(doi);
      if (document !== null) yield document;
    }
  }
}
