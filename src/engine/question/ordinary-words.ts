/**
 * Words that are right as they are, however near they are to a word of the lexicon.
 * @module
 */
import { singular } from "./fold.ts";

const listed = (text: string) => text.split(/\s+/);

const PLAIN = listed(
  `nite nites rn hr hrs min mins tmrw tmr wk wks bc cuz coz abt ur tbh ngl idk lol asap fyi thru tho rly v vs
    tank tanked crash crashed plummet plummeted spike spiked spiking jump jumped skyrocketed tanking crashing sky flying glasses wearing
a about above according across actually add added advice advise affect affected affecting after
afternoon again against age ageing aging ago all almost alone along already alright also although always
am amazing among amount an and annoyed annoying another answer any anymore anyone anything anyway
apparently appear april are arent around as ask asked asking at ate august autumn average avoid awake
awful awfully bad badly barely basically be became because become bed been before began begin behind
beat beats being believe below benefit benefits best better between big bigger bit bodies body boost boss both
bother bothered bottle boyfriend breakfast bring brought btw build busy but by call called calm came can
cant cause certain change changing chart check checked checking clear coincidence cold come comes coming
bpm common compared completely concern concerned connection constantly cool cope correct could couldnt
couple course crazy cup cups curious currently daily data day days deal december decrease decreased deep
deeper depend despite did didnt differ difference different dinner dip dipped disturb do does doesnt
doing done dont doubt down downside drop dropped dropping due during each early ease easing eat effect
effects eight either elevated else end entire even evening ever every everybody everyone everything
evidence expect explain explanation extremely eyes fact fall false far fast faster february feel feeling
feels felt female few figure find fine first five fly flying food for found four free friday friend from
full gave generally get getting girl girlfriend give giving glass go goes going gone gonna good got
gotta graph great guess guy hack hacks had half happen happened happening hard harder hardly harm has
hasnt have havent having he health healthy heavy held hello help helped helpful helping helps her here
herself hes hey hi high higher him hint his hmm hold home honestly horrible horribly hot hour hours how
however hows huge human hurt husband hype i id idea ideal ideas if ill im imagined imagining impact
important improve improving in increase increased influence instead into is isnt it its itself ive
january job july june just keep kept kind kinda know knowing known lady laid large last late lately
later least leave left less lets level levels lie life light like likely link linked literally little
live living long longer look lose losing lost lot lots lovely low lower lunch lying mad made make making
many march matter mattered matters may maybe me meal mean meaning means meant meeting mess messed
messing method methods might mine minute minutes miss missed mom monday month monthly months more
morning most mother move moved much mum my myself myth near need neither new next nice night nightly
nights nine no nobody none nope normal normally not nothing notice noticed noticing november now number
numbers october odd of off office obvious often oh ok okay old older omg on once one only open optimal option
options or other others otherwise our out over own part partner past pattern people per percent perfect
perhaps person phase picked piece place plan planning plans plausible play please pls plz pm point poor
poorly possible possibly pretty probably promote proof proper properly protect put puts quality question
questions quick quicker quickly quietly quite raise raised ran range rarely rather reading readings real
really reason recently recommend recommendation reduce reduced regular regularly relate related
relationship relieve remember report research rest restless result results return right rise rising
risky room rose rough roughly ruin ruined run safe said same sat saturday say saying says science score
screw screwed second see seeing seem seemed seems self september serious set settle seven several shall
share she shes short shorter shot should shouldnt show showed showing shows sick side simple simply
since sit six skip skipped slow slower small so soft some somehow someone something sometimes
soon sorta spread spring stand stands start started starting stay stayed stays still stop stopped
straight strange stuck studied studies study such suddenly suggest suggestion summer sunday super
support sure switch switching take taking talk tell telling ten terrible terribly tested than thank
thanks that thats the their them then there theres these they theyre thing think third this those though
thought three thursday thx till time times tiny tip to today together told tomorrow tonight too took top
total totally tough trend trick tricks true trust try trying tuesday turn turned twice two ty typical
typically ugh um under underneath understand unless until up us use used useful using usual usually
value values vary very wait wake wanna want warm was wasnt waste way ways we wednesday week weekday
weekend weekly weeks weird well went were weve what whats when where whether which while who whole why
whys wife will winter with without woman women wonder wondering wont word work worked working works
world worried worry worrying worse worst worth would wouldnt wreck wrecked wrong yeah year yep yes
yesterday yet you young your youre yourself youve
black brings changed chance chances closer cover covers directions direction drank emotionally feelings
fewer fitted flat boring given forever decent dumb silly daft type types kind kinds back dot rubbish session sessions lighter heavier repeat repeating disaster stuff dose doses count counts cups shud wud yr yrs mg guide improved loving managed messes misses placed predicted physically reports ruining
scare scares setting settings shared sharp shoot shorten shout shouts staring stare stole stories story
swear swears swore timed tried weigh weighs alter apply aware acceptable believed clever coping combine
confirmed consistently efficient heard broke intention intentions kindly never phrase processes reliably
shake shakes shaking situation supported through tiring white worries worrier write writes years
unusual unusually summary summarise summarize sum overview recap insight insights interpret analyse analyze analysis explained highlight highlights
prioritise prioritize priority`,
);

/** Those that carry no topic of their own, singular. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(PLAIN.map(singular));

/** Ordinary words with a topic, found among questions whose words would have been "mended": bread is no break, medication no meditation. */
const WITH_A_TOPIC = listed(
  `activities alcoholic anaerobic attitude basil beach bells bread butter camping charge charges cheat
chess clamp clash class classes clean click clicks coarse cognition conceived conference contraction
contractions cooker cooking cortisone crest cuddly dairy defect defects doping drops dying fibro fight
fights filling filter flashing foster fried fright frying grass healing hearing heartbreak hiding house
cancel cancels depressing diagnostic diagnostics inflection tudor tutor tutors
incense inception induction inflation injection injections insertion intensive internal interrail learn
listing manager managers marathoner match matches median mediation medication medications message
messages mouth noisy overreacting pacer packed patchy phrase physician pitch plane plate plates poker
police powder powders prebiotic predictor premenopausal price programmed prone rating ratings regulator
relapsing relaxin relay restoration salutations scope sewing shade shame sharks sheep shirt shirts sleet
slipping smoky snore snores snoring spare splint splints splitting squad stack stage state states steak steal steep sting
stone stones storm storms stove straw stream streaming strep strolling sweet sweets swift table tables
tapes tradition trail trait translation triad truck underwear whine winners`,
);

const RIGHT = new Set([...PLAIN, ...WITH_A_TOPIC].flatMap((word) => [word, singular(word)]));

/** @param word folded, as it was written */
export function isOrdinary(word: string): boolean {
  return RIGHT.has(word);
}
