/**
 * Does a message speak of danger to a life: her own, a child's, from somebody near, or from a body that needs help at once? No wellness text answers that.
 *
 * A word alone says little ("suicide sprints", "overdosed on chocolate", "I don't want to wake up at 3 am anymore"), so most patterns also say what must not follow.
 * @module
 */
import { EMERGENCIES } from "./red-flags.ts";
import { matchesAny } from "./spellings.ts";

const WANTS =
  "(?:want(?:ed|ing)? to|urges? to|(?:thoughts?|thinking|think|thought|fantasi\\w+) (?:of|about)|feel(?:ing)? like|tempted to|plan(?:ning)? (?:to|on))";
const SPORT =
  "(?:run|runs|running|ran|gym|train\\w*|\\w*lift\\w*|workouts?|exercis\\w+|playing|sports?|ski|skiing|snowboard\\w*|climb\\w*|cycling|bike|biking|swim\\w*|yoga|pilates|squat\\w*|danc\\w*|hik\\w*|fell|falling|slipped|tripped|football|tennis|rugby|netball|hockey|boxing|crossfit|hiit|jump\\w*)";
const KITCHEN = "(?:shaving|cooking|chopping|slicing)";
/** "… wake up at 3 am", "so tired", "to my alarm", "twice": sleep, not life. */
const AS_ONE_SLEEPS =
  "(?! (?:any ?more |again |up )?(?:at (?!all)|to (?:my|an|the) alarm|to (?:train|run|pee|wee|work)|so (?:early|late|tired|often|hot)|every|early|earlier|late|later|before|between|around|during|until|till|with (?!this)|for (?:work|training|a |the gym|school)|feeling|tired|exhausted|groggy|sweat\\w*|soaked|drenched|hot|hungry|sore|like an?\\b|my \\w+|the (?:kids|baby|house|whole house)|him|her|\\d|once|twice|(?:\\w+ )?times|constantly|all the time|in the (?:middle|night)))";
/** Ten or more; 75 and 81 are doses of aspirin in mg. */
const MANY =
  "(?:(?!75|81)[1-9]\\d+|twenty|thirty|forty|fifty|too many|a lot of|lots of|all(?: of)?(?: my| the)?|(?:a|the|an) (?:(?:whole|entire|full) )?(?:pack(?:et)?|box|bottle|strip) of)";
const PILLS =
  "(?:pills|tablets|capsules|painkillers|meds|medications?|paracetamols?|acetaminophen|tylenols?|ibuprofens?|advils?|aspirins?|ambien|zopiclone|xanax|valium|antidepressants|codeine|tramadol)";
const TREATS =
  "(?:choc\\w*|sugar|sweets|candy|cakes?|cheese|carbs?|pizza|ice cream|salt|caffeine|coffee|tea|lattes?|sun\\w*|exercise|training|cardio|hiit|running|yoga|netflix|tv|news|screens?|social media|work|christmas)";
const NEAR_ONES =
  "(?:husband|wife|partner|boyfriend|girlfriend|bf|gf|ex|fiancee?|(?:step ?)?(?:dad|father|brother|sister|mum|mom|mother)|uncle|aunt|grand(?:pa|dad|father)|cousin|he|she|hes|shes)";
const FAMILY = "(?:baby|kids?|child|children|son|daughter|husband|wife|partner|family|mum|mom|dad)";
const IN_SLEEP =
  "(?!.*\\b(?:(?:in|during) (?:his|her|their) (?:sleep|dreams?)|(?:when|while) (?:he |she |hes |shes )?(?:is )?(?:asleep|sleeping|dreaming|snoring))\\b)";

const OWN_LIFE = [
  "\\bsuicid\\w*\\b(?! (?:sprints?|runs?|drills?|grips?|shuttles?|intervals?))",
  "\\bun ?aliv\\w*|\\b(?:want to|going to|about to|rather) kms\\b",
  "(?<!\\bwithout )\\bkill(?:ing)? myself\\b(?! (?:laughing|(?:in|at|on|with|during|doing) (?:\\w+ ){0,2}?(?:class|gym|spin|spinning|workouts?|sprints?|intervals?|hiit|treadmill|bike|stairs|squats|run|race|session|crossfit|training|peloton)))",
  "\\b(?:end|ending|take|taking) my (?:own )?life\\b(?! (?:back|in hand|seriously|apart))|\\bend(?:ing)? it all\\b",
  "\\b(?:want(?:ed)?|wish(?:ing)?) (?:to |to be |to not |not to |(?:that )?i (?:was|were) )?(?:die|dead|exist)\\b|\\bgoing to die\\b(?! (?:young|early|sooner))",
  "\\bready to die\\b(?! (?:on|at|after|during|by)\\b)|\\b(?:rather|better) be dead\\b",
  `\\b(?:dont|do not|no longer|never) (?:just |even |really )?want(?:ed)? to (?:live(?! (?:on|off|near|in|like an?)\\b)|exist|be alive|be (?:here|on this (?:earth|planet)) any ?more|wake up${AS_ONE_SLEEPS})\\b`,
  `\\b(?:wish|hop)(?:e|ed|es|ing)? (?:that )?i (?:would(?:nt| not)|will not|wont|never|dont|could (?:just )?(?:go to sleep|sleep|fall asleep) and (?:never|not)) wake up${AS_ONE_SLEEPS}\\b|\\bnever wake up (?:again|ever)\\b${AS_ONE_SLEEPS}`,
  "\\b(?:want to|wish i could) (?:just )?disappear\\b(?: forever| for good|$)",
  "\\b(?:better off (?:dead|without me)|not worth living)\\b",
  "\\b(?:no|see any|see the|another|whats the) (?:point|reason) (?:in |of |to |for me to )?(?:keep |keep on |be |being |going on )?(?:living|live|alive)\\b(?! (?:on|in|near|at|high|low|off|alone|together|like)\\b)",
  "\\bi have a plan\\b.*\\b(?:pills|rope|gun|blades?|razor)\\b",
  "\\b(?:jump|jumping|throw myself|throwing myself) (?:off|from|in front of) (?:a |the |my )?(?:bridge|roof|building|balcony|train|car|traffic)\\b",
];

