/**
 * Puts the articles that were read into the draft of a corpus, in order of trust, and counts what
 * becomes of every record.
 * @module
 */
import { OperatorError } from "../contract/error.ts";
import { type Article, isArticle } from "../ingest/article.ts";
import { type Format, readArticles } from "../ingest/formats/index.ts";
import type { CorpusDraft } from "../library/corpus-draft.ts";
import type { DiffEntry } from "../library/diff.ts";
import type { DocumentFile } from "../library/document-file.ts";
import type { TopicJournal } from "./journal.ts";
import type { Exclusion, SourceReport } from "./report.ts";
import type { Notice } from "./retraction-notices.ts";
import type { Source } from "./source.ts";
import { SOURCES } from "./source-name.ts";
import type { Topic } from "./strategy.ts";
import { exclusionReason } from "./topic-filter.ts";

type Outcome = "added" | "updated" | "unchanged" | "retracted";

interface Entry {
  /** Empty where it is unknown. A retracted document is listed by the title that the corpus has. */
  title: string;
  outcome: Outcome;
  /** The report that counts it. */
  report: SourceReport;
}

export class ArticleMerge {
  readonly #base: DocumentFile;
  readonly #draft: CorpusDraft;
  readonly #entries = new Map<string, Entry>();
  readonly #excluded = new Map<string, Exclusion>();

  constructor(base: DocumentFile, draft: CorpusDraft) {
    this.#base = base;
    this.#draft = draft;
  }

  /** Reads the pages of a finished topic. */
  async read(
    source: Source,
    topic: Topic,
    journal: TopicJournal,
    report: SourceReport,
  ): Promise<void> {
    for (const page of journal.pages()) {
      try {
        for await (const result of readArticles(page, { known: source.format })) {
          report.read++;
          if ("rejected" in result) reject(report, result.rejected.reason);
          else if ("retracted" in result)
            this.#flagged(result.retracted, { kind: "retracted", found_in: source.label }, report);
          else if (isArticle(result.ok)) this.#take(result.ok, source, topic, report);
        }
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        // A body is checked before it is stored, so one that cannot be read was damaged on this
        // disk.
        throw new OperatorError(
          `${page}: ${error.message}; remove that topic's folder: it is then read again`,
        );
      }
    }
  }

  #take(article: Article, source: Source, topic: Topic, report: SourceReport): void {
    const { doi, title } = article;
    const before = this.#entries.get(doi);
    if (article.concern) {
      this.#flagged(doi, { kind: "concern", found_in: source.label }, report);
      return;
    }
    if (before !== undefined) {
      report.duplicate++;
      return;
    }
    const unwanted = source.rough ? exclusionReason(article, topic) : null;
    if (unwanted !== null) {
      reject(report, unwanted);
      return;
    }
    if (!this.#mayReplace(doi, source.format)) {
      this.#entries.set(doi, { title, outcome: "unchanged", report });
      return;
    }
    const decision = this.#draft.add(article);
    if ("reason" in decision) reject(report, decision.reason);
    else this.#entries.set(doi, { title, outcome: decision.outcome, report });
  }

  #flagged(doi: string, notice: Notice, report: SourceReport): void {
    if (this.#entries.has(doi)) report.duplicate++;
    else this.#entries.set(doi, { title: "", outcome: "retracted", report });
    this.exclude(doi, notice);
  }

  /** Keeps our own records, files that an operator imported, and articles of a better source. */
  #mayReplace(doi: string, format: Format): boolean {
    const present = this.#base.document(doi);
    if (present === null) return true;
    const trust = (name: string) => (SOURCES as readonly string[]).indexOf(name);
    return (
      isArticle(present) &&
      trust(present.source_format) >= 0 &&
      trust(format) <= trust(present.source_format)
    );
  }

  /** Keeps a document out of the new release because of a service's notice. */
  exclude(doi: string, notice: Notice): void {
    const entry = this.#entries.get(doi);
    if (entry !== undefined) entry.outcome = "retracted";
    this.#draft.withdraw(doi);
    const present = this.#base.document(doi);
    if (present === null || this.#excluded.get(doi)?.kind === "retracted") return;
    this.#excluded.set(doi, { doi, title: present.title, ...notice });
  }

  /** Sums up the outcome of every record. */
  count(): { added: DiffEntry[]; updated: DiffEntry[]; excluded: Exclusion[] } {
    const listed: Record<"added" | "updated", DiffEntry[]> = { added: [], updated: [] };
    for (const [doi, { title, outcome, report }] of [...this.#entries].sort(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      report[outcome]++;
      if (outcome === "added" || outcome === "updated") listed[outcome].push({ doi, title });
    }
    const excluded = [...this.#excluded.values()].sort((a, b) => (a.doi < b.doi ? -1 : 1));
    return { ...listed, excluded };
  }
}

function reject(report: SourceReport, reason: string): void {
  report.rejected++;
  // Whatever follows a colon, and every DOI, belongs to this record alone.
  const kind = reason.replace(/:.*$/, "").replace(/\b10\.\d{4,9}\/\S+/, "its DOI");
  report.reasons[kind] = (report.reasons[kind] ?? 0) + 1;
}
