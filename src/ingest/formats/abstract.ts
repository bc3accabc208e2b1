/** The abstract of a record, in sections. */
import { splitLabels } from "./abstract-labels.ts";
import { markupSections } from "./markup.ts";

/** Sections by the headings of markup, else by labels in the text. */
export function abstractOf(abstract: string | undefined): { label?: string; text: string }[] {
  const sections = markupSections(abstract ?? "");
  return sections.flatMap((section) =>
    section.label === undefined ? splitLabels(section.text) : [section],
  );
}
