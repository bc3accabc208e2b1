/** Parts of paths: known ones, and such as lead elsewhere. */
import fc from "fast-check";

export const segment = fc.constantFrom(
  "v1",
  "health",
  "me",
  "ready",
  "oura",
  "recommendation",
  "%2e%2e",
  "%00",
  "é",
  "",
);
