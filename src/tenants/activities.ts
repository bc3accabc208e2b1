/**
 * Workouts and the names of activities. A vendor's list of activities is open and users can name
 * their own, so only known words are kept.
 * @module
 */
import type { LocalTime, Workout } from "../engine/types.ts";
import { localDay } from "./local-time.ts";
import { PLAUSIBLE, plausible } from "./plausible.ts";

const MS_PER_SECOND = 1_000;

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

/** A workout between two instants; none where an instant or its day is not known. */
export function workoutBetween(
  start: LocalTime | null,
  end: LocalTime | null,
  word: string | null | undefined,
): Workout[] {
  const day = start === null ? null : localDay(start);
  if (start === null || end === null || day === null) return [];
  const seconds = (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
  return [
    {
      day,
      activity: knownActivity(word),
      duration_s: plausible(seconds, PLAUSIBLE.workout_s),
      intensity: null,
      start,
    },
  ];
}
