/**
 * Recognises retracted articles, and distinguishes notices about articles from articles.
 * @module
 */

/** Journals put these words before the title when the record has no field for them. */
const RETRACTED_TITLE =
  /^\W*(?:retracted|withdrawn)(?: (?:article|paper|chapter))?\s*[:\]—–-]|\((?:retracted|withdrawn) (?:article|paper)/i;
/** "Retracted Publication" of PubMed and Web of Science, "Retracted" of Scopus. */
const RETRACTED_TYPE = /^retracted(?: (?:publication|article))?$/i;

/** These are about an article and hold no evidence of their own. */
const NOTICE_TYPE =
  /^(?:(?:partial[- _])?retraction(?: of publication| notice)?|(?:published )?erratum|corrigendum|correction|expression[- _]of[- _]concern|withdrawal|removal)$/i;
/** Words with which no other title begins. */
const NOTICE_TITLE =
  /^\W*((?:retraction|withdrawal|removal) notice|(?:author|publisher) correction|erratum|corrigendum)\b/i;
/**
 * Other titles may begin with these words ("Correction of anaemia in …"), so the article must
 * follow in quotes or after a colon.
 */
const NOTICE_TITLE_OF =
  /^\W*(retraction|correction(?! of)|expression of concern)(?: (?:of|to|on|about|regarding))?(?:\s*:|\s[–—-]\s|\s["“‘'«]|\W*$)/i;
/** What PubMed Central writes instead of an abstract. */
const NOTICE_ABSTRACT = /^\W*(this (?:retracts|corrects) the article)\b/i;

const RETRACTING_UPDATES = ["retraction", "withdrawal", "removal"];
const CONCERNING_UPDATES = ["expression_of_concern", "partial_retraction"];

/** What a notice makes of the article that it is about. */
export type NoticeKind = "retracted" | "concern";

/** Whether the article itself is marked as retracted or withdrawn, in its title or by its types. */
export function saysRetracted(title: string, publicationTypes: readonly string[]): boolean {
  return RETRACTED_TITLE.test(title) || publicationTypes.some((type) => RETRACTED_TYPE.test(type));
}

/** The words that make a record a notice ("Published Erratum"); undefined for an article. */
export function noticeIn(
  title: string,
  publicationTypes: readonly string[],
  abstract: string,
): string | undefined {
  return (
    publicationTypes.find((type) => NOTICE_TYPE.test(type)) ??
    NOTICE_TITLE.exec(title)?.[1] ??
    NOTICE_TITLE_OF.exec(title)?.[1] ??
    NOTICE_ABSTRACT.exec(abstract)?.[1]
  );
}

/**
 * What a Crossref update ("retraction", "expression_of_concern") says about the work that it
 * updates.
 */
export function kindOfUpdate(type: string): NoticeKind | null {
  const name = type.toLowerCase().replace(/[ -]/g, "_");
  if (RETRACTING_UPDATES.includes(name)) return "retracted";
  return CONCERNING_UPDATES.includes(name) ? "concern" : null;
}
