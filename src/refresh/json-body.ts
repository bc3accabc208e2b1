/**
 * JSON bodies, and the search pages of the services that answer with them.
 * @module
 */
import { bodyFault } from "./http.ts";

/** @throws Fault where it is not JSON, as a body that was cut off is not */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyFault("the JSON is damaged or cut off");
  }
}
