/**
 * Does she tell of something that a health professional should see? That wants another last word than an answer about habits.
 * @module
 */
import type { LifeStage } from "../../contract/vocabulary.ts";
import { RED_FLAGS } from "./red-flags.ts";
import { matchesAny } from "./spellings.ts";

/** A period that stays away: before the years around menopause somebody should look at it. */
const PERIOD_AWAY = [
  /\b(?:no|without|missing) (?:a |my |any )?(?:period|bleed)s? (?:for|in|since|at all|any ?more)\b|\blost my periods?\b|\bmissed (?:two|three|four|\d|my last \w+) periods\b/,
  /\b(?:havent|have not|not|never) (?:had|got|seen) (?:a |my |any )?(?:periods?|bleed)\b(?! yet (?:its |it is |im |and its |but its |this |due))/,
  /\b(?:period|cycle)s? (?:has |have |just |simply |completely |suddenly )*(?:vanished|disappeared|gone|went away|stopped|went missing)\b(?! (?:from \d+ (?:days? )?to \d|yesterday|today|tonight|this (?:morning|afternoon)|last night|on (?:day|mon|tue|wed|thu|fri|sat|sun)|(?:a|two|three|\d) days? ago|by day \d))/,
];

/** After menopause any bleeding is looked at. */
const BLEEDING_AGAIN = [
  /\b(?:im|i am|i|ive|i have|been|started|start|keep) (?:\w+ ){0,2}?(?:bleeding|bled|spotting)\b(?! (?:gums?|nose|heart))/,
];

