/**
 * Finds the labels of a structured abstract that a format keeps only as words in the text
 * ("METHODS: …").
 * @module
 */
import { normaliseText } from "./plain-text.ts";

const LABELS =
  "aims?|aims? (?:and|&) (?:background|objectives?|methods)|background|background (?:and|&|/) ?(?:aims?|objectives?|purpose)|case (?:report|presentation)|conclusions?|conclusions? and (?:relevance|implications)|context|data (?:collection|extraction|sources|synthesis)|design|design and methods|discussion|evidence synthesis|findings|implications|importance|interpretation|interventions?|introduction|limitations|main outcome measures?|main outcomes and measures|main results|materials? (?:and|&) methods|measurements(?: and main results)?|methods?|methods? (?:and|&) (?:findings|materials|results)|objectives?|outcomes?|participants|patients|patients and methods|procedures?|purpose|question|rationale|registration|results?|results and discussion|search (?:methods|strategy)|selection criteria|setting|significance|statement of significance|study (?:design|selection)|subjects(?: and methods)?|summary|trial registration(?: number)?|what is known|what this adds";
/** At the start or after a sentence. Some exports lose the space after the full stop. */
const LABEL = new RegExp(`(?:^|(?<=[.?!)\\]]\\s?))(?:${LABELS})\\s?:(?=\\s|[A-Z])`, "gi");

/** Cochrane exports drop the colons too, but their headings are always these, in this order. */
const COCHRANE =
  /(?:^|(?<=[.?!)\]] ))(?:Background|Objectives|Search (?:methods|strategy)|Selection criteria|Data collection and analysis|Main results|Authors?['’] conclusions|Plain language summary(?: [-–])?)(?= \p{Lu}|\s\d)/gu;
const COCHRANE_HEADINGS_MIN = 5;
/** Mendeley keeps "METHODS AND RESULTS Forty women …", in capitals and without a colon. */
const CAPITALS = /(?:^|(?<=[.?!)\]] ))[A-Z]{4,}(?: [A-Z&]+){0,5}(?= \S)/g;
const WHOLE_LABEL = new RegExp(`^(?:${LABELS})$`, "i");

/** Whether a heading or an emphasised word is one of the usual labels. */
export function isLabel(text: string): boolean {
  return WHOLE_LABEL.test(normaliseText(text).replace(/\s*[.:]$/, ""));
}

/** Sections where the text has at least two labels, else the text as one section. */
export function splitLabels(text: string): { label?: string; text: string }[] {
  const whole = normaliseText(text);
  const labels = labelsIn(whole);
  if (labels.length < 2) return [{ text: whole }];
  const lead = whole.slice(0, labels[0]?.at).trim();
  const sections = labels.map(({ at, label }, i) => ({
    label: label.replace(/\s?[:–-]$/, ""),
    text: whole.slice(at + label.length, labels[i + 1]?.at).trim(),
  }));
  return [...(lead === "" ? [] : [{ text: lead }]), ...sections].filter(
    (section) => section.text !== "",
  );
}

interface Label {
  at: number;
  label: string;
}

function labelsIn(text: string): Label[] {
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ index, 0: label }) => ({ at: index, label }));
  const cochrane = all(COCHRANE);
  if (cochrane.length >= COCHRANE_HEADINGS_MIN) return cochrane;
  const withColon = all(LABEL);
  if (withColon.length > 1) return withColon;
  return all(CAPITALS)
    .map(({ at, label }) => ({ at, label: longestLabel(label) }))
    .filter(({ label }) => label !== "");
}

/** The part of "METHODS A" (as in "METHODS A total of …") that is a label. */
function longestLabel(run: string): string {
  const words = run.split(" ");
  while (words.length > 0 && !isLabel(words.join(" "))) words.pop();
  return words.join(" ");
}
