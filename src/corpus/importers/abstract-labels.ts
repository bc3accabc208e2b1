/**
 * Labels of a structured abstract that a format keeps only as words in the running text ("METHODS: …").
 * @module
 */
import { tidy } from "./text.ts";

const LABELS =
  "aims?|aims? (?:and|&) (?:background|objectives?|methods)|background|background (?:and|&|/) ?(?:aims?|objectives?|purpose)|case (?:report|presentation)|conclusions?|conclusions? and (?:relevance|implications)|context|data (?:collection|extraction|sources|synthesis)|design|design and methods|discussion|evidence synthesis|findings|implications|importance|interpretation|interventions?|introduction|limitations|main outcome measures?|main outcomes and measures|main results|materials? (?:and|&) methods|measurements(?: and main results)?|methods?|methods? (?:and|&) (?:findings|materials|results)|objectives?|outcomes?|participants|patients|patients and methods|procedures?|purpose|question|rationale|registration|results?|results and discussion|search (?:methods|strategy)|selection criteria|setting|significance|statement of significance|study (?:design|selection)|subjects(?: and methods)?|summary|trial registration|what is known|what this adds";
/** At the start or after a sentence; some exports lose the space behind the full stop. */
const LABEL = new RegExp(`(?:^|(?<=[.?!)\\]]\\s?))(?:${LABELS})\\s?:(?=\\s|[A-Z])`, "gi");

/** Sections where at least two labels stand in the text, else the text as one section. */
export function splitLabels(text: string): { label?: string; text: string }[] {
  const whole = tidy(text);
  const found = [...whole.matchAll(LABEL)];
  if (found.length < 2) return [{ text: whole }];
  const lead = whole.slice(0, found[0]?.index ?? 0).trim();
  const sections = found.map((match, i) => ({
    label: match[0].replace(/\s?:$/, ""),
    text: whole.slice(match.index + match[0].length, found[i + 1]?.index ?? whole.length).trim(),
  }));
  return [...(lead === "" ? [] : [{ text: lead }]), ...sections].filter((section) => section.text !== "");
}
