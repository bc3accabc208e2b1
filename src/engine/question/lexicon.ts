/**
 * The words people use for phases, stages and the cycle, and what a question can be about.
 * @module
 */
import type { LifeStage, Measure, Outcome, Phase } from "../../contract/vocabulary.ts";

/** What a question can be about; measures and outcomes of one name are one subject. */
export type Subject = Measure | Outcome;

/** Phrases, lower case, for each value of a vocabulary. */
export type Words<T extends string> = Partial<Record<T, readonly string[]>>;

/** Phrases with commas between them: long lists stay short enough to read. */
export function said([text = ""]: TemplateStringsArray): string[] {
  return text.split(",").map((phrase) => phrase.trim().replaceAll(/\s+/g, " "));
}

export const PHASE_WORDS: Words<Phase> = {
  menstrual: [
    "my period",
    "the period",
    "on period",
    "menstruation",
    "menstruating",
    "menstrual phase",
    "menses",
    "bleeding",
    "period",
  ],
  follicular: [
    "follicular",
    "follicular phase",
    "after my period",
    "after the period",
    "first half of my cycle",
    "first half of the cycle",
    "after period",
  ],
  ovulatory: [
    "ovulation",
    "ovulatory",
    "ovulating",
    "ovulate",
    "mid cycle",
    "midcycle",
    "middle of my cycle",
    "middle of the cycle",
    "fertile window",
  ],
  luteal: [
    "luteal",
    "luteal phase",
    "premenstrual",
    "before my period",
    "before the period",
    "after ovulation",
    "second half of my cycle",
    "second half of the cycle",
    "before period",
    "period due",
    "period is due",
    "im due on",
    "before im due",
    "when im due",
    "premenstrual phase",
  ],
};

export const STAGE_WORDS: Words<LifeStage> = {
  perimenopause: [
    "perimenopause",
    "perimenopausal",
    "peri",
    "perimeno",
    "peri menopause",
    "menopausal transition",
    "menopause transition",
    "menopause",
    "menopausal",
  ],
  postmenopause: [
    "postmenopause",
    "postmenopausal",
    "post menopause",
    "post menopausal",
    "after menopause",
    "past menopause",
  ],
};

/** Words that make a question about the cycle without naming a phase. */
export const CYCLE_WORDS = [
  "menstrual cycle",
  "cycle",
  "hormone",
  "hormonal",
  "cycle phase",
  "phase",
  "this time of the month",
  "time of the month",
  "progesterone",
  "estrogen",
  "oestrogen",
  "cycle syncing",
];

/** Where words of ours say something else. */
export const IDIOMS = [
  "day running",
  "night running",
  "week running",
  "month running",
  "running late",
  "running low",
  "running out",
  "on the track",
  "tiktok thing",
  "tea leaves",
  "my cup of tea",
  "in the mood",
  "watch for",
  "watch out",
  "hot drink",
  "warm drink",
  "ginger tea",
  "chamomile tea",
  "peppermint tea",
  "herbal tea",
  "raspberry leaf tea",
  "soft drink",
  "fizzy drink",
  "saw on tiktok",
  "read on tiktok",
  "everyone on tiktok",
  "saw on instagram",
  "running about",
  "running around",
  "lift it",
  "lift me",
  "lifting the little",
  "lifting the baby",
  "in the long run",
  "on the run",
  "sore throat",
  "running efficiency",
  "movement efficiency",
  "energy efficiency",
  "fuel efficiency",
  "efficiency rating",
  "sore knee",
  "sore eye",
];

/** Questions about one's own readings without naming any: they are read like the implicit prompt. */
export const OWN_DATA_WORDS = [
  "my data",
  "my number",
  "my reading",
  "my trend",
  "my signal",
  "my body",
  "my week",
  "my night",
  "tip for tonight",
  "tip for today",
  "last night",
  "this week",
  "my metric",
  "my graph",
  "these number",
  "these reading",
  "my chart",
  "my stat",
  // What devices make of several readings: why it has moved is told by the readings.
  "my readiness",
  "my readiness score",
  "my morning readiness",
  "my training readiness",
  "my body battery",
  "my recovery score",
  "am i doing",
  "focus on",
  "pay attention to",
  "stand out",
  "look after myself",
  "today",
  "take care of myself",
  // Worry about a reading is no question about anxiety.
  "be worried",
  "im worried",
  "i am worried",
  "be concerned",
  "should i worry",
  "worried about",
  "worried that",
  "worry about",
];
