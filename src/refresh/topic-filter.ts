/**
 * Whether an article is about a topic, for sources whose search can only narrow it down.
 * @module
 */
import type { Article } from "../ingest/article.ts";
import type { ArticleType, Topic } from "./strategy.ts";

/**
 * Words with which a paper names its own type. A topic open to every journal article needs none.
 */
const KIND: Record<ArticleType, RegExp | null> = {
  "meta-analysis": /\bmeta analys[ei]s\b/,
  "systematic review": /\bsystematic(?:ally)? review|\bscoping review\b/,
  "randomised trial": /\brandomi[sz]ed\b|\bcross ?over\b/,
  "clinical trial": /\btrial\b/,
  "observational study": /\b(?:cohort|observational|longitudinal|prospective|cross sectional)\b/,
  "validation study": /\bvalid(?:ity|ation|ated)\b/,
  guideline: /\b(?:guidelines?|consensus|position stand|position statement)\b/,
  review: /\breview\b/,
  "journal article": null,
};

/** Null where the article is wanted, else the reason why not. */
export function exclusionReason(article: Article, topic: Topic): string | null {
  const { from, to } = topic.published;
  if (
    article.year < Number(from.slice(0, 4)) ||
    (to !== null && article.year > Number(to.slice(0, 4)))
  ) {
    return "published outside the years that are searched";
  }
  const title = plain(article.title);
  const text = `${title}${plain(article.abstract.map((section) => section.text).join(" "))}`;
  if (!topic.groups.every((terms) => terms.some((term) => holds(text, term))))
    return "not about the topic";
  if (topic.exclude.some((term) => holds(title, term)))
    return "has a word in its title that is excluded";
  const kinds = topic.articleTypes.map((type) => KIND[type]);
  const isWantedKind = kinds.some((kind) => kind === null || kind.test(text));
  return isWantedKind ? null : "not one of the article types that are wanted";
}

/** Lower-case words separated by one space. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()} `;
}

/** The phrase as whole words, in the singular or with an s. */
function holds(text: string, term: string): boolean {
  const words = plain(term).trimEnd();
  return text.includes(`${words} `) || text.includes(`${words}s `);
}
