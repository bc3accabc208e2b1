/**
 * Finds where somebody lives: streets with a number, postcodes, PO boxes, coordinates.
 * @module
 */
import { type PersonalSpan, spansMatching } from "./spans.ts";

const STREET =
  "street|st|avenue|ave|boulevard|blvd|lane|ln|road|rd|terrace|crescent|parkway|pkwy|highway|hwy";
/** Words that are streets only where they are written as names. */
const STREET_NAMED = `${STREET}|drive|dr|court|ct|place|pl|square|sq|close|way|gardens|mews|grove|hill|row|quay|view`;
/** After a number, these words make it an amount: "20 minute drive", "5 easy road miles". */
const AMOUNT =
  "minutes?|mins?|hours?|hrs?|hr|h|km|k|miles?|mi|m|meters?|metres?|days?|weeks?|months?|years?|yrs?|nights?|x|laps?|lanes?|swim|swimming|times?|sets?|reps?|rounds?|hills?|sprints?|runs?|walks?|am|pm|long|short|easy|hard|slow|fast|more|extra|big|small|of|on|the|a|an|in|to|at|and|or|my|with|per|from|for|each|every|way|kg|lb|bpm|ms|kcal|calories|cups?|glasses?|shots?|drinks?|steps?|i|i'm|i've|she|he|we|you|person|people|best|good|bad";
const WORD = String.raw`(?!(?:${AMOUNT})\b)[\p{L}][\p{L}'.-]{1,24}`;
const CAPITAL = String.raw`(?!(?:${AMOUNT})\b)\p{Lu}[\p{L}'.-]{0,24}`;
const NAMED_WORD = String.raw`(?!(?:I|Minute|Min|Hour|Day|Week|Month|Year|Night|Mile|Km|K|M|Lap|Best)\b)\p{Lu}[\p{L}'.-]{0,24}`;
const UNIT = String.raw`(?:flat|apartment|apt|unit|suite)\.?\s#?\d{1,4}[a-z]?,\s`;

const POSTCODE = String.raw`(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2}|\d{3}\s\d{2}(?!\d)|(?:[A-Z]{2,3}\s)?\d{4,6}(?:-\d{4})?(?!\d))`;
const NO_TOWN =
  "Why|Is|Are|Does|Do|Did|How|What|When|Where|Who|Which|Can|Could|Should|Would|Will|My|I|The|This|That|It|It's|Am|Has|Have|Luteal|Follicular|Cycle|Day|Please|Thanks|Help";
const TOWN = String.raw`(?!(?:${NO_TOWN})\b)\p{Lu}\p{Ll}[\p{L}'-]{0,24}(?:\s(?!(?:${NO_TOWN})\b)\p{Lu}\p{Ll}[\p{L}'-]{0,24}){0,2}`;
const TAIL_PART = String.raw`(?:(?:apt|flat|unit|suite|floor|apartment|#)\.?\s?\d{1,4}[A-Za-z]?|\d{1,2}[oa](?:\s[A-Z](?![\p{L}]))?|${POSTCODE}(?:\s${TOWN})?|${TOWN}(?:\s${POSTCODE})?)`;
const TAIL = String.raw`(?:,\s(?:${TAIL_PART})){0,4}`;
const HOUSE = String.raw`(?<![\d.,:])\d{1,5}[a-zA-Z]?`;
/** In Romance languages the word for the street comes before its name. */
const CALLE = String.raw`rue|calle|carrer|plaza|plaça|paseo|avenida|avda\.?|viale|piazza|corso|rua|praça|ulica|ul\.|boulevard|chemin|impasse`;
const OF = String.raw`(?:de\sla\s|de\slos\s|de\sl'|des\s|del\s|de\s|du\s|della\s|d')`;

const PATTERNS = [
  // 12 oak street; 7 Maple Drive
  new RegExp(
    String.raw`(?:${UNIT})?${HOUSE}\s(?:[NSEW]\.?\s)?(?:${WORD}\s){1,3}(?:${STREET})\b\.?(?-i:${TAIL})`,
    "giu",
  ),
  new RegExp(
    String.raw`(?:(?i:${UNIT}))?${HOUSE},?\s(?:[NSEW]\.?\s)?(?:(?:of\s|the\s)?${NAMED_WORD}\s){1,4}(?i:${STREET_NAMED})\b\.?${TAIL}`,
    "gu",
  ),
  new RegExp(
    String.raw`${HOUSE}\s(?!(?:${AMOUNT})\b)[\p{L}]{3,24}\sdrive\b(?!\s(?:home|to|from|back))`,
    "giu",
  ),
  // Hauptstraße 12; Karl-Marx-Allee 90A
  new RegExp(
    String.raw`(?<![\p{L}-])\p{L}[\p{L}-]{1,39}(?:straße|strasse|str\.|weg|gasse|platz|allee|ufer|damm|gatan|vägen|gata|gracht|straat|laan|plein|katu|gade)\s\d{1,4}(?:\s?[a-zA-Z](?![\p{L}]))?(?-i:${TAIL})`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:Am|An\sder|Im|Zum|Zur|Auf\sder)\s(?:\p{Lu}\p{L}{2,24}\s){1,2}\d{1,4}[a-zA-Z]?(?![\p{L}\d.:])${TAIL}`,
    "gu",
  ),
  // 14 rue de la Paix; Calle Mayor 5; Via Roma 10
  new RegExp(
    String.raw`${HOUSE},?\s(?:${CALLE})\s${OF}?[\p{L}][\p{L}'-]{1,24}(?:\s${OF}?(?-i:\p{Lu})[\p{L}'-]{1,24}){0,3}(?-i:${TAIL})`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:${CALLE})\s${OF}?[\p{L}][\p{L}'-]{1,24}(?:\s(?-i:\p{Lu})[\p{L}'-]{1,24}){0,2},?\s\d{1,4}(?![\d.:])(?-i:${TAIL})`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])Via\s(?:\p{Lu}[\p{L}']{1,24}\s){1,3}\d{1,4}(?![\d.:])${TAIL}`,
    "gu",
  ),
  /\b(?:p\.?\s?o\.?\s?box|postfach|apartado)\s\d{1,6}/giu,
  // Postcodes that cannot be a dose: those of the UK, and of the US with the state.
  /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2}(?![\p{L}\d])/gu,
  /(?<![\p{L}\d])(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}(?:-\d{4})?(?!\d)/gu,
  /\b(?:zip|post\s?code|postal\scode|plz)(?:\scode)?(?:\sis\s|\s?[:=]\s?|\s)(?<hide>(?:[A-Z]{1,2}\s?)?\d[\w-]{2,6}(?:\s\d[A-Z]{2})?)/dgiu,
  /(?<![\d.])-?\d{1,3}\.\d{3,}\s?,\s?-?\d{1,3}\.\d{3,}/gu,
  // A number and a name after "I live at", whatever the kind of street.
  new RegExp(
    String.raw`\b(?:live|lives|living|stay|staying|moved|moving)\s(?:at|on|to)\s(?<hide>\d{1,5}[a-zA-Z]?\s${CAPITAL}(?:\s${CAPITAL}){0,3}${TAIL})`,
    "dgu",
  ),
] as const;

export function findAddresses(text: string): PersonalSpan[] {
  if (!/\d/.test(text)) return [];
  return PATTERNS.flatMap((pattern) => spansMatching(pattern, text, "address"));
}
