/**
 * Measures the service's texts on the bundled cases.
 * @module
 */
import { RECOMMENDATION_CHARS_MAX, RECOMMENDATION_CHARS_MIN } from "../contract/limits.ts";
import type { Engine, EngineResult } from "../engine/types.ts";
import { codePoints } from "../engine/writing/draft.ts";
import { wordingFault } from "../engine/writing/wording.ts";
import { type Case, PEOPLE } from "./cases.ts";

/** Each is a share of the cases or texts named; null where there are none. */
export interface RecommendationFigures {
  cases: number;
  served: number;
  /**
   * Of the served texts: every source named in the text is listed with its DOI, and the reverse.
   */
  grounding: number | null;
  /** Of the served texts: no clinical or forbidden wording. */
  safety: number | null;
  /** Of the served texts: within the contract's length. */
  length: number | null;
  /** Of all cases: the same answer when asked again. */
  determinism: number | null;
  /** Of the cases that should be answered: those that are. */
  coverage: number | null;
  /** Of the cases that should be withheld: those that are. */
  withheld: number | null;
  /** What to look at, one line each. */
  faults: string[];
}

const MINIMUM_CONFIDENCE = 0.5;
/** Allows any sentence, because whom it may be said to is checked when it is written. */
const ANYONE = { phases: true, transition: true };

export async function evaluateRecommendations(
  engine: Pick<Engine, "recommend">,
  cases: readonly Case[],
  onProgress: (done: number) => void = () => undefined,
): Promise<RecommendationFigures> {
  const faults: string[] = [];
  const counted = { grounding: 0, safety: 0, length: 0, determinism: 0, coverage: 0, withheld: 0 };
  let served = 0;
  let wanted = 0;
  for (const [done, each] of cases.entries()) {
    onProgress(done);
    const ask = () =>
      engine.recommend({
        ...PEOPLE[each.person],
        query: each.query,
        minimum_confidence: MINIMUM_CONFIDENCE,
      });
    const result = await ask();
    const again = await ask();
    const note = (holds: boolean, what: keyof typeof counted) => {
      if (holds) counted[what]++;
      else faults.push(`${what}: [${each.person}] ${each.query ?? "(asks nothing)"}`);
    };
    note(content(result) === content(again), "determinism");
    const text = result.recommendation;
    if (each.expected === "answer") {
      wanted++;
      note(text !== null, "coverage");
    } else note(text === null, "withheld");
    if (text === null) continue;
    served++;
    note(isGrounded(text, result), "grounding");
    note(wordingFault(text, ANYONE) === null, "safety");
    const size = codePoints(text);
    note(size >= RECOMMENDATION_CHARS_MIN && size <= RECOMMENDATION_CHARS_MAX, "length");
  }
  const share = (count: number, of: number) => (of === 0 ? null : count / of);
  return {
    cases: cases.length,
    served,
    grounding: share(counted.grounding, served),
    safety: share(counted.safety, served),
    length: share(counted.length, served),
    determinism: share(counted.determinism, cases.length),
    coverage: share(counted.coverage, wanted),
    withheld: share(counted.withheld, cases.length - wanted),
    faults,
  };
}

/** All of a result except its timings. */
function content({ timings_ms: _, ...result }: EngineResult): string {
  return JSON.stringify(result);
}

/** `(Baker & Driver, 2007; Sims et al., 2021)` in a text, each as `Baker|2007`. */
const MARKERS = /\((\p{L}[^()]*?, \d{4}[a-z]?(?:; [^()]*?, \d{4}[a-z]?)*)\)/gu;
const MARKER_END = /(?: et al\.| & .*?)?, (\d{4})[a-z]?$/u;

function isGrounded(text: string, { citations }: EngineResult): boolean {
  const markers = [...text.matchAll(MARKERS)].flatMap(([, inside = ""]) => inside.split("; "));
  const named = new Set(markers.map((marker) => marker.replace(MARKER_END, "|$1")));
  const listed = citations.map(({ authors, year, doi }) => {
    const first = authors.replace(/ et al\.$/, "").split(" & ")[0] ?? "";
    return { source: `${first.replace(/ \p{Lu}+$/u, "")}|${year}`, doi };
  });
  return (
    listed.length > 0 &&
    listed.every(({ source, doi }) => doi !== "" && named.has(source)) &&
    named.size === new Set(listed.map(({ source }) => source)).size
  );
}
