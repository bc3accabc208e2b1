/**
 * Does she tell of a loss? Then no cheerful question about coffee or wine follows the answer.
 * @module
 */
import { words } from "./fold.ts";

const LOSS =
  /\b(?:miscarr\w+|stillb\w+|bereave\w+|grie(?:f|ve|ving)|mourning|funeral|widow\w*|passed away|(?<!\b(?:phone|battery|watch|ring|laptop|tracker|charger|car|legs?|app) (?:\w+ )?)(?:died|dying|death of))\b|\blost (?:my|our|the|a) (?:\w+ )?(?:baby|child|son|daughter|mum|mom|mother|dad|father|husband|wife|partner|sister|brother|gran\w*|friend|pregnancy)\b/;

export function tellsOfLoss(query: string): boolean {
  return LOSS.test(words(query).join(" "));
}
