/**
 * From what was found and who the user is to an answer: the verdict of a guidance entry, or the
 * findings of the records where no entry answers.
 * @module
 */
import type { Measure } from "../../contract/vocabulary.ts";
import { certaintyOf } from "../evidence/certainty.ts";
import type { Support } from "../evidence/confidence.ts";
import type { EntryCandidate, PartEvidence, RecordCandidate } from "../evidence/gather.ts";
import {
  CONDITION_MEASURES,
  type Condition,
  holds,
  type Person,
  type When,
} from "../guidance/conditions.ts";
import type { GuidanceEntry } from "../guidance/entry.ts";
import type { EvidenceDocument, SignalMeasure } from "../types.ts";
import type { Part } from "../understanding/reading.ts";

export interface AnswerClaim extends Support {
  say: string;
}

export interface Answer {
  part: Part;
  /** The first sentence; null where the first claim is the answer. */
  say: string | null;
  /** The user's measures that the verdict depends on. The text gives them first. */
  decisive: readonly SignalMeasure[];
  /** What the answer is about. It decides which of the user's readings the text gives. */
  about: readonly Measure[];
  claims: readonly AnswerClaim[];
  suggestion: string | null;
  limits: string | null;
  /** The probability that it answers the part. */
  answer_probability: number;
  /** Null where the answer comes from records alone. */
  entry: GuidanceEntry | null;
}

/** From this probability on, an entry or a record counts as an answer. */
export const ANSWERS_MIN = 0.5;
/**
 * From this probability on, an entry is taken for an answer to the whole question. Below it,
 * graders mostly found an answer to a part of the question or to one beside it.
 * `models/training/README.md` has the figures.
 */
export const ANSWERS_WHOLE_MIN = 0.8;
/**
 * A record replaces an entry only with this much more probability, because an entry combines
 * several studies.
 */
const RECORD_SURER = 0.25;
/** Records of one part whose findings a text may use. */
export const RECORDS_USED_MAX = 3;
/** From this probability on, a record that answers by itself is added to an entry's answer. */
const RECORD_BESIDE_MIN = 0.6;

/** Documents by DOI: those that the entries cite, and those found. */
export type Documents = ReadonlyMap<string, EvidenceDocument>;
/** Findings of a document, the most relevant first. */
export type OrderedFindings = (document: EvidenceDocument) => readonly string[];

/** Null where neither an entry nor a record answers. */
export function answerOf(
  evidence: PartEvidence,
  person: Person,
  documents: Documents,
  findings: OrderedFindings,
): Answer | null {
  const [entry] = evidence.entries;
  const [record] = evidence.records;
  const ofEntry = entry?.answer_probability ?? 0;
  const ofRecord = record?.answer_probability ?? 0;
  if (entry !== undefined && ofEntry >= ANSWERS_MIN && ofRecord < ofEntry + RECORD_SURER) {
    const answer = fromEntry(evidence.part, entry, person, documents);
    if (answer !== null) return withRecordBeside(answer, evidence.records, findings);
  }
  return ofRecord >= ANSWERS_MIN ? fromRecords(evidence.part, evidence.records, findings) : null;
}

/** Null where no claim holds for this person, because an answer needs a source. */
function fromEntry(
  part: Part,
  { entry, answer_probability }: EntryCandidate,
  person: Person,
  documents: Documents,
): Answer | null {
  const verdict = entry.verdicts.find(({ when }) => holds(when, person));
  const claims = entry.claims
    .filter(({ when }) => holds(when, person))
    .flatMap((claim) => {
      const recordsOf = (dois: readonly string[]) =>
        dois.flatMap((doi) => documents.get(doi) ?? []);
      const records = recordsOf(claim.from);
      return records.length === 0
        ? []
        : [{ say: claim.say, records, against: recordsOf(claim.against) }];
    });
  if (verdict === undefined || claims.length === 0) return null;
  return {
    part,
    say: verdict.say,
    decisive: measuresOf(verdict.when),
    about: entry.about.measures,
    claims,
    suggestion: entry.try.find(({ when }) => holds(when, person))?.say ?? null,
    limits: entry.limits,
    answer_probability,
    entry,
  };
}

function measuresOf(when: When | null): SignalMeasure[] {
  if (when === null) return [];
  return [...when.all, ...when.any].flatMap((condition: Condition) =>
    "measure" in condition ? [...CONDITION_MEASURES[condition.measure].signals] : [],
  );
}

function withRecordBeside(
  answer: Answer,
  records: readonly RecordCandidate[],
  findings: OrderedFindings,
): Answer {
  const cited = new Set(answer.claims.flatMap((claim) => claim.records.map(({ doi }) => doi)));
  const added = records.find(
    ({ document, answer_probability }) =>
      answer_probability >= RECORD_BESIDE_MIN && !cited.has(document.doi),
  );
  const [say] = added === undefined ? [] : findings(added.document);
  if (added === undefined || say === undefined) return answer;
  return { ...answer, claims: [...answer.claims, { say, records: [added.document], against: [] }] };
}

function fromRecords(
  part: Part,
  records: readonly RecordCandidate[],
  findings: OrderedFindings,
): Answer | null {
  const answering = records
    .filter(({ answer_probability }) => answer_probability >= ANSWERS_MIN)
    .slice(0, RECORDS_USED_MAX);
  const claims = answering.flatMap(({ document }, at) =>
    findings(document)
      .slice(0, at === 0 ? 2 : 1)
      .map((say) => ({ say, records: [document], against: [] })),
  );
  const [best] = answering;
  if (best === undefined || claims.length === 0) return null;
  return {
    part,
    say: null,
    decisive: [],
    about: best.document.measures,
    claims,
    suggestion: best.document.practice ?? null,
    limits: best.document.limits ?? null,
    answer_probability: best.answer_probability,
    entry: null,
  };
}

/** The only document behind a claim of low certainty; null where the claim rests on more. */
export function thinSupport({ records, against }: AnswerClaim): EvidenceDocument | null {
  const [only] = records;
  return records.length === 1 &&
    only !== undefined &&
    certaintyOf(records, against.length) === "low"
    ? only
    : null;
}
