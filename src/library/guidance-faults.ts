/**
 * What is wrong with a guidance entry that has its form: verdicts that nobody reaches, numbers that
 * no cited record has, words that a text may not use.
 * @module
 */
import type { GuidanceEntry } from "../engine/guidance/entry.ts";
import { peopleUnasked, unreachableVerdict } from "../engine/guidance/reachability.ts";
import { numbersIn } from "../engine/numbers.ts";
import { numbersOfDocument } from "../engine/writing/guard.ts";
import { wordingFault } from "../engine/writing/wording.ts";
import type { EvidenceRecord } from "../ingest/record.ts";

/** A text needs at least 400 characters in all; an entry must contribute at least these. */
const ENTRY_CHARS_MIN = 330;

export type Records = ReadonlyMap<string, EvidenceRecord>;

/** One line for each fault, as the writer of the entry reads it; none where it may be used. */
export function faultsOf(entry: GuidanceEntry, records: Records): string[] {
  return [
    ...verdictFaults(entry),
    ...entry.claims.flatMap((claim) => claimFaults(claim, records)),
    ...numberFaults(entry, records),
    ...wordingFaults(entry),
    ...(charsOf(entry) < ENTRY_CHARS_MIN
      ? [
          `too short: its shortest text has ${charsOf(entry)} characters, at least ${ENTRY_CHARS_MIN} are needed`,
        ]
      : []),
  ];
}

function verdictFaults(entry: GuidanceEntry): string[] {
  const { verdicts } = entry;
  const last = verdicts.findIndex(({ when }) => when === null);
  if (last < 0) return ["no `otherwise`: the last verdict must hold for everybody"];
  if (last !== verdicts.length - 1) return ["`otherwise` must be the last verdict"];
  const unreachable = unreachableVerdict(entry);
  if (entry.alert && entry.unasked === null)
    return ["`alert` without `unasked`: nobody could be told it"];
  // The text guard would drop it and leave the alert without a word.
  const counted = entry.alert ? verdicts.find(({ say }) => numbersIn(say).length > 0) : undefined;
  if (counted !== undefined)
    return [
      `an alert stands beside answers that cite other records: no number in "${counted.say}"`,
    ];
  if (entry.unasked !== null && peopleUnasked(entry).next().done)
    return ["`unasked` can hold for nobody: the service would never ask it"];
  return unreachable === null
    ? []
    : [`verdict ${unreachable + 1} can never be reached: "${verdicts[unreachable]?.say}"`];
}

function claimFaults(
  { say, from, against }: GuidanceEntry["claims"][number],
  records: Records,
): string[] {
  const unknown = [...from, ...against].filter((doi) => !records.has(doi));
  if (unknown.length > 0) return unknown.map((doi) => `${doi} is no record of this corpus`);
  const known = numbersOf(from, records);
  return numbersIn(say)
    .filter((number) => !known.has(number))
    .map((number) => `number ${number} stands in no record that "${say}" cites`);
}

/**
 * The text guard drops a verdict, suggestion or limit with a number that no record of the entry
 * has.
 */
function numberFaults(
  { verdicts, claims, try: suggestions, limits }: GuidanceEntry,
  records: Records,
): string[] {
  const known = numbersOf(
    claims.flatMap(({ from }) => from),
    records,
  );
  const sentences = [...verdicts, ...suggestions].map(({ say }) => say).concat(limits ?? []);
  return sentences.flatMap((say) =>
    numbersIn(say)
      .filter((number) => !known.has(number))
      .map((number) => `number ${number} in "${say}" stands in no record that the entry cites`),
  );
}

/** The numbers that the text guard would allow. A missing record has none. */
function numbersOf(dois: readonly string[], records: Records): Set<string> {
  return new Set(
    dois.flatMap((doi) => {
      const record = records.get(doi);
      return record === undefined ? [] : [...numbersOfDocument(record)];
    }),
  );
}

const EVERYBODY = { phases: true, transition: true };

function wordingFaults({ verdicts, claims, try: suggestions, limits }: GuidanceEntry): string[] {
  const sentences = [...verdicts, ...claims, ...suggestions].map(({ say }) => say);
  if (limits !== null) sentences.push(limits);
  return sentences.flatMap((text) => {
    const fault = wordingFault(text, EVERYBODY);
    return fault === null ? [] : [`"${text}" breaks a rule of wording (${fault})`];
  });
}

/**
 * Characters of the shortest text that the entry can become, without markers and the user's
 * numbers.
 */
function charsOf({ verdicts, claims, try: suggestions, limits }: GuidanceEntry): number {
  const always = [...claims, ...suggestions]
    .filter(({ when }) => when === null)
    .map(({ say }) => say);
  const shortest = Math.min(...verdicts.map(({ say }) => say.length));
  return shortest + always.join(" ").length + (limits?.length ?? 0);
}