const WORTH_SEEING = [
  ...RED_FLAGS.map((source) => new RegExp(source)),
  /\b(?:on|taking|course of|round of|finished) (?:\w+ )?antibiotics\b/,
  /\b(?:i have|i had|ive got|ive had|i got|got|running|with) a (?:\w+ )?fever\b(?! (?:dream|pitch))|\bmy fever\b|\b(?:i am|im|feel|feeling|felt) feverish\b/,
  // In pregnancy more than tired.
  /\b(?:pregnan\w*|preg(?:gers|go|o)|trimester|weeks (?:along|gone))\b.*\b(?:keep (?:\w+ ){0,2}down|vomit\w*|throwing up|bleeding|spotting|(?:red|brown|fresh|some|bit of|spots? of|drops? of|lots? of|theres|seeing|passing|passed|lost|losing) blood(?! (?:pressure|sugar|test))|dizzy|contractions?|sudden swelling|seeing stars|blurr\w+ vision)\b/,
  /\b(?:keep (?:\w+ ){0,2}down|vomit\w*|throwing up|bleeding|spotting)\b.*\b(?:pregnan\w*|trimester)\b/,
  /\b(?:bleeding|spotting) (?:at|in) (?:week )?\d+ ?(?:weeks|week|w)\b|\bpositive (?:pregnancy |hpt )?test\b.*\b(?:bleeding|blood|spotting|cramps)\b/,
  // Heart and head.
  /\b(?:tight chest|chest (?:is |feels |felt |gets |was )?tight(?:ness)?)\b(?! (?:straps?|bands?))/,
  /\bmy (?:heart|pulse) (?:is |was |keeps |kept |starts? |suddenly )*(?:pounding|racing|fluttering|skipping|hammering)\b/,
  // As a habit it may be nerves or an effort.
  /^(?!.*\b(?:present|exams?|tests?|recital|(?:back)?stage|seminars?|meetings?|arguments?|annoyances?|speech|interviews?|scared|sauna|interval\w*|sprints?|hills?|coffees?|caffeine|beers?|wine)\b).*\bmy (?:heart|pulse) (?:always |often |suddenly |sometimes )?(?:pounds|races|flutters|skips|hammers)\b/,
  /(?:\b(?:im|ive|my|get|getting|got|feel|feeling|having|have|had)|(?<!\b(?:will|would|might|may|could) )\bi) (?!a )(?:\w+ )?(?:palpitations?|dizzy|dizziness|fainted|(?<!\ba )faint|blackouts?(?! (?:curtains?|blinds?|shades?|liners?|masks?)))\b/,
  /\b(?:i|ive|and) (?:\w+ )?collapsed\b(?! (?:on|in|into|onto) (?:the |my )?(?:sofa|couch|bed|settee))/,
  /\b(?:hr|heart rate|pulse|bpm)\b(?: \w+){0,4}? (?:1[5-9]\d|2[0-2]\d)\b(?: \w+){0,4}? (?:sitting(?! at)|lying (?:down|here|in|on)|doing nothing|on the (?:couch|sofa)|in bed)\b/,
  /\b(?:hr|heart rate|pulse|bpm)\b(?: (?:is|was|at|of|around|about|over|still|hits?|reads?)){0,3} (?:1[2-9]\d|2[0-2]\d) (?:bpm )?at rest\b|\bresting (?:hr|heart rate|pulse|bpm)(?: (?:is|was|at|of|around|about|over|still)){0,3} (?:1[2-9]\d|2[0-2]\d)\b/,
  /\b(?:i|ive|i have) (?:had|survived) (?:a |my )?(?:mild |small |mini )?(?:heart attack|stroke|bypass|stent)\b(?! (?:rate|volume|work|training|count))|\b(?:after|since) my (?:heart attack|stroke|bypass|stent)\b(?! (?:rate|volume|work|training|count))|\bmy (?:pacemaker|stent|heart failure)\b/,
  // Bleeding.
  /\bsoak\w* (?:through )?(?:\w+ ){0,2}(?:pads?|tampons?)\b|\bflooding\b.*\b(?:pads?|tampons?|periods?)\b/,
  /(?<!\b(?:no|without|stopped) )\bbleeding (?:for )?(?:now )?(?:weeks|months|a (?:month|fortnight)|(?:two|three|four|five|six|[2-9]|[1-9]\d) (?:weeks|months)|(?:[89]|[1-9]\d) (?:\w+ )?days)\b|\bbleeding every (?:two|three|[23]) weeks\b|\bbleeding (?:again )?after (?:sex|the menopause|menopause)\b|\b(?:bleeding|spotting|bled)(?: again)?(?: (?:\w+ ){0,2}?(?:years?|months?))? (?:after|since|past) (?:the |my )?menopause\b/,
  /\bno (?:period|bleed)s? (?:for|in|since) (?:\w+ ){0,3}?years?\b.*\b(?:bleeding|bled|spotting|blood)\b/,
  /\bclots?\b.*\b(?:golf ?balls?|plums?|eggs?|lemons?|palm|fist|50p)\b|\b(?:big|large|huge|massive) (?:blood )?clots\b/,
  /\bblood (?:in|on) (?:\w+ )?(?:poo|poop|stools?|urine|pee|wee)\b|\bbloody (?:stools?|diarrh\w+|urine)\b/,
  // Lumps and legs.
  /\b(?:found|feel|have|got|noticed|there is|theres) a (?:\w+ )?lump\b/,
  /\b(?:calf|leg)\b(?: \w+){0,2}? (?:swollen|swelling|hot|red)\b(?: and| \w+)? (?:hot|red|swollen|warm|tender|painful)\b/,
  // Ways of eating that do harm.
  /\bma(?:ke|king|de) myself (?:\w+ )?(?:throw up|vomit|puke|sick(?! (?:with|of|from|worrying)))\b|\bpurg(?:e|es|ed|ing) (?:\w+ )?(?:after|every|my) (?:\w+ )?(?:meals?|food|dinner|lunch|eating)\b|\bbing(?:e|es|ed|ing|eing) (?:\w+ ){0,3}?(?:purg\w+|puk\w+|vomit\w*|throw\w* up)\b/,
  /\bskip\w* (?:\w+ )?(?:meals?|eating|food)\b.*\b(?:(?:lose|losing|drop) (?:\w+ )?weight|thin|skinny|slim)\b/,
  // A mood that somebody should hear of.
  /\b(?:feel|feeling|felt) (?:\w+ ){0,2}?(?:worthless|hopeless)\b(?! (?:at|in|with) \w+)|\bi (?:cant|cannot|can not|couldnt) (?:seem to )?stop crying\b|\b(?:im|ive been|i am|i keep|i have been) crying (?:all day|every (?:single )?day|nonstop|non stop)\b/,
  /\blaxatives?\b.*\b(?:weight|kg|\d+kg|kilos?|lbs|pounds|thin|skinny|slim)\b/,
  /\b(?:havent|have not|not|didnt) (?:eaten|eat|ate)(?: anything| food| properly| at all| a thing)? (?:in|for) (?:\d+|two|three|four|five|six|several) days\b|\bonly (?:had |drunk |drank )?water since\b/,
  /\b(?:fast|fasting|starv\w*|not eat\w*|without (?:food|eating|water))\b(?: \w+){0,4}? (?:pass(?:ing)? out|faint\w*|collapse)\b/,
  /\b(?:my|have an|got an) (?:eating disorder|anorexia|bulimia)\b|\b(?:eating disorder|anorexia|bulimia) (?:is |has )?(?:back|come back|coming back)\b|\b(?:im|i am) (?:\w+ )?(?:anorexic|bulimic)\b|\bbmi (?:of |is |was )?1[0-6]\b/,
];

export function isWorthSeeing(query: string, lifeStage: LifeStage): boolean {
  const ofStage = { reproductive: PERIOD_AWAY, perimenopause: [], postmenopause: BLEEDING_AGAIN }[lifeStage];
  return matchesAny(query, [...WORTH_SEEING, ...ofStage]);
}
