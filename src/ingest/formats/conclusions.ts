/**
 * Finds the sentences in which an article states its findings, and quotes them verbatim.
 * @module
 */
import type { AbstractSection, Article } from "../article.ts";
import { sentences } from "./sentences.ts";

const CONCLUSION_LABEL =
  /\b(?:conclusions?|interpretation|implications|summary|significance|relevance|what this (?:study )?adds|key (?:findings|messages))\b/i;
const RESULT_LABEL = /\b(?:results?|findings)\b/i;
const CUES =
  /^(?:in conclusion|in summary|to conclude|taken together|overall|collectively|we conclude|our (?:findings|results|data)|(?:these|the present|the current|present|current) (?:findings|results|data|study)|(?:the )?(?:findings|results|data) (?:of this|from this|suggest|indicate|show|support|demonstrate)|this (?:study|trial|review|meta-analysis) (?:shows|showed|suggests|indicates|demonstrates|demonstrated|found|provides)|conclusions?\b)/i;
/** Sentences about the paper instead of its findings. */
const NO_FINDING =
  /\b(?:clinicaltrials\.gov|trial registration|registered (?:at|with|in|as)|registration number|prospero|nct\d{6,}|isrctn|copyright|all rights reserved|©|further (?:research|studies|investigation|trials?|work)|future (?:research|studies|trials?|work)|more (?:research|studies) (?:is|are)|warrant(?:s|ed)?\b|remains? to be|is discussed|are discussed|will be)/i;
const FINDINGS_MAX = 4;
/** As for the records of the starter corpus: lengths that fit a recommendation. */
const SENTENCE_CHARS_MIN = 40;
const SENTENCE_CHARS_MAX = 300;
const LAST_SENTENCES = 2;

function isConclusion(label: string): boolean {
  return CONCLUSION_LABEL.test(label);
}

/**
 * Concluding sentences, from the best source first: the labelled part of the abstract, sentences
 * that announce a conclusion, the concluding section of the full text, the labelled results, the
 * end of an abstract without labels.
 */
export function conclusionSentences(article: Article): string[] {
  const { abstract, body = [] } = article;
  const labelled = (pattern: RegExp) =>
    abstract.filter(({ label = "" }) => pattern.test(label)).flatMap(sentencesOf);
  const concluding = body.filter(({ heading }) => isConclusion(heading.at(-1) ?? ""));
  const plain = abstract.filter(({ label }) => label === undefined).flatMap(sentencesOf);
  const sources: (() => string[])[] = [
    () => labelled(CONCLUSION_LABEL),
    () => abstract.flatMap(sentencesOf).filter((sentence) => CUES.test(sentence)),
    () => concluding.flatMap(({ paragraphs }) => paragraphs.flatMap(sentences)),
    () => labelled(RESULT_LABEL),
    () => plain.filter(isFinding).slice(-LAST_SENTENCES),
  ];
  for (const source of sources) {
    const found = [...new Set(source().filter(isFinding))].slice(0, FINDINGS_MAX);
    if (found.length > 0) return found;
  }
  return [];
}

function sentencesOf({ text }: AbstractSection): string[] {
  return sentences(text);
}

function isFinding(sentence: string): boolean {
  return (
    sentence.length >= SENTENCE_CHARS_MIN &&
    sentence.length <= SENTENCE_CHARS_MAX &&
    /^\p{Lu}.*\.$/su.test(sentence) &&
    !NO_FINDING.test(sentence)
  );
}
