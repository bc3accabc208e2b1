/**
 * Is a question one for a clinician? Strict mode refuses what asks for a diagnosis, a prescription or the reading of a
 * test, and anything that speaks of a crisis. Ordinary wellness questions pass, also when they use medical-sounding words.
 * @module
 */
import type { LifeStage } from "../../contract/vocabulary.ts";
import { LEXICON_WORDS } from "./facets.ts";
import { fold, joinSpacedLetters, singular, withoutDigitLetters } from "./fold.ts";
import { nearestWord } from "./spelling.ts";

const CONDITION =
  "(?:pcos|pcod|endo|endometriosis|adenomyosis|pmdd|fibroids?|cysts?|cancer|tumou?rs?|lump|thyroid|hypothyroid\\w*|hyperthyroid\\w*|hashimotos?|graves|an[a]?emi[ac]|iron deficien\\w+|deficien\\w+|depress(?:ion|ed)|bipolar|adhd|ptsd|autis\\w+|diabet\\w+|prediabet\\w+|insulin resistan\\w+|sleep apn\\w+|apn(?:o)?ea|narcolepsy|arrhythmi\\w+|afib|atrial fibrillation|heart (?:attack|disease|failure|condition|problem)|tachycardia|bradycardia|pots|stroke|hypertension|high blood pressure|infections?|covid|influenza|flu|pneumonia|sepsis|std|sti|uti|thrush|disease|disorder|syndrome|illness|eating disorder|anorexia|bulimia|osteoporosis|osteopenia|lupus|fibromyalgia|chronic fatigue|red s|amenorrh\\w+|infertil\\w+|anxiety disorder|insomnia disorder|(?:early |premature |peri|post)?menopause|perimenopausal|menopausal|blood clots?|dvt|embolism)";
const MEDICINE =
  "(?:ibuprofen|naproxen|paracetamol|acetaminophen|tylenol|advil|aspirin|diclofenac|mefenamic|metformin|ozempic|semaglutide|sertraline|fluoxetine|prozac|zoloft|escitalopram|lexapro|citalopram|venlafaxine|gabapentin|fezolinetant|spironolactone|clomid|clomiphene|letrozole|levothyroxine|propranolol|zolpidem|ambien|zopiclone|xanax|alprazolam|diazepam|valium|benzodiazepines?|ssris?|snris?|tamoxifen|tranexamic|codeine|tramadol|opioids?|prednisone|cortisone)";
const MEDICATION =
  "(?:medicine|medicines|medications?|meds|drugs?|antibiotics?|antidepressants?|painkillers?|sleeping (?:pills?|tablets?)|tablets?|pills?|contraceptives?|contraception|birth control|coil|iud|mirena|hormones?|hormone (?:replacement )?(?:therapy|treatment)|hrt|mht|steroids?|beta blockers?|progesterone|o?estrogen|o?estradiol|testosterone|dhea|melatonin|supplements?|inhaler|insulin|statins?)";
const EVERYDAY_DOSE =
  "(?!.*\\b(?:caffeine|coffee|tea|exercise|training|workout|light|daylight|sleep|nap|yoga|sauna)\\b)";
const LAB =
  "(?:blood (?:test|work|count|panel|results?)|lab (?:test|work|result|value|report)s?|labs|bloods|test results?|hormone (?:test|panel|levels?)|scan|ultrasound|biopsy|mri|x ray|xray|ecg|ekg|smear|pap test|tsh|ferritin|fsh|amh|lh level|progesterone level|o?estradiol level|hba1c|a1c|cholesterol|h[a]?emoglobin|glucose level|vitamin d level|b12 level|pregnancy test)";
const CHILD =
  "(?:baby|babies|babys|newborn|infant|toddler|child|childs|children|kid|kids|son|sons|daughter|daughters|(?:my|our) \\d+ (?:year|month|week)s? old)";
const ILL =
  "(?:fever|feverish|febrile|rash|vomit\\w*|dehydrat\\w+|meningitis|croup|wheez\\w+|not breathing|turning blue|limp)";
