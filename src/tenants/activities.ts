/**
 * Names of activities. A vendor's list of activities is open and users can name their own, so only
 * known words are kept.
 * @module
 */

const KNOWN_ACTIVITIES = new Set([
  "walking",
  "running",
  "cycling",
  "swimming",
  "hiking",
  "rowing",
  "yoga",
  "pilates",
  "dancing",
  "strength_training",
  "weight_training",
  "hiit",
  "cross_training",
  "elliptical",
  "stair_exercise",
  "cross_country_skiing",
  "downhill_skiing",
  "snowboarding",
  "skating",
  "tennis",
  "badminton",
  "squash",
  "golf",
  "soccer",
  "football",
  "basketball",
  "volleyball",
  "handball",
  "floorball",
  "hockey",
  "climbing",
  "boxing",
  "martial_arts",
  "horseback_riding",
  "gymnastics",
  "core_exercise",
  "stretching",
  "household",
  "yardwork",
]);

/** The word as the engine knows it (`running`), or null. */
export function knownActivity(word: string | null | undefined): string | null {
  const name = word?.toLowerCase().replaceAll(" ", "_") ?? "";
  return KNOWN_ACTIVITIES.has(name) ? name : null;
}
