/**
 * Articles that nobody wrote: a grammar over the field's words, so that an index has what a real
 * one has: many subjects, words that are in every other text and words that are in one. Nothing of
 * it is anybody's text, and nothing of it is true.
 */
import type { Sample } from "../../support/medline.ts";
import { Chance } from "./random.ts";
import { DESIGNS, EXPOSURES, METHODS, OUTCOMES, PHASES, POPULATIONS, TAIL } from "./words.ts";

/** Articles and questions are drawn from separate rows of seeds. */
const QUESTION_SEEDS = 0x40000000;

interface Subject {
  exposure: string;
  outcome: string;
  other: string;
  population: string;
  phase: string;
}

/** Subjects are as unevenly studied as words are used. */
function subjectOf(chance: Chance): Subject {
  return {
    exposure: chance.zipfPick(EXPOSURES),
    outcome: chance.zipfPick(OUTCOMES),
    other: chance.pick(OUTCOMES),
    population: chance.zipfPick(POPULATIONS),
    phase: chance.zipfPick(PHASES),
  };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type Sentence = (subject: Subject, chance: Chance) => string;

const rare = (chance: Chance) => chance.zipfPick(TAIL);
const percent = (chance: Chance) => (chance.next() * 40).toFixed(1);
const p = (chance: Chance) => `p = ${(chance.next() * 0.2).toFixed(3)}`;

const BACKGROUND: readonly Sentence[] = [
  (s, c) =>
    `${capital(s.exposure)} is common among ${s.population}, yet its relation with ${s.outcome} over ${s.phase} is poorly described and often confounded by ${rare(c)}.`,
  (s, c) =>
    `Earlier work on ${s.outcome} has mostly studied men, and little is known about ${s.population} during ${s.phase}, in particular where ${rare(c)} or ${rare(c)} play a part.`,
  (s) =>
    `Many ${s.population} report that ${s.exposure} changes their ${s.outcome}, but objective recordings at home are rare.`,
  (s, c) =>
    `It has been proposed that ${s.exposure} acts on ${s.outcome} through ${rare(c)} signalling and the autonomic nervous system.`,
  (s, c) =>
    `We aimed to examine whether ${s.exposure} is associated with ${s.outcome} and ${s.other} in ${s.population}, taking the ${rare(c)} hypothesis as a starting point.`,
];
const METHOD: readonly Sentence[] = [
  (s, c) =>
    `In this ${c.pick(DESIGNS)}, ${c.whole(12, 4800)} ${s.population} aged ${c.whole(18, 44)} to ${c.whole(45, 72)} years were followed for ${c.whole(2, 52)} weeks with ${c.pick(METHODS)} and ${c.pick(METHODS)}.`,
  (s, c) =>
    `${capital(s.outcome)} was recorded every night with ${c.pick(METHODS)}, and ${s.exposure} was assessed with ${c.pick(METHODS)}.`,
  (_, c) =>
    `Mixed models were adjusted for age, body mass index, season and ${rare(c)}, with participants as a random effect.`,
  (s, c) =>
    `Participants were allocated to ${s.exposure} or a control condition for ${c.whole(1, 16)} weeks, with a washout of ${c.whole(3, 30)} days and ${rare(c)} status as a stratum.`,
  (s, c) =>
    `The primary outcome was ${s.outcome}; secondary outcomes were ${s.other}, ${c.pick(OUTCOMES)} and serum ${rare(c)}.`,
];
const RESULT: readonly Sentence[] = [
  (s, c) =>
    `${capital(s.outcome)} was ${percent(c)}% ${c.pick(["higher", "lower"])} with ${s.exposure} than without it (95% CI ${percent(c)} to ${percent(c)}; ${p(c)}).`,
  (s, c) =>
    `No difference in ${s.other} was found between the groups (${p(c)}), although ${s.population} with high ${rare(c)} differed from the others.`,
  (s, c) =>
    `The association was strongest during ${s.phase} and weaker in those with ${rare(c)} (${p(c)}).`,
  (s, c) =>
    `Each additional ${c.whole(5, 60)} minutes of ${s.exposure} went along with a change of ${percent(c)} units in ${s.outcome}, independent of ${c.pick(OUTCOMES)}.`,
  (s, c) =>
    `Adherence was ${percent(c)}%, ${c.whole(0, 20)} participants withdrew, and no serious adverse events were related to ${s.exposure} or ${rare(c)}.`,
  (s, c) =>
    `In exploratory analyses, ${s.other} mediated ${percent(c)}% of the link between ${s.exposure} and ${s.outcome}.`,
];
const CONCLUSION: readonly Sentence[] = [
  (s, c) =>
    `${capital(s.exposure)} was linked with ${c.pick(["better", "worse", "unchanged"])} ${s.outcome} in ${s.population}, mainly during ${s.phase}.`,
  (s, c) =>
    `These findings suggest that ${s.population} may expect small changes of ${s.outcome} with ${s.exposure}; longer trials that measure ${rare(c)} are needed.`,
  (s) =>
    `Individual differences in ${s.outcome} were larger than the average effect of ${s.exposure}, so that personal tracking over ${s.phase} seems useful.`,
];
const TITLES: readonly Sentence[] = [
  (s, c) => `Effects of ${s.exposure} on ${s.outcome} in ${s.population}: a ${c.pick(DESIGNS)}`,
  (s, c) =>
    `${capital(s.outcome)} over ${s.phase} and ${s.exposure} in ${s.population}: ${c.pick(DESIGNS)} of ${rare(c)}`,
  (s, c) =>
    `Is ${s.exposure} associated with ${s.outcome} and ${s.other}? A ${c.pick(DESIGNS)} in ${s.population}`,
  (s, c) =>
    `${capital(rare(c))}, ${s.exposure} and ${s.outcome} during ${s.phase}: a ${c.pick(DESIGNS)}`,
];

/** Sentences of one kind, each at most once, in the order of the grammar. */
function some(kinds: readonly Sentence[], count: number, subject: Subject, chance: Chance): string {
  const left = new Set(kinds.keys());
  while (left.size > count) left.delete(chance.pick([...left]));
  return [...left].map((i) => kinds[i]?.(subject, chance)).join(" ");
}

/**
 * The `number`-th article; the same on every machine, however many are made. About 200 words, two
 * or three passages.
 */
export function generatedArticle(number: number): Sample {
  const chance = new Chance(number);
  const subject = subjectOf(chance);
  return {
    doi: `10.5555/generated.${number}`,
    pmid: 1 + number,
    title: chance.pick(TITLES)(subject, chance),
    year: chance.whole(1995, 2026),
    abstract: [
      `BACKGROUND: ${some(BACKGROUND, chance.whole(2, 3), subject, chance)}`,
      `METHODS: ${some(METHOD, chance.whole(2, 4), subject, chance)}`,
      `RESULTS: ${some(RESULT, chance.whole(3, 5), subject, chance)}`,
      `CONCLUSIONS: ${some(CONCLUSION, chance.whole(1, 2), subject, chance)}`,
    ].join(" "),
  };
}

const QUESTIONS: readonly Sentence[] = [
  (s) => `does ${s.exposure} change my ${s.outcome}`,
  (s) => `Why is my ${s.outcome} worse during ${s.phase} and does ${s.exposure} help?`,
  (s) => `how can I improve ${s.outcome} and ${s.other}`,
  (s) => `Is ${s.exposure} good for ${s.outcome} in ${s.population}?`,
  (s) => `What can ${s.population} do about ${s.outcome} and ${s.other} over ${s.phase}?`,
  (s, c) => `will ${s.exposure} for ${c.whole(2, 12)} weeks lower my ${s.outcome}`,
  (s) => `my ${s.outcome} went up after ${s.exposure}, is that normal during ${s.phase}`,
];
/** As people ask; longer ones are cut to the last of these words. */
const QUESTION_WORDS = { min: 6, max: 15 } as const;

/** The `number`-th question, 6 to 15 words, about subjects of the same kind as the articles'. */
export function generatedQuestion(number: number): string {
  const chance = new Chance(QUESTION_SEEDS + number);
  for (;;) {
    const words = chance.pick(QUESTIONS)(subjectOf(chance), chance).split(" ");
    if (words.length >= QUESTION_WORDS.min) return words.slice(0, QUESTION_WORDS.max).join(" ");
  }
}