const NOT_OF_THE_BODY =
  "(?!.*\\b(?:bath|tub|shower|sauna|steam|water|pool|bottle|blanket|pad|room|bedroom|air|outside|outdoors?|weather|heatwave|summer)\\b)";
const CRISIS = [
  /\bsuicid\w*/,
  /\bkill(ing)? myself\b/,
  /\bend(ing)? (my|it) (life|all)\b/,
  /\bself ?harm\w*/,
  /\b(hurt|harm|cut)(ting|ing)? myself\b(?!.*\b(run|running|gym|train\w*|lift\w*|workout|playing|sport|shaving|cooking)\b)/,
  /\b(want|wish|going|ready) (to|i (was|were)) (die|dead)\b/,
  /\b(dont|do not|no longer) want to (live|be alive|be here anymore|wake up)\b/,
  /\b(took|taken|swallowed) (\d+|too many|a lot of|lots of|all( of)?( my| the)?|a (whole )?(pack|box|bottle) of) (\w+ )?(pills|tablets|capsules|sleeping pills|painkillers)\b/,
  /\b(better off dead|no reason to live|not worth living|overdos\w+)\b/,
];

const patterns = (sources: readonly string[]) => sources.map((source) => new RegExp(source));

const CLINICAL = patterns([
  // Asking for a diagnosis.
  "\\b(mis)?diagnos\\w*",
  `\\b(do|did|could|might|would|can|may) (i|my|this|it|that|these|they) (\\w+ ){0,2}?(have|be|mean|indicate|suggest|show|point to)\\b( \\w+){0,5} ${CONDITION}\\b`,
  `\\b(have i|am i) (\\w+ ){0,3}?${CONDITION}\\b`,
  `\\b(is|are|does|was) (this|it|that|these|they|my \\w+( \\w+)?) (\\w+ ){0,4}?${CONDITION}\\b`,
  `\\b(signs?|symptoms?|indicat\\w+|caused by|because of|due to) (of |for )?(an? |my |the )?(?!.*\\bmenopaus)(?!.*\\bperimenopaus)${CONDITION}\\b`,
  `\\b(think|worried|afraid|scared|sure|suspect|convinced) (that )?(i|i m|im|i am|its|it is|this is|i have|ive|i ve) (\\w+ ){0,3}?${CONDITION}\\b`,
  "\\bwhat (disease|disorder|condition|illness|is wrong with me|s wrong with me)\\b|\\bwhats wrong with (me|my heart)\\b|\\bis (there )?something wrong with (me|my (heart|ovaries|hormones|thyroid|body))\\b",
  "\\bam i (dying|ill|mentally ill|infertile|fertile|anemic|anaemic|diabetic|depressed|bipolar|perimenopausal|menopausal|postmenopausal|having a (heart attack|stroke|miscarriage|panic attack))\\b|\\bam i (in|going through|starting|entering) (early )?(peri|post)? ?menopause\\b",
  // Pregnancy and contraception as a medical decision.
  "\\b(am|could|might|may|can|would|will|did|be|being|get|getting|got|become|becoming|prevent\\w*|avoid\\w*|chance of|chances of|risk of|sign of|signs of|symptom of|symptoms of) (i |be |me |i be |a |an |getting |get |early )?pregnan\\w*",
  "\\bcould i (\\w+ )?be pregnan\\w*|\\bi (am|m|might be|could be|may be) pregnan\\w*|\\bpregnancy (test|symptoms?|signs?)\\b|\\b(miscarr\\w+|abortion|ectopic|implantation bleeding)\\b",
  "\\b(use|rely on|trust|as) (\\w+ ){0,4}(contraception|birth control|contraceptive)\\b|\\b(safe|unprotected) (days?|sex)\\b",
  // Medicines and prescriptions.
  // A coach may prescribe a session.
  "(?<!\\b(?:training|exercise|session|workout) )\\bprescri\\w*\\b(?! (?:me |my |her |an? |the )?(?:training|exercise|session|workout)s?\\b)",
  `\\b${MEDICINE}\\b`,
  `\\b(should|shall|can|could|may|must|do|would|is it (ok|okay|safe|bad|dangerous)( \\w+){0,2}|safe|need|want|how (do|can|should)|when (do|can|should|to)|best time) (i |me |to |for me to |we )*(\\w+ )?(take|taking|start|starting|stop|stopping|quit|quitting|come off|coming off|go off|going off|go on|going on|get off|get on|switch|switching|change|skip|skipping|increase|decrease|reduce|lower|raise|double|halve|combine|mix|use|using|try|need|get|wean off|taper)\\b( \\w+){0,4} ${MEDICATION}\\b`,
  `\\b(what|which|best|recommend|suggest|strongest)( \\w+){0,3} ${MEDICATION}\\b( \\w+){0,3} (should|do i|can i|for|to take|helps? with|is best|works?)\\b`,
  `\\b(stop|start|come off|go on|switch|change|skip|taper|wean off|quit) (taking |using )?(my|the|this|an?) (\\w+ ){0,2}?${MEDICATION}\\b`,
  `^${EVERYDAY_DOSE}.*\\b(what|which|right|correct|safe|recommended|max\\w*|how (high|much|big)( of)?( an?)?|exact|daily|ideal) (\\w+ ){0,3}?(dose|dosage|dosing)\\b`,
  `^${EVERYDAY_DOSE}.*\\b(dosage|dosing|dose of|doses of|how many (mg|mcg|iu|milligrams?|tablets?|pills?|grams)|\\d+ ?(mg|mcg|ug|iu|milligrams?))\\b`,
  `\\bhow (much|many) (of )?(${MEDICATION}|magnesium|iron|vitamin \\w+|zinc|calcium|omega 3)( \\w+){0,2} (should|do|can|could|must|to|is)\\b`,
  `\\b(treat|cure|heal|get rid of|fix|manage) (my |this |the |an? )?(\\w+ ){0,2}?(?!menopause|perimenopause)${CONDITION}\\b`,
  "\\b(treatments?|cure|remedy|therapy options) (for|against|of)\\b|\\b(need|get|have|want) (surgery|an operation|a hysterectomy)\\b",
  // Reading a test.
  `\\b(my|these|interpret|read|explain|understand|what do|what does)\\b( \\w+){0,4} ${LAB}\\b`,
  `\\b${LAB}\\b( \\w+){0,4} (mean|normal|abnormal|high|low|ok|okay|bad|interpret|positive|negative|\\d+)\\b`,
  // A child with a fever and the like, or a high fever of anybody.
  `\\b${CHILD}\\b( \\w+){0,6} ${ILL}\\b|\\b${ILL}\\b( \\w+){0,4} (my|our|his|her|the) (\\w+ )?${CHILD}\\b`,
  `^${NOT_OF_THE_BODY}.*\\b(fever|temperature|temp) (of |is |at |was |over |above )?(39|4[0-2]|10[2-7])\\b`,
  // Symptoms that are not for reading up on.
  "\\b(chest pain|pain in my chest|cant breathe|cannot breathe|short(ness)? of breath|fainted|fainting|passed out|blacked out|coughing (up )?blood|heavy bleeding|bleeding (that )?(wont|will not) stop|numb (arm|face)|seizure)\\b",
]);

