/**
 * JSON bodies, and the search pages of the services that answer in JSON.
 * @module
 */
import { bodyFault } from "./http.ts";

/** @throws HttpFault where it is not JSON, for example because it was cut off */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bodyFault("the JSON is damaged or cut off");
  }
}
