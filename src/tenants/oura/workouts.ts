/**
 * Workouts, and their intensity as the vendor names it.
 * @module
 */
import type { Workout } from "../../engine/types.ts";
import { knownActivity } from "../activities.ts";
import { localTime } from "../local-time.ts";
import { PLAUSIBLE, plausible } from "../plausible.ts";
import type { Records } from "./lists.ts";

const MS_PER_SECOND = 1_000;

export function readWorkouts(records: Records["workout"]): Workout[] {
  return records.map(({ day, activity, intensity, start_datetime, end_datetime }) => {
    const start = localTime(start_datetime);
    const end = localTime(end_datetime);
    const seconds =
      start === null || end === null ? null : (end.epoch_ms - start.epoch_ms) / MS_PER_SECOND;
    return {
      day,
      activity: knownActivity(activity),
      duration_s: plausible(seconds, PLAUSIBLE.workout_s),
      intensity: knownIntensity(intensity),
      start,
    };
  });
}

function knownIntensity(word: string | null | undefined): Workout["intensity"] {
  return word === "easy" || word === "moderate" || word === "hard" ? word : null;
}