/** Words of the patterns that people misspell. */
const SCOPE_WORDS = [
  "diagnose",
  "diagnosed",
  "diagnosis",
  "pregnant",
  "pregnancy",
  "cancer",
  "endometriosis",
  "prescription",
  "prescribe",
  "medication",
  "medicine",
  "antidepressant",
  "antibiotic",
  "ibuprofen",
  "paracetamol",
  "dosage",
  "depression",
  "diabetes",
  "thyroid",
  "anemia",
  "ultrasound",
  "ferritin",
  "suicide",
  "suicidal",
  "sertraline",
  "painkiller",
  "disease",
  "disorder",
  "syndrome",
  "infection",
  "arrhythmia",
  "contraceptive",
  "progesterone",
  "estrogen",
  "treatment",
  "miscarriage",
  "tumor",
];
const KNOWN_WORDS = new Set([...SCOPE_WORDS, ...LEXICON_WORDS]);

function mended(folded: string): string {
  return folded
    .split(" ")
    .map((word) => (KNOWN_WORDS.has(singular(word)) ? word : (nearestWord(word, KNOWN_WORDS) ?? word)))
    .join(" ");
}

function spellings(query: string): string[] {
  const folded = fold(query);
  const joined = joinSpacedLetters(folded.replace(/[.@$%]/g, (sign) => (sign === "." ? " " : sign)));
  const lettered = withoutDigitLetters(joined);
  // Most questions have one spelling only, and it need not be read four times.
  return [...new Set([folded, joined, lettered, mended(lettered)])];
}

