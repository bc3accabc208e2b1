/**
 * The safety categories, for messages that are no wellness questions, and how each mode answers
 * them.
 * @module
 */
export const SAFETY_CATEGORIES = [
  "self_harm",
  "emergency",
  "red_flag",
  "pregnancy",
  "diagnosis",
  "medication",
  "test_interpretation",
] as const;
export type SafetyCategory = (typeof SAFETY_CATEGORIES)[number];

/**
 * These cannot wait. Strict mode says where to get help at once; permissive mode has no text and
 * warns `urgent_support`.
 */
const URGENT: readonly SafetyCategory[] = ["self_harm", "emergency"];

export function isUrgent(category: SafetyCategory): boolean {
  return URGENT.includes(category);
}

/** The message of strict mode. It never repeats the question. */
export function scopeMessage(categories: readonly SafetyCategory[]): string {
  if (categories.includes("self_harm"))
    return "This is not a question that wellness guidance can answer. Please turn to a local crisis line or the emergency services now.";
  if (categories.includes("emergency"))
    return "This may need help at once. Please call the local emergency services.";
  if (categories.includes("red_flag") || categories.includes("pregnancy"))
    return "This belongs with a doctor or midwife, who can look at it properly. Please contact one soon.";
  return "This is a clinical question, which wellness guidance does not answer. Please ask a doctor or pharmacist.";
}
