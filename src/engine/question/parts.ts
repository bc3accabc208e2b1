/**
 * A message taken apart: what it asks, one part after the other, and what of each is searched for.
 * @module
 */
import { detectFacets, type Facets } from "./facets.ts";
import { words } from "./fold.ts";
import { withoutTracking } from "./habits.ts";
import { particularsOf } from "./particulars.ts";

/** What is asked beyond this many parts belongs to the last. */
export const SUB_QUERIES_MAX = 4;

// "… and have a nap" and "… and do something" ask for nothing.
const AUXILIARY =
  "should|can|could|is|are|does|will|would|am|did|has|do(?! (?:something|anything|nothing|it|that|this|so|some|a|an)\\b)|have(?= (?:i|you|we|they|my|your|women|people)\\b)";
const QUESTION_WORD = `what|how|why|when|which|${AUXILIARY}`;
const PART_BREAK = new RegExp(
  `(?<=[?!.;])\\s+|[,;]?\\s+(?:and|but|also|plus|und)\\s+(?=(?:also\\s+)?(?:${QUESTION_WORD})\\b)|,\\s+(?=(?:${QUESTION_WORD})\\b)`,
  "iu",
);

/** What one part of a message asks. */
export interface Part {
  /** As she wrote it. */
  asked: string;
  /** What of it is searched for. */
  core: string;
  facets: Facets;
  /** Something that might have been a reason was not there, she says. */
  denies: boolean;
}

/** One to four parts of a message. */
export function partsOf(query: string): Part[] {
  const literal = withoutTheKnown(withoutFigures(query));
  const there = withoutTheAbsent(literal);
  return askedParts(there).map((asked) => ({ ...withCore(asked), denies: there !== literal }));
}

/** "My resting heart rate is up, am I getting sick?" is one question: the reading is why she asks. */
function askedParts(query: string): string[] {
  const parts = splitParts(query);
  const ofIllness = parts.some((part) => detectFacets(part).subjects.includes("illness_detection"));
  return ofIllness ? [query] : parts;
}

const PART_WORDS_MIN = 2;
/**
 * How a person who asks begins; a part that begins otherwise says why she asks ("Cramps are awful, does heat help?"), and so does "when the
 * clocks went back …".
 */
const ASKS = new RegExp(
  `^(?:(?:and|but|or|so|also|plus|then) )?(?:(?!when\\b)(?:${QUESTION_WORD})|when (?:${AUXILIARY})|any|tips?|best|help|whats|hows|whys)\\b|\\?$`,
  "iu",
);
const REASSURANCE =
  /^(?:and )?(?:(?:should|do|must) i (?:need to )?(?:be )?(?:worr|concern)\w*|(?:is|are|was) (?:that|this|it|they|these) (?:\w+ )?(?:bad|normal|ok|okay|good|fine|dangerous|serious|a problem|healthy))\W*$/i;

/** "… and is there any good evidence for it?" asks for what every answer is. */
const FOR_EVIDENCE =
  /^(?:and |or |but )?(?:is there (?:any |really |actually |some )*(?:good |decent |real |solid |proper |hard )?(?:evidence|proof|research|science|data|studies)|is (?:it|that|this|all that) (?:just |all |only |really )*(?:hype|a myth|marketing|nonsense|a fad|placebo|wishful thinking)|does (?:the )?(?:science|research|evidence) (?:back|support) (?:it|that|this)(?: up)?)\b(?: (?:for|behind|on|in) (?:it|this|that|all this|women(?: specifically| in particular)?))*\W*$/i;

/** "… how many mg and which type?" leans wholly on what was asked before it. */
const KIND_OR_AMOUNT =
  /^(?:and |or )?(?:how (?:many|much)(?: \w+)?|(?:which|what) (?:types?|kinds?|sort|brand|form|one|temperature)|how (?:hot|cold|hard|fast))\W*$/i;

const AMOUNT =
  /^(?:and |or |but |so )?(?:how (?:much|many|long|often|soon|late|early)|(?:what|which) (?:dose|amount|time))\b/i;

/** "… and how many cups would count?" asks of the same thing. */
function asksHowMuchOfIt(text: string): boolean {
  if (!AMOUNT.test(text)) return false;
  const facets = detectFacets(text);
  return !namesTopic(facets) && facets.phases.length === 0;
}

