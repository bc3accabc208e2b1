/**
 * What a text may never say to a user, whoever wrote the sentence.
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
  // These words frighten out of proportion beside someone's own readings.
  /\b(?:dying|died?|deaths?|dead|mortality|suicid\w*|cancers?|strokes?|heart attacks?|dementia)\b/i,
  /\byour (?:sleep|readiness|recovery|stress|activity) score\b/i,
];

/** Words about cycle phases. No text for someone after menopause may have them. */
const PHASE_WORDS =
  /\b(?:menstrua\w*|premenstrua\w*|follicular|luteal|ovulat\w*|periovulat\w*|anovulat\w*|menses|cycles?|cyclic\w*|periods?|pms)\b/i;
/** Words about menopause. They do not fit someone in her reproductive years who did not ask. */
const TRANSITION_WORDS = /\b(?:\w*menopaus\w*|midlife|hot flash\w*|hot flush\w*|night sweats?)\b/i;

/** Whether a question is about menopause itself; whoever asks it may be told about it. */
export function namesTransition(question: string): boolean {
  return TRANSITION_WORDS.test(question);
}

export interface Persona {
  /** Whether the text may speak of phases of the cycle. */
  phases: boolean;
  /** Whether the text may speak of menopause. */
  transition: boolean;
}

/** The first rule that a sentence breaks, or null. */
export function wordingFault(sentence: string, persona: Persona): string | null {
  const rule = NEVER.find((pattern) => pattern.test(sentence));
  if (rule) return `wording ${rule.source}`;
  if (!persona.phases && PHASE_WORDS.test(sentence))
    return "phase claim for a person without phases";
  if (!persona.transition && TRANSITION_WORDS.test(sentence))
    return "menopause for a person who did not ask";
  return null;
}
