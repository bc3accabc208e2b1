/**
 * What a scenario of the sandbox puts in the engine's place: a fixed result, or the refusal that
 * the real fault would bring. Everything around it is the ordinary way of a request.
 * @module
 */
import { persistenceFailed, ServiceError } from "../contract/error.ts";
import { PLATFORM_CONFIDENCE_FLOOR } from "../contract/limits.ts";
import type { Citation } from "../contract/response.ts";
import {
  type Outcome,
  SCENARIO_HEADER,
  SCENARIOS,
  type Scenario,
  scenarioNamed,
} from "../contract/scenario.ts";
import type { EngineFeatures, EngineResult } from "../engine/types.ts";
import { citationId } from "../engine/writing/citation.ts";
import { INTERNAL_MESSAGE } from "./envelope.ts";
import type { Partner } from "./partner.ts";
import { invalidRequest, TIMEZONE_PROBLEM } from "./request.ts";
import { outOfScope } from "./strict-scope.ts";
import { notReady } from "./unavailable.ts";

type AnswerOutcome = Extract<Outcome, { kind: "answer" }>;

/** A served answer has this confidence, or the caller's own floor where that is higher. */
const SERVED_CONFIDENCE = 0.8;
const THIN_CONFIDENCE = 0.2;
/** Of a threshold that is no higher than the service's own. */
const BELOW_SHARE = 0.9;
/** Names that were refused and not yet asked again; beyond this the oldest are forgotten. */
const REFUSED_ONCE_MAX = 1_024;

/** Nobody can take the text or its sources, whose DOIs are of the test prefix, for advice. */
const TEXT =
  "This is the made-up answer of a sandbox scenario; no data of yours were read for it. A served answer says first what was found, in one sentence (Sample et al., 2021). Then it names the readings behind it, each beside the usual level of the person. What studies found comes next, with an author and a year for every claim, as at the end of this sentence (Sample et al., 2021; Specimen, 2019). One thing to try follows where the evidence has one. The last sentence is a limit: what the studies leave open, or when to see a doctor.";
const THIN_TEXT = TEXT.replace("; Specimen, 2019", "");
const QUESTIONS = [
  "Why is my HRV low in the days before my period?",
  "How can I get more deep sleep?",
];

const CITATIONS: readonly Citation[] = [
  {
    citation_id: citationId("10.5555/phasewise.sandbox.1"),
    source_title: "A made-up source of the sandbox, the first of two",
    authors: "Sample A et al.",
    year: 2021,
    doi: "10.5555/phasewise.sandbox.1",
    relevance: 0.9,
  },
  {
    citation_id: citationId("10.5555/phasewise.sandbox.2"),
    source_title: "A made-up source of the sandbox, the second of two",
    authors: "Specimen B",
    year: 2019,
    doi: "10.5555/phasewise.sandbox.2",
    relevance: 0.6,
  },
];

/** What a request's header asks for; null where there is none, and always in production. */
export function requestedScenario(headers: Headers, { environment }: Partner): Scenario | null {
  const name = environment === "sandbox" ? headers.get(SCENARIO_HEADER) : null;
  return name === null ? null : scenarioNamed(name);
}

export function unknownScenario(): ServiceError {
  return invalidRequest([
    {
      path: "",
      message: `the header ${SCENARIO_HEADER} names no scenario`,
      fix: `Leave the header out, or send one of: ${SCENARIOS.map((each) => each.name).join(", ")}.`,
    },
  ]);
}

export function isReplay(scenario: Scenario | null): boolean {
  return scenario?.outcome.kind === "answer" && scenario.outcome.replay;
}

/** Remembers which names were refused, so that the next try is let through. */
export class FirstTryRefusals {
  readonly #refused = new Set<string>();

  /** Whether this outcome refuses the try: always, or each first of two tries of a name. */
  refuses({ once }: { once: boolean }, name: string): boolean {
    if (!once) return true;
    if (this.#refused.delete(name)) return false;
    for (const oldest of this.#refused) {
      if (this.#refused.size < REFUSED_ONCE_MAX) break;
      this.#refused.delete(oldest);
    }
    this.#refused.add(name);
    return true;
  }
}

/** The error that the real fault would bring. */
export function scenarioError({ code, categories }: Extract<Outcome, { kind: "error" }>) {
  switch (code) {
    case "invalid_request":
      return invalidRequest([TIMEZONE_PROBLEM]);
    case "out_of_scope":
      return outOfScope(categories);
    case "persistence_failed":
      return persistenceFailed("a sandbox scenario");
    case "service_unavailable":
      return notReady("a sandbox scenario");
    default:
      return new ServiceError("internal_error", INTERNAL_MESSAGE, {
        internal: "a sandbox scenario",
      });
  }
}

/** What stands in for the engine's result. It is a pure function, so the audit row is rebuilt. */
export function scenarioResult(
  outcome: Outcome,
  { minimum_confidence }: EngineFeatures,
  corpus_version: string,
): EngineResult {
  const { suppression, warnings, categories } = outcome.kind === "answer" ? outcome : PLAIN;
  const thin = warnings.includes("thin_evidence");
  const served = suppression === null;
  // A message that is no wellness question gets neither a grade nor questions.
  const ungraded = !served && !thin;
  const confidence = {
    insufficient_signal: THIN_CONFIDENCE,
    below_platform_threshold: ungraded ? 0 : THIN_CONFIDENCE,
    below_client_threshold: confidenceBelow(minimum_confidence),
    served: Math.max(SERVED_CONFIDENCE, minimum_confidence),
  }[suppression ?? "served"];
  return {
    recommendation: served ? (thin ? THIN_TEXT : TEXT) : null,
    citations: served ? CITATIONS.slice(0, thin ? 1 : CITATIONS.length) : [],
    confidence,
    confidence_parts: { coverage: confidence, specificity: confidence, consistency: confidence },
    suggested_questions: ungraded ? [] : QUESTIONS,
    warnings: [...warnings],
    suppression_reason: suppression,
    categories,
    answered_by: [],
    corpus_version,
    timings_ms: {},
  };
}

/** One that the service itself would serve, where the caller's threshold leaves room for it. */
function confidenceBelow(minimum_confidence: number): number {
  if (minimum_confidence > PLATFORM_CONFIDENCE_FLOOR) return PLATFORM_CONFIDENCE_FLOOR;
  return minimum_confidence * BELOW_SHARE;
}

/** After its refusal a scenario that refuses once is served. */
const PLAIN: Pick<AnswerOutcome, "suppression" | "warnings" | "categories"> = {
  suppression: null,
  warnings: [],
  categories: [],
};