/** "What is sleep efficiency and why is mine so bad?" has one subject. */
const MEANING = /^(?:so |and )?what(?:['’]?s| is| does| are) (?:my |the |a )?\w+(?: \w+){0,3}\??$/i;

function asksWhyOfIt(last: string, text: string): boolean {
  return MEANING.test(last) && !namesTopic(detectFacets(text));
}

/** A fragment belongs to its neighbour, and what is told before or after a question to the question. */
function belongTogether(last: string, text: string): boolean {
  const short = (each: string) => words(each).length < PART_WORDS_MIN;
  // A story may stand before what was asked last.
  const sentence = sentencesOf(last).at(-1) ?? last;
  return (
    short(last) ||
    short(text) ||
    KIND_OR_AMOUNT.test(text) ||
    asksHowMuchOfIt(text) ||
    asksWhyOfIt(last, text) ||
    !ASKS.test(sentence) ||
    !ASKS.test(text)
  );
}

/** "Why is my HRV low, and what can I do about it?" has two parts, "Should I rest or should I train?" one; a very long question ends in one long part. */
export function splitParts(query: string): string[] {
  const parts: string[] = [];
  for (const piece of query.split(PART_BREAK)) {
    const text = piece.trim();
    // "… and should I be worried?" asks for no other subject.
    if (text === "" || (parts.length > 0 && (REASSURANCE.test(text) || FOR_EVIDENCE.test(text)))) continue;
    const last = parts.at(-1);
    if (last !== undefined && (belongTogether(last, text) || parts.length === SUB_QUERIES_MAX))
      parts[parts.length - 1] = /[.?!;,]$/.test(last) ? `${last} ${text}` : `${last}, ${text}`;
    else parts.push(text);
  }
  return parts.length > 0 ? parts : [query];
}

function sentencesOf(message: string): string[] {
  return message.split(/(?<=[?!.;])\s+/u);
}

/** Those with a question mark; where none has one, those that begin as a question does. */
function askingSentences(sentences: readonly string[]): string[] {
  const marked = sentences.filter((sentence) => sentence.includes("?"));
  return marked.length > 0 ? marked : sentences.filter((sentence) => ASKS.test(sentence));
}

/** What of a message asks; all of it where no sentence looks like a question. */
export function askingOf(message: string): string {
  const asking = askingSentences(sentencesOf(message));
  return asking.length > 0 ? asking.join(" ") : message;
}

/** A message of more words tells something around its question. */
const PLAIN_WORDS = 20;
/** Of more words than this the models read only some fifty: what is asked has to be among them. */
const LONG_WORDS = 45;

/**
 * From a message with a story the sentences that ask are searched for, and if it is not long, what of the story names anything, since the question may lean on it
 * ("how long until my body catches up?"); if they name nothing, the story follows them. Words that no list knows count only where she asks. Of 200 messages of
 * which reading has shown what answers them, nDCG@10 is .62 so and .59 as they stand where they have some thirty words, .71 and .65 where they have a hundred
 * (`tests/engine/long-messages.ts`).
 */
function withCore(asked: string): Omit<Part, "denies"> {
  const whole = detectFacets(asked);
  const size = words(asked).length;
  const sentences = sentencesOf(asked);
  const asking = askingSentences(sentences);
  const story = sentences.filter((sentence) => !asking.includes(sentence));
  const own = detectFacets(asking.join(" "));
  if (size <= PLAIN_WORDS)
    return { asked, core: asked, facets: namesTopic(own) ? { ...whole, leftover: own.leftover } : whole };
  if (!namesTopic(own)) return { asked, core: [...asking, ...story].join(" "), facets: whole };
  const told = size > LONG_WORDS ? [] : story.filter((sentence) => namesTopic(detectFacets(sentence), true));
  const core = [...asking, ...told].join(" ");
  const { subjects, behaviours, phases: named } = detectFacets(core);
  // Who she is and where in her cycle is said in passing.
  const phases = named.length > 0 ? named : whole.phases;
  return { asked, core, facets: { ...own, subjects, behaviours, phases, life_stages: whole.life_stages } };
}

/** Her watch alone is no topic; her cycle is one for a story. */
function namesTopic({ subjects, behaviours, cycle }: Facets, ofStory = false): boolean {
  return subjects.length + withoutTracking(behaviours).length > 0 || (ofStory && cycle);
}

const ABSENT =
  "(?:late |extra |particular |special )?(?:wine|alcohol|booze|beer|drinks?|coffee|caffeine|stress|gym|workouts?|training|exercise|big dinner|dinner|meals?)";
const AND_ABSENT = `(?:(?:,| and| or|,? no)+ (?:no )?${ABSENT}\\b)*`;
const WAS_NOT_THERE = new RegExp(
  `,? *\\b(?:even though|although|though|despite|but|and) (?:i(?:['’]?ve| have)? )?(?:(?:had|did|drank|having) )?(?:no|zero|not a drop of|(?:didn['’]?t|havent|haven['’]t|have not|did not) (?:have|had|drink|touch|drunk)(?: any)?) ${ABSENT}\\b${AND_ABSENT}|(?:^|[,;]) *(?:no|zero) ${ABSENT}\\b${AND_ABSENT}(?=[,;.!?]|$)`,
  "gi",
);
const ASKS_WHY =
  /\bwhy\b|\bwhat (?:have i done|did i do|gives)\b|\bwhat(?:['’]?s| is) (?:up|going on|happening|behind)\b/i;

/** "I slept like a dog on a motorway", "sleep is a joke": figures of speech are about nothing they name. */
const FIGURE_OF_SPEECH =
  /(?<=\b(?:slept|sleep|sleeping|feel|feels|felt|feeling|woke|wake|look|looks|looked|bloated|am|im|i['’]m) )like an? \w+(?: (?:on|in|at|through|with) (?:an? |the )?\w+)?|\b(?:is|are|was) a joke\b|\bold wives['’]? (?:tales?|stuff)\b|\b(?:isn['’]?t |not )on the menu\b|,? *\basking for a friend\b/gi;

function withoutFigures(query: string): string {
  const says = (figure: string) => namesTopic(detectFacets(figure)) || particularsOf(figure).length > 0;
  return query.replace(FIGURE_OF_SPEECH, (figure) => (says(figure) ? figure : ""));
}

/** "What helps besides ibuprofen?" asks for anything else. */
const SET_ASIDE = /,? *\b(?:besides|apart from|other than|aside from) (?:the |my )?\w+(?: (?:and|or) \w+)?/gi;

function withoutTheKnown(query: string): string {
  const rest = query.replace(SET_ASIDE, "");
  return rest === query || namesTopic(detectFacets(rest)) ? rest : query;
}

/** "Why was my pulse high even though I had no wine, no stress?": what was not there is not asked about, in the sentence that says so. */
function withoutTheAbsent(query: string): string {
  return sentencesOf(query)
    .map((sentence) => (ASKS_WHY.test(sentence) ? sentence.replace(WAS_NOT_THERE, "").trim() : sentence))
    .join(" ");
}