/** A person may be in danger: no wellness text answers this. */
export function isCrisis(query: string): boolean {
  return spellings(query).some((spelling) => CRISIS.some((pattern) => pattern.test(spelling)));
}

/** True where the question asks for a diagnosis, a prescription or the reading of a test. */
export function isClinical(query: string): boolean {
  return spellings(query).some((spelling) => CLINICAL.some((pattern) => pattern.test(spelling)));
}

/** A period that stays away: before the years around menopause somebody should look at it. */
const PERIOD_AWAY = [
  /\b(no|without|lost|missing) (a |my |any )?(period|bleed)s? (for|in|since|at all|any ?more)\b/,
  /\b(havent|have not|not|never) (had|got|seen) (a|my|any) (period|bleed)\b/,
  /\b(period|cycle)s? (has |have |just |simply |completely |suddenly )*(vanished|disappeared|gone|went away|stopped|went missing)\b/,
];
const WORTH_SEEING = [
  /\b(on|taking|course of|round of|finished) (\w+ )?antibiotics\b/,
  /\b(i have|i had|ive got|ive had|i got|got|running|with) a (\w+ )?fever\b|\bmy fever\b|\b(i am|im|feel|feeling|felt) feverish\b/,
  // In pregnancy more than tired.
  /\b(pregnan\w*|trimester|weeks (along|gone))\b.*\b(keep (\w+ ){0,2}down|vomit\w*|throwing up|bleeding|spotting|dizzy|contractions?)\b/,
  /\b(keep (\w+ ){0,2}down|vomit\w*|throwing up|bleeding|spotting)\b.*\b(pregnan\w*|trimester)\b/,
  /\bmy (heart|pulse) (is |was |keeps |kept |starts? |suddenly )*(pounding|racing|fluttering|skipping|hammering)\b/,
  /\b(i|my|get|got|having|have|had) (\w+ )?(palpitations?|dizzy|dizziness|fainted|faint|blackouts?)\b|\bcollapsed\b/,
  /\bsoak\w* (through )?(\w+ ){0,2}(pads?|tampons?)\b|\bflooding\b.*\b(pads?|tampons?|periods?)\b/,
  /\bbleeding (for|every) (weeks|months|two|three|four|[2-9])\b|\bbleeding (again )?after (sex|the menopause|menopause)\b/,
];

/** She tells of something that a health professional should see; that wants another last word than an answer about habits. */
export function isWorthSeeing(query: string, lifeStage: LifeStage): boolean {
  const patterns = lifeStage === "reproductive" ? [...WORTH_SEEING, ...PERIOD_AWAY] : WORTH_SEEING;
  return spellings(query).some((spelling) => patterns.some((pattern) => pattern.test(spelling)));
}

/** Strict mode answers 422 `out_of_scope` where this says false. */
export function checkScope(query: string): { inScope: boolean } {
  return { inScope: !isCrisis(query) && !isClinical(query) };
}
