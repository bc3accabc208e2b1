/**
 * Symptoms that somebody should look at, soon or at once: not for reading up on, and if a text is given at all, its last word is to have them seen.
 * @module
 */

const ASLEEP_AT_LAST =
  "(?! (?:again )?(?:(?:on|in|into) (?:the |my |our |a )?(?:sofa|couch|settee|bed|arm ?chair|chair|recliner|hammock|car|bus|plane|hotel|tent)|(?:at|by|before|around|about) (?:\\d|eight|nine|ten|eleven|night)|early|asleep|within|straight|as soon|the (?:second|minute|moment)|for \\d+ ?h|after (?:a |the |my )?(?:\\w+ )?(?:dinner|lunch|work|wine|drinks|nights?|shifts?)|from (?:exhaustion|tiredness)))";

/** No minute for reading: no text is given at all. */
export const EMERGENCIES = [
  // The chest, and from there into the arm.
  "\\b(?:chest (?:is |feels |felt |gets |was )?(?:tight(?:ness)?|pains?|hurts?|hurting|aches?)|(?:tight|crushing|pain|pains|pressure|tightness)(?: \\w+){0,6}? chest(?! (?:straps?|bands?|belts?|press)))\\b.*\\b(?:(?:left |my |the |right |one )arms?|jaw|numb|tingl\\w+|(?:cold |breaking (?:out )?in )sweat\\w*)\\b",
  // Nerves.
  "\\b(?:half (?:of )?my (?:face|body)|(?:one|left|right) side of my (?:face|body)|my (?:left |right )?face)( \\w+){0,3}? (?:numb|droop\\w*|weak|paraly\\w+)\\b(?! (?:in|from|after) (?:the |a |my )?(?:cold|ice|plunge|swim|wind|snow|dentist))|\\bface (?:is |was )?droop\\w*|\\bspeech (?:is |was |got |went )?(?:\\w+ )?slurr\\w+|\\bslurr\\w+ (?:my )?(?:speech|words)\\b",
  // Blood.
  "\\b(?:cough\\w*|vomit\\w*|throw\\w* up|threw up|puk\\w+|spit\\w*|spat|being sick)( \\w+){0,2}? (?:up )?blood\\b(?! (?:pressure|sugar|test))|\\bblood in (?:my |the )?(?:vomit|sick|sputum|phlegm|spit)\\b",
  // A child not yet born.
  "\\b(?:baby|bub|bump) (?:hasnt|has not|isnt|is not|not|stopped|barely|hardly) (?:been )?(?:mov\\w+|kick\\w+)\\b(?! (?:to|into|out|rooms?)\\b)",
] as const;

export const RED_FLAGS = [
  ...EMERGENCIES,
  // The chest; no strap and no press.
  "\\b(?:chest (?:pains?|(?:is |was |really |often )?(?:hurts?|hurting|aches?|aching|pressure))|pains?(?: \\w+){0,5}? (?:in|across|of|on) (?:my|the) chest|(?:pressure|crushing|tightness)(?: \\w+)? (?:in |on |across )?(?:my |the )?chest)\\b(?! (?:straps?|bands?|belts?|press|day|muscles?|fly|flies|workout))",
  "\\bnumb (?:arm|face)\\b",
  // An eye, and a leg with a clot.
  "\\b(?:lost|losing) (?:my |the )?(?:vision|sight|eyesight)\\b|\\b(?:calf|leg) (?:is |was |feels? |got |has gone )?(?:\\w+ )?(?:swollen|hot|red)\\b.*\\b(?:swollen|hot|red|warm|painful)\\b",
  // The head; bleeding that makes her faint (bleeding alone: `worth-seeing.ts`).
  "\\b(?:sudden|thunderclap)(?: \\w+){0,2} headache\\b|\\bworst headache (?:of|ever|in)\\b|\\bheadache of my life\\b|\\bsoak\\w*(?: \\w+){0,2} (?:pads?|tampons?)(?: \\w+){0,2} (?:every|an|per|each|in) (?:half )?(?:an |one |two |\\d )?hours?\\b.*\\b(?:dizz\\w*|faint\\w*|weak|light ?headed|pass\\w* out|heart (?:is )?racing)\\b",
  // Breath.
  "\\b(?:cant (?:even |really |hardly )?breathe?|cannot breathe|cant (?:seem to )?catch my breath|(?:struggl\\w+|trouble|difficulty) (?:to )?breath(?:e|ing))\\b(?! (?:through|out of) (?:my |the )?(?:nose|mouth))|\\bshort(?:ness)? of breath\\b",
  // Consciousness.
  `\\b(?:fainted|fainting|feinted|passe?d out|passing out|los(?:t|ing) consciousness)\\b${ASLEEP_AT_LAST}`,
  "\\bblacked out\\b(?! (?:my|the|our|all|every|bed\\w*|rooms?|windows?|curtains?|blinds?)\\b)|\\b(?:everything|vision|it all) (?:went|turned) (?:all )?(?:black|dark)\\b|\\bseizure\\b|\\b(?:i|ive|keep|had|have|having|got|get|getting) (?:\\w+ )?seizures\\b",
  "\\b(?:bleed\\w*|soak\\w*|going|went|go)(?: \\w+)? through (?:\\w+ ){0,2}?(?:pads?|tampons?)(?: \\w+){0,2}? (?:every|an|per|each) (?:half )?(?:an |one )?hours?\\b|\\bsoak\\w*(?: \\w+){0,2}? (?:pads?|tampons?) (?:every|an|per|each|in an) (?:half )?(?:an |one )?hours?\\b",
  "\\bchest (?:is|feels|felt|was|has been)(?: \\w+)? tight\\b.*\\b(?:heart|pulse|hr)\\b(?! (?:straps?|rate (?:straps?|monitors?)))|\\b(?:heart|pulse)\\b(?! (?:straps?|rate (?:straps?|monitors?|belts?))).*\\bchest (?:is|feels|felt|was|has been)(?: (?!too)\\w+)? tight\\b",
  "\\b(?:vomit|throw up|puke) and pass out\\b|\\bpass out (?:from|with) (?:the |my )?(?:pain|cramps?|period)\\b|\\bso (?:bad|painful) (?:that )?i (?:\\w+ ){0,3}?pass out\\b",
  "\\bheavy bleeding\\b|\\bbleeding (?:that )?(?:wont|will not) stop\\b",
] as const;
