/**
 * Labels of a structured abstract that a format keeps only as words in the running text ("METHODS: …").
 * @module
 */
import { tidy } from "./text.ts";

const LABELS =
  "aims?|aims? (?:and|&) (?:background|objectives?|methods)|background|background (?:and|&|/) ?(?:aims?|objectives?|purpose)|case (?:report|presentation)|conclusions?|conclusions? and (?:relevance|implications)|context|data (?:collection|extraction|sources|synthesis)|design|design and methods|discussion|evidence synthesis|findings|implications|importance|interpretation|interventions?|introduction|limitations|main outcome measures?|main outcomes and measures|main results|materials? (?:and|&) methods|measurements(?: and main results)?|methods?|methods? (?:and|&) (?:findings|materials|results)|objectives?|outcomes?|participants|patients|patients and methods|procedures?|purpose|question|rationale|registration|results?|results and discussion|search (?:methods|strategy)|selection criteria|setting|significance|statement of significance|study (?:design|selection)|subjects(?: and methods)?|summary|trial registration(?: number)?|what is known|what this adds";
/** At the start or after a sentence; some exports lose the space behind the full stop. */
const LABEL = new RegExp(`(?:^|(?<=[.?!)\\]]\\s?))(?:${LABELS})\\s?:(?=\\s|[A-Z])`, "gi");

/** Cochrane exports drop the colons too; their headings are always these, in this order. */
const COCHRANE =
  /(?:^|(?<=[.?!)\]] ))(?:Background|Objectives|Search (?:methods|strategy)|Selection criteria|Data collection and analysis|Main results|Authors?['’] conclusions|Plain language summary(?: [-–])?)(?= \p{Lu}|\s\d)/gu;
const COCHRANE_HEADINGS_MIN = 5;
const WHOLE_LABEL = new RegExp(`^(?:${LABELS})$`, "i");

/** Whether a heading or an emphasised word is one of the usual labels. */
export function isLabel(text: string): boolean {
  return WHOLE_LABEL.test(tidy(text).replace(/\s*[.:]$/, ""));
}

/** Sections where at least two labels stand in the text, else the text as one section. */
export function splitLabels(text: string): { label?: string; text: string }[] {
  const whole = tidy(text);
  const cochrane = [...whole.matchAll(COCHRANE)];
  const found = cochrane.length >= COCHRANE_HEADINGS_MIN ? cochrane : [...whole.matchAll(LABEL)];
  if (found.length < 2) return [{ text: whole }];
  const lead = whole.slice(0, found[0]?.index ?? 0).trim();
  const sections = found.map((match, i) => ({
    label: match[0].replace(/\s?[:–-]$/, ""),
    text: whole.slice(match.index + match[0].length, found[i + 1]?.index ?? whole.length).trim(),
  }));
  return [...(lead === "" ? [] : [{ text: lead }]), ...sections].filter((section) => section.text !== "");
}
