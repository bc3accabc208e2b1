/**
 * Workouts. The vendor's list of activities is open and users can name their own, so only known
 * words are kept.
 * @module
 */
import type { Workout } from "../../engine/types.ts";
import { localTime } from "../local-time.ts";
import type { Records } from "./lists.ts";
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

export function readWorkouts(records: Records["workout"]): Workout[] {
  return records.map(({ day, activity, intensity, start_datetime, end_datetime }) => {
    const start = localTime(start_datetime);
    const end = localTime(end_datetime);
    const seconds = start === null || end === null ? null : (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
    return {
      day,
      activity: knownActivity(activity),
      duration_s: plausible(seconds, PLAUSIBLE.sleep_s),
      intensity: knownIntensity(intensity),
      start,
    };
  });
}

function knownActivity(word: string | null | undefined): string | null {
  const name = word?.toLowerCase().replaceAll(" ", "_") ?? "";
  return KNOWN_ACTIVITIES.has(name) ? name : null;
}

function knownIntensity(word: string | null | undefined): Workout["intensity"] {
  return word === "easy" || word === "moderate" || word === "hard" ? word : null;
}
