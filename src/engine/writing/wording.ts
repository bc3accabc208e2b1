/**
 * What a text for a person may never say, whoever wrote the sentence.
 * @module
 */

const NEVER: readonly RegExp[] = [
  /\byou (?:have|suffer)\b/i,
  /\bsigns? of\b/i,
  /\bdiagnos/i,
  /\bprescri(?:be|bed|bes|bing|ption)/i,
  /\d\s*(?:mg|mcg|µg|μg|ug|iu|milligrams?|micrograms?)\b/i,
  /\btake (?:\d|one|two|three|a (?:pill|tablet|capsule))/i,
  /\btreat your\b/i,
  /\b(?:cure[sd]?|guarantee[sd]?|miracle|promise[sd]?)\b/i,
  /\b(?:will definitely|will certainly|always works?)\b/i,
  /\byour (?:test|lab|blood test|scan) results?\b/i,
  /\b(?:ibuprofen|naproxen|paracetamol|acetaminophen|aspirin|diclofenac|mefenamic|metformin|sertraline|fluoxetine|paroxetine|escitalopram|citalopram|venlafaxine|desvenlafaxine|gabapentin|pregabalin|fezolinetant|elinzanetant|clonidine|oxybutynin|propranolol|zolpidem|eszopiclone|zopiclone|ssris?|snris?|benzodiazepines?|antidepressants?|nsaids?)\b/i,
  /\b(?:oura|fitbit|garmin|whoop|apple watch|withings|polar|samsung|huawei|xiaomi|ava bracelet)\b/i,
  /\byour (?:ring|watch|tracker|wearable|device|band|bracelet|app)\b/i,
  // Frightening out of proportion next to someone's own readings.
  /\b(?:dying|died?|deaths?|dead|mortality|suicid\w*|cancers?|strokes?|heart attacks?|dementia)\b/i,
  /\byour (?:sleep|readiness|recovery|stress|activity) score\b/i,
];

/** Words that claim something about cycle phases; none may stand in a text for someone after menopause. */
const PHASE_WORDS =
  /\b(?:menstrua\w*|premenstrua\w*|follicular|luteal|ovulat\w*|periovulat\w*|anovulat\w*|menses|cycles?|cyclic\w*|periods?|pms|cramps?)\b/i;
/** Words about the transition; out of place for someone in her reproductive years who did not ask. */
const TRANSITION_WORDS = /\b(?:\w*menopaus\w*|midlife|hot flash\w*|hot flush\w*|night sweats?)\b/i;

/** Whether a question is about the transition itself: who asks it may be told of it. */
export function namesTransition(question: string): boolean {
  return TRANSITION_WORDS.test(question);
}

export interface Persona {
  /** May phases of the cycle be spoken of? */
  phases: boolean;
  /** May menopause be spoken of? */
  transition: boolean;
  /** Past menopause, or asking for somebody who is. */
  later: boolean;
}

/** The first rule a sentence breaks, or null. */
export function wordingFault(sentence: string, persona: Persona): string | null {
  const rule = NEVER.find((pattern) => pattern.test(sentence));
  if (rule) return `wording ${rule.source}`;
  if (!persona.phases && PHASE_WORDS.test(sentence)) return "phase claim for a person without phases";
  if (!persona.transition && TRANSITION_WORDS.test(sentence)) return "menopause for a person who did not ask";
  return null;
}

const NUMBER = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*/gu;

/** The numbers of a text as written, without sign; digits inside a word ("VO2max") are not numbers. */
export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}
