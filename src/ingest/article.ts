/**
 * The article: a bibliographic record in one form, whatever the format of its file.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { literals } from "../contract/vocabulary.ts";
import { normaliseDoi } from "./formats/doi.ts";
import { FORMATS, type Format } from "./formats/format.ts";
import { stripMarkup } from "./formats/markup.ts";
import { normaliseText, withoutFullStop } from "./formats/plain-text.ts";
import { noticeIn, saysRetracted } from "./formats/retraction.ts";
import { DOI_PATTERN, type EvidenceRecord } from "./record.ts";

const TITLE_CHARS_MAX = 1000;
const NAME_CHARS_MAX = 400;
const LABEL_CHARS_MAX = 200;
const AUTHORS_MAX = 10_000;
const JOURNAL_CHARS_MAX = 500;

const closed = { additionalProperties: false } as const;

/** A part of an abstract; `label` is the heading as published ("Conclusions"). */
export const AbstractSection = Type.Object(
  { label: Type.Optional(Type.String({ minLength: 1 })), text: Type.String({ minLength: 1 }) },
  closed,
);
/** A part of the full text; `heading` is the path of headings to it, outermost first. */
export const BodySection = Type.Object(
  { heading: Type.Array(Type.String()), paragraphs: Type.Array(Type.String({ minLength: 1 })) },
  closed,
);

export const Article = Type.Object(
  {
    doi: Type.String({ pattern: DOI_PATTERN, maxLength: 300 }),
    /** Plain text, as published. */
    title: Type.String({ minLength: 2, maxLength: TITLE_CHARS_MAX }),
    /** As published, "Given Family" or a group name, in order. */
    authors: Type.Array(Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX }), {
      minItems: 1,
      maxItems: AUTHORS_MAX,
    }),
    year: Type.Integer({ minimum: 1800, maximum: 2100 }),
    journal: Type.String({ minLength: 1, maxLength: JOURNAL_CHARS_MAX }),
    pmid: Type.Optional(Type.String({ pattern: "^[0-9]{1,9}$" })),
    /** In order; empty only where there is a body. */
    abstract: Type.Array(AbstractSection),
    body: Type.Optional(Type.Array(BodySection)),
    /** As the source names them ("Randomized Controlled Trial", "journal-article"). */
    publication_types: Type.Array(Type.String({ minLength: 1 })),
    /**
     * A retracted article is never stored. The member remains because existing releases have it.
     */
    retracted: Type.Literal(false),
    /** The source says that an expression of concern was published about it. */
    concern: Type.Boolean(),
    source_format: literals(FORMATS),
  },
  closed,
);
export type AbstractSection = Static<typeof AbstractSection>;
export type BodySection = Static<typeof BodySection>;
export type Article = Static<typeof Article>;

/** What a format's reader found, not yet checked. Text may have stray white space. */
export interface ArticleDraft {
  /** The fields may hold fragments of HTML or JATS ("VO<sub>2</sub>max"). */
  markup?: boolean;
  /** Every field that may hold the DOI, most reliable first. */
  dois: readonly (string | undefined)[];
  title: string | undefined;
  authors: readonly string[];
  year: string | number | undefined;
  journal: string | undefined;
  pmid?: string | undefined;
  abstract: readonly { label?: string | undefined; text: string }[];
  body?: readonly BodySection[];
  publicationTypes?: readonly (string | undefined)[];
  /** The source says that the article was retracted or withdrawn. */
  retracted?: boolean;
  concern?: boolean;
}

/** "2019 Nov-Dec", "2019/11//", "20191105". */
const YEAR = /(?<!\d)(1[89]\d\d|20\d\d|2100)(?!\d(?!\d{3}(?!\d)))/;
/** What databases write where there is no abstract. */
const NO_ABSTRACT = /^\W*no abstract(?: (?:is )?available)?\W*$/i;

/** The article, or the DOI of a retracted one, or one line with everything that is missing. */
export function articleOf(
  draft: ArticleDraft,
  format: Format,
): { ok: Article } | { retracted: string } | { reason: string } {
  const read = partsOf(draft);
  const { doi, title, types, authors, year, journal, abstract, body } = read;
  // Comes first, because a retracted record may lack other members, and its article must still be
  // removed.
  if (doi !== undefined && (draft.retracted === true || saysRetracted(title, types)))
    return { retracted: doi };
  const missing = missingIn(read);
  if (missing.length > 0 || doi === undefined) return { reason: missing.join(", ") };
  return {
    ok: {
      doi,
      title,
      authors: authors.slice(0, AUTHORS_MAX),
      year,
      journal: journal.slice(0, JOURNAL_CHARS_MAX),
      ...(/^[0-9]{1,9}$/.test(draft.pmid ?? "") && { pmid: draft.pmid as string }),
      abstract,
      ...(body.length > 0 && { body: [...body] }),
      publication_types: types,
      retracted: false,
      concern: draft.concern === true,
      source_format: format,
    },
  };
}

/** The draft's parts as plain text. */
function partsOf(draft: ArticleDraft) {
  const plain = draft.markup === true ? stripMarkup : normaliseText;
  const written = draft.dois.map((doi) => normaliseText(doi ?? "")).filter((doi) => doi !== "");
  return {
    /** The first DOI as it was written, to be named where none is one. */
    written: written[0],
    doi: written.map(normaliseDoi).find((found) => found !== null),
    title: withoutFullStop(plain(draft.title ?? "")),
    types: (draft.publicationTypes ?? [])
      .map((type) => normaliseText(type ?? ""))
      .filter((type) => type !== ""),
    authors: draft.authors
      .map((name) => plain(name).slice(0, NAME_CHARS_MAX))
      .filter((name) => name !== "" && !/^(?:(?:and )?others|et al\.?)$/i.test(name)),
    year: Number(YEAR.exec(String(draft.year ?? ""))?.[1] ?? Number.NaN),
    journal: plain(draft.journal ?? ""),
    abstract: draft.abstract
      .map((section) => sectionOf(section, plain))
      .filter(({ text }) => text !== "" && !NO_ABSTRACT.test(text)),
    body: (draft.body ?? []).filter((section) => section.paragraphs.length > 0),
  };
}

function missingIn(read: ReturnType<typeof partsOf>): string[] {
  const { doi, written, title, types, authors, year, journal, abstract, body } = read;
  const missing: string[] = [];
  if (doi === undefined)
    missing.push(written === undefined ? "no DOI" : `not a DOI: ${excerpt(written)}`);
  if (title.length < 2) missing.push("no title");
  else if (title.length > TITLE_CHARS_MAX) missing.push("a title too long to be one");
  if (authors.length === 0) missing.push("no authors");
  if (Number.isNaN(year)) missing.push("no year");
  if (journal === "") missing.push("no journal");
  if (abstract.length === 0 && body.length === 0) missing.push("no abstract");
  const notice = noticeIn(title, types, abstract[0]?.text ?? "");
  if (notice !== undefined) missing.push(`a notice (${notice}), not an article`);
  return missing;
}

export function isArticle(document: Article | EvidenceRecord): document is Article {
  return "source_format" in document;
}

function sectionOf(
  section: { label?: string | undefined; text: string },
  plain: (text: string) => string,
): AbstractSection {
  const label = plain(section.label ?? "")
    .slice(0, LABEL_CHARS_MAX)
    .replace(/[\s:.]+$/, "");
  const text = plain(section.text);
  return label === "" ? { text } : { label, text };
}

const EXCERPT_CHARS = 60;

function excerpt(text: string): string {
  return text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS - 1)}…` : text;
}