const SELF_HARM = [
  "\\bself ?harm\\w*",
  // A wish counts, whatever sport is named beside it.
  `\\b${WANTS} (?:\\w+ )?(?:hurt|harm|cut|burn)(?:t?ing)? myself\\b(?! (?:some|off|down|out|short|loose|free))`,
  `(?<!\\b(?:am i|without|not to|(?:scared|afraid|frightened|fear) of) (?:going to )?)\\bhurt(?:ing)? myself\\b(?! less)(?!.*\\b(?:${SPORT}|${KITCHEN})\\b)(?<!\\b(?:${SPORT}|${KITCHEN})\\b.*)`,
  `\\b(?:harm|cut)(?:t?ing)? myself\\b(?! (?:some|a (?!lot|few|bunch)|off|down|out|short|loose|free|back|on (?!purpose|my)))(?!.*\\b${KITCHEN}\\b)(?<!\\b${KITCHEN}\\b.*)`,
  "\\bburn(?:t|ed|ing)? myself (?:on purpose|with (?:a |my |the )?(?:lighter|cigarettes?|match(?:es)?))\\b|\\b(?:cut(?:ting)?|slit(?:ting)?|slash(?:ing)?) my (?:arms?|wrists?|thighs?)\\b(?! (?:on|training|day|work))",
];

const OVERDOSE = [
  `\\b(?:took|taken|swallowed|had) ${MANY}(?: (?!mg|mcg|ug|iu)\\w+){0,3}? ${PILLS}\\b`,
  `\\bhow (?:many|much)(?: \\w+){0,3}? ${PILLS}\\b.*\\b(?:die|kill (?:me|you|myself|someone|a person)|(?:not|never) wake up|end it)\\b`,
  `(?<!\\bam i )\\boverdos\\w*\\b(?! (?:on|of|with) (?:\\w+ )?${TREATS}\\b(?! (?:pills|tablets)))`,
];

const OTHERS = [
  "\\bthoughts? (?:of|about) (?:hurting|harming|killing|shaking|smothering|drowning) (?:my|the|our|them|him|her)\\b",
  `\\b(?:im|i am) going to (?:hurt|harm|kill|shake|smother|drown) (?:my|our|the) ${FAMILY}\\b(?! (?:if|by|with|when)\\b)`,
  "\\bvoices (?:in my head |that |which |who |keep |are |always )*(?:tell\\w*|command\\w*|order\\w*|saying) (?:me|i)\\b",
  `\\b${NEAR_ONES} (?:\\w+ ){0,2}?(?:hits?|punche[sd]|kick(?:s|ed)|slap(?:s|ped)|chok(?:es|ed|ing)|strangl\\w+|hitting|punching|slapping) me\\b(?! (?:up|hard|like|with (?:a |the )?(?:news|question|deadline|bill)))${IN_SLEEP}`,
  `\\b${NEAR_ONES} (?:\\w+ ){0,2}?beats? me (?:up|and|when (?:he|she|hes|shes)|with|every (?:night|day|week))\\b(?! (?:at|in|on)\\b)${IN_SLEEP}`,
  "\\bthreaten\\w* (?:to (?:kill|hurt|hit|harm|beat|shoot|stab|strangle) (?:me|us|my)|me with|my life)\\b",
  "\\b(?:raped|sexually (?:assaulted|abused)|molested)\\b.*\\b(?:last (?:night|week\\w*|month)|yesterday|today|tonight|this (?:morning|week\\w*)|(?:days?|weeks?) ago)\\b|\\b(?:is|keeps|been|being) (?:raping|molesting|sexually abusing|raped|molested|sexually abused)\\b",
  "\\b(?:forc(?:es|ed|ing)|makes|made|making) me (?:to )?(?:have (?:sex|intercourse)|touch (?:him|his)|do (?:sexual|sex) )",
  "\\b(?:step ?)?(?:dad|father|brother|uncle|grand(?:pa|dad|father)|cousin) (?:\\w+ )?(?:touch(?:es|ed|ing) me\\b|(?:makes|made|forces|forced) me do (?:things|stuff)\\b(?! (?:like|around|i (?:dont|hate))))",
  "\\b(?:scared|afraid|terrified|frightened) of my (?:husband|wife|partner|boyfriend|girlfriend|bf|ex|(?:step ?)?(?:dad|father|mum|mom|mother|brother))\\b(?! (?:dying|leaving|losing|finding|snoring|driving|hearing|seeing|getting|waking))",
];

const DANGER = [...OWN_LIFE, ...SELF_HARM, ...OVERDOSE, ...OTHERS, ...EMERGENCIES].map(
  (source) => new RegExp(source),
);

/** A life may be in danger. */
export function isCrisis(query: string): boolean {
  return matchesAny(query, DANGER);
}
