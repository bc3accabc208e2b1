/**
 * How a finding stands to those told before it: the same again, another side, or neither.
 * @module
 */
import type { Subject } from "../question/lexicon.ts";
import type { EvidenceDocument, Finding } from "../types.ts";
import type { Sentence } from "./draft.ts";
import { lowerFirst, nearDuplicate } from "./sentences.ts";

/** A finding in the text. */
export interface Told extends Sentence {
  finding: Finding;
}

/** What a finding reports on. */
export function thingOf({ outcome, measure }: Finding): Subject | undefined {
  return outcome ?? measure;
}

/** In nearly the same words, of the same thing, and to the same effect: what one method finds oftener, and falsely, are two findings. */
export function saysTheSame({ text, finding: told }: Told, finding: Finding): boolean {
  return (
    told.effect === finding.effect &&
    thingOf(told) === thingOf(finding) &&
    nearDuplicate(text, finding.statement)
  );
}

const NOT_UNIFORM = "The picture is not uniform:";

/** How a finding is worded that contradicts the one before it, the first time and after that. */
export function contrasted(text: string, before: readonly Sentence[]): string {
  const said = before.some((each) => each.text.startsWith(NOT_UNIFORM));
  return `${said ? "Then again," : NOT_UNIFORM} ${lowerFirst(text)}`;
}

/** "… also fell" and "… fell as well" lean on a sentence of their record that is not told. */
export function withoutAlso(text: string): string {
  return text.replace(/(?<!, |\bbut |\band )\balso /, "").replace(/ as well(?= \([^()]*\)\.$)/, "");
}

/** "As much as men" compares people; it does not say that nothing changed. */
const COMPARES_PEOPLE =
  /\bdid not (?:\w+ )?depend on\b|\bregardless of\b|\bas (?:much|well|many)\b|\b(?:than|as|and|to) men\b/i;

/** How many have it neither agrees nor disagrees with what goes along with it. */
const COUNTS_PEOPLE =
  /\b\d+(?:\.\d+)? ?% of (?:the )?(?:\d[\d,]* )?(?:\w+ )?(?:women|people|adults|athletes|girls|students|runners)\b|\bshare of women\b|\b(?:one|two|three) in (?:\d+|three|four|five|ten)\b/i;

/** Two ways of measuring or of finding out do not contradict each other where one does well. */
const OF_METHODS: ReadonlySet<Subject> = new Set<Subject>([
  "measurement_validity",
  "ovulation_detection",
  "illness_detection",
]);

/** To the same effect: a study that says so too, beside another null of its own, is no other side. */
function agrees({ finding: told }: Told, finding: Finding): boolean {
  return told.effect === finding.effect && told.phase === finding.phase && thingOf(told) === thingOf(finding);
}

/** Whether a finding contradicts the last one told, on the same thing. */
export function contrasts(finding: Finding, document: EvidenceDocument, told: readonly Told[]): boolean {
  const before = told.at(-1);
  const last = before?.finding;
  if (told.some((each) => each.document === before?.document && agrees(each, finding))) return false;
  const subject = thingOf(finding);
  if (COMPARES_PEOPLE.test(`${last?.statement} ${finding.statement}`)) return false;
  if (COUNTS_PEOPLE.test(last?.statement ?? "") || COUNTS_PEOPLE.test(finding.statement)) return false;
  if (!last || subject === undefined || subject !== thingOf(last)) return false;
  if (OF_METHODS.has(subject)) return false;
  const tried = (each: EvidenceDocument | null) => [...(each?.behaviours ?? [])].sort().join();
  if (tried(before?.document ?? null) !== tried(document)) return false;
  const oneFoundNothing = (last.effect === "none") !== (finding.effect === "none");
  const unclear = last.effect === "mixed" || finding.effect === "mixed";
  return oneFoundNothing && !unclear && last.phase === finding.phase;
}
