/**
 * The answers to a page's own requests are its own. The other examples of responses were recorded
 * once, for one wearable, and stand on the page of each.
 * @module
 */
import type { Json } from "../../contract/openapi/schema.ts";
import { OPERATIONS } from "../../contract/operations.ts";
import type { Answer } from "./document.ts";

const RECORDED_PATH = OPERATIONS.recommend.path.replace("{tenant}", "oura");
const RECOMMEND = new RegExp(`^${OPERATIONS.recommend.path.replace("{tenant}", "[^/]+")}$`);

export const RECORDED_NOTE =
  "The answers to the two requests of this page are this wearable's. The other examples were recorded with Oura records, so the readings in their texts and the members in their problems are Oura's.";

/** Whether a page shows examples of another wearable. */
export function wasRecordedElsewhere(path: string): boolean {
  return RECOMMEND.test(path) && path !== RECORDED_PATH;
}

/** The answer with examples that name the page's own path; one about another path keeps to that. */
export function atOwnPath(answer: Answer, path: string): Answer {
  if (!wasRecordedElsewhere(path)) return answer;
  const bodies = answer.bodies.map((media) => ({
    ...media,
    examples: media.examples.map((each) => ({ ...each, value: swapped(each.value, path) })),
  }));
  return { ...answer, bodies };
}

function swapped(value: Json, path: string): Json {
  const other: Record<string, string> = { [RECORDED_PATH]: path, [path]: RECORDED_PATH };
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === "string" ? (other[each] ?? each) : each,
  );
}
