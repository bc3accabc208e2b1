/**
 * Does she tell of a loss? Then no cheerful question about coffee or wine follows the answer.
 * @module
 */
import { words } from "./fold.ts";

const THING =
  "(?:phone|battery|watch|ring|laptop|tracker|charger|car|legs?|app|oura|garmin|whoop|fitbit|band|device|sensor)";
const SOMEBODY =
  "(?:child|son|daughter|mum|mom|mother|dad|father|husband|wife|partner|sister|brother|gran(?:ny|dad|ma|pa|dmother|dfather)?|friend|dog|cat|pregnancy|baby(?! (?:weight|fat|belly)))";
const LOSS = new RegExp(
  `\\b(?:miscarr\\w+|stillb\\w+|bereave\\w+|grie(?:f|ve|ving)|mourning|funeral|widow\\w*|passed away|death of)\\b|(?<!\\b${THING} (?:\\w+ ){0,2}?)\\b(?:died|dying(?! (?:to|for|of|here)))\\b|\\blost (?:my|our|the|a) (?:\\w+ )?${SOMEBODY}\\b`,
);

export function tellsOfLoss(query: string): boolean {
  return LOSS.test(words(query).join(" "));
}
