/**
 * Does a message ask for a diagnosis, a prescription or the reading of a test, or tell of symptoms that are not for reading up on? Ordinary wellness questions
 * pass, also when they use medical-sounding words.
 * @module
 */
import { RED_FLAGS } from "./red-flags.ts";
import { matchesAny } from "./spellings.ts";

const CONDITION =
  "(?:pcos|pcod|endo|endometriosis|adenomyosis|pmdd|fibroids?|cysts?|cancer|tumou?rs?|lump|thyroid|hypothyroid\\w*|hyperthyroid\\w*|hashimotos?|graves|an[a]?emi[ac]|iron deficien\\w+|deficien\\w+|depress(?:ion|ed)|bipolar|adhd|ptsd|autis\\w+|diabet\\w+|prediabet\\w+|insulin resistan\\w+|sleep apn\\w+|apn(?:o)?ea|narcolepsy|arrhythmi\\w+|afib|atrial fibrillation|heart (?:attack|disease|failure|condition|problem)|tachycardia|bradycardia|pots|(?<!\\b(?:swim|swimming|rowing|breast|back|butterfly|crawl|kick|pull|each|per|every) )stroke(?! (?:rate|volume|length|count|technique|work|of))|hypertension|high blood pressure|infections?|covid|influenza|flu|pneumonia|sepsis|(?<!\\b(?:hrv|hr|rhr|sleep|temp|temperature|mean) )std(?! dev\\w*)|sti|uti|thrush|disease|disorder|syndrome|illness|eating disorder|anorexia|bulimia|osteoporosis|osteopenia|lupus|fibromyalgia|chronic fatigue|red s|amenorrh\\w+|infertil\\w+|anxiety disorder|insomnia disorder|(?:early |premature |peri|post)?menopause|perimenopausal|menopausal|blood clots?|dvt|embolism|lymphoma|leuk[a]?emia|melanoma|cushings?|addisons?|appendicitis|heart block|heart murmur|cardiomyopathy|myocarditis|pericarditis|rheumatoid|multiple sclerosis|epilepsy|parkinsons|alzheimers|dementia|c(?:o)?eliac|crohns|colitis|ibs|gastritis|kidney stones?|gallstones?|hepatitis|lyme|dysautonomia|prolactinoma|vaginosis|(?:premature )?ovarian (?:failure|insufficiency)|bronchitis|tonsillitis)";
/** "Is it normal in menopause", "after covid": a time of life, not a finding. */
const LIFE_TIME =
  "(?:(?:early |late |premature |surgical |peri ?|post ?)?menopaus|covid|flu\\b|influenza|pneumonia|illness|infection)";
const NOT_AROUND_IT = `(?!(?<=\\b(?:after|during|before|around|through|since|until|till|past|once|of|to|by) (?:early |late |surgical |an? |the |my )?)${LIFE_TIME})`;
const NOT_A_TIME = `${NOT_AROUND_IT}(?!(?<=\\b(?:in|at|when|for) (?:early |late |surgical )?)${LIFE_TIME})`;
const MEDICINE =
  "(?:ibuprofen|naproxen|paracetamol|acetaminophen|tylenol|advil|aspirin|diclofenac|mefenamic|metformin|ozempic|semaglutide|sertraline|fluoxetine|prozac|zoloft|escitalopram|lexapro|citalopram|venlafaxine|gabapentin|fezolinetant|spironolactone|clomid|clomiphene|letrozole|levothyroxine|propranolol|zolpidem|ambien|zopiclone|xanax|alprazolam|diazepam|valium|benzodiazepines?|ssris?|snris?|tamoxifen|tranexamic|codeine|tramadol|opioids?|prednisone|cortisone|benadryl|diphenhydramine|doxylamine|lithium(?! (?:ion|batter\\w+|cell))|nor ?ethisterone|norethindrone|dydrogesterone|warfarin|apixaban|eliquis|rivaroxaban|xarelto|heparin|digoxin|amiodarone|flecainide|methotrexate|\\w{2,}(?:azepam|azolam|oxetine|ipramine|triptyline|statin|sartan|glutide|mycin|cillin|prazole|triptan|thyroxine|profen)|(?!lolo)\\w{3,}[aio]lol|\\w{3,}pril)";
const MEDICATION =
  "(?:medicine|medicines|medications?|meds?|drugs?|antibiotics?|antidepressants?|painkillers?|sleeping (?:pills?|tablets?)|tablets|(?<!\\b(?:use|using|take|taking|read\\w*|watch\\w*|on) (?:my |the |a |an )?)tablet|pills?|contraceptives?|contraception|birth control|coil|iud|mirena|hormones?|hormone (?:replacement )?(?:therapy|treatment)|hrt|mht|steroids?|beta blockers?|progesterone|o?estrogen|o?estradiol|testosterone|dhea|melatonin|supplements?|inhaler|insulin|statins?|blood thinners?|anti ?(?:coagulants?|psychotics?|convulsants?|epileptics?))";
const EVERYDAY_DOSE =
  "(?!.*\\b(?:caffeine|coffee|tea|exercise|training|workout|light|daylight|sleep|nap|yoga|sauna)\\b)";
/** What is eaten by the gram. */
const NUTRIENT = "(?:protein|fib(?:re|er)|carb\\w*|sugar|salt|fat|chocolate|nuts|meat|fruit|oats)\\b";
/** Who asks how much of something for sleep asks for a dose all the same. */
const EVERYDAY_INTAKE =
  "(?!.*\\b(?:caffeine|coffee|tea|decaf|exercise|training|workout|daylight|yoga|sauna)\\b)";
/** "A dose of nature" is no dose. */
const OF_EVERYDAY =
  "(?! of (?:\\w+ )?(?:nature|(?:day|sun)?light|exercise|training|caffeine|coffee|sun\\w*|outdoors|fresh air|laughter|fun|joy|music|cold|heat|stress|running|cardio|hiit|walking|strength|stretching|altitude)\\b)";
/** What is taken because somebody prescribed or sold it for a complaint. */
const DRUG =
  "(?:medicines?|medications?|meds?|drugs?|antibiotics?|antidepressants?|painkillers?|sleep(?:ing)? (?:pills?|tablets?|aids?)|tablets?|pills?|hrt)";
/** What a doctor tells from a test or an examination. */
const EXAMINED =
  "(?:thyroid|hormones?|hormone levels?|progesterone|o?estrogen|o?estradiol|testosterone|cortisol|prolactin|ferritin|iron|blood (?:pressure|sugar|count)|liver|kidneys?|ovaries|uterus|heart)";
const LAB =
  "(?:blood (?:test|work|count|panel|results?)|lab (?:test|work|result|value|report)s?|labs|bloods|test results?|hormone (?:test|panel|levels?)|(?<!(?<!(?:full|whole|dexa|bone) )body )scan|ultrasound|biopsy|mri|x ray|xray|ecg|ekg|smear|pap test|tsh|ferritin|fsh|amh|lh level|progesterone level|o?estradiol level|hba1c|a1c|cholesterol|h[a]?emoglobin|glucose level|vitamin d level|b12 level|pregnancy test)";
const CHILD =
  "(?:baby|babies|babys|newborn|infant|toddler|child|childs|children|kid|kids|son|sons|daughter|daughters|(?:my|our) \\d+ (?:year|month|week)s? old)";
const ILL =
  "(?:fever|feverish|febrile|rash|vomit\\w*|dehydrat\\w+|meningitis|croup|wheez\\w+|not breathing|turning blue|limp)";
const NOT_OF_THE_BODY =
  "(?!.*\\b(?:bath|tub|shower|sauna|steam|water|pool|bottle|blanket|pad|room|bedroom|air|outside|outdoors?|weather|heatwave|summer)\\b)";
const patterns = (sources: readonly string[]) => sources.map((source) => new RegExp(source));

const CLINICAL = patterns([
  // Asking for a diagnosis.
  "\\b(mis)?diagnos(?!tics?\\b|is rates?\\b)\\w*",
  `\\b(do|did|could|might|would|can|may) (i|my|this|it|that|these|they) (\\w+ ){0,2}?(have|be|mean|indicate|suggest|show|point to)\\b( \\w+){0,5} ${NOT_AROUND_IT}${CONDITION}\\b`,
  `\\b(?:do|does|did|could|might|would|can|may) (?:this|my|these|that|those) (?:\\w+ ){3,6}?(?:be|mean|indicate|suggest|confirm)\\b(?: \\w+){0,5} (?!.*menopaus)${NOT_AROUND_IT}${CONDITION}\\b`,
  `\\b(have i|am i) (\\w+ ){0,3}?${CONDITION}\\b`,
  `(?<!\\b(?:why|when|how often|how come|what if) )\\b(?:do|did|might|could) i (?:suffer from|have) (?:\\w+ ){0,2}?(?:${CONDITION}|insomnia|migraines?|vertigo)\\b`,
  `\\b(?:check|test|find out|confirm|figure out|work out)(?: for me)? (?:if|whether) (?:i|ive|i ve|im|i m|its|it is|this is|my)\\b(?: \\w+){0,4} (?:${CONDITION}|insomnia)\\b|\\b(?:rule out|(?:check|test|screen) me for|(?:should|can|could) (?:i|you) (?:get |be )?(?:check|test|screen)(?:ed)? for) (?:\\w+ ){0,2}?${NOT_AROUND_IT}${CONDITION}\\b`,
  `\\b(?:do|does|did) (?:this|that|these|they|it|my)\\b(?: \\w+){0,3} (?:look|sound|seem) (?:like|as if)(?: \\w+){0,3} ${NOT_AROUND_IT}${CONDITION}\\b|\\b(?:looks|sounds) like (?:\\w+ ){0,2}?${NOT_AROUND_IT}${CONDITION}\\b|\\b(?:if|whether) what i have\\b`,
  "\\b(?:do|does|did) (?:this|that|these|they|it|my)\\b(?: \\w+){0,3} (?:show|mean|say)(?: \\w+){0,3} (?:im|i am|i m) (?:ill|unwell|sick)\\b(?! (?:of|to death))",
  `\\b(?:mean|prove|confirm|show|indicate|suggest)s? (?:that |whether |if )?(?:i|ive|im|i m|i ve)\\b(?: \\w+){0,4} ${CONDITION}\\b`,
  `\\bdo i (?:really |actually )?have it$|\\bwhat (?:do|might) i have$|\\bhow (?:severe|bad|serious|advanced) is my (?:\\w+ )?${CONDITION}\\b|\\b(?:ahi|odi)\\b(?: \\w+){0,3} \\d`,
  `(?<!\\b(?:why|when|phase|days?|cycle|point|time) )\\b(?:is|are) my ${EXAMINED}(?: levels?)? (?:too |really |maybe |possibly |just )*(?:under ?active|over ?active|low|high|imbalanced|unbalanced|out of (?:balance|whack)|off|ok|okay|fine|normal|abnormal|healthy|failing|damaged)\\b(?! enough)`,
  `\\b(is|are|does|was) (this|it|that|these|they|my \\w+( \\w+)?) (\\w+ ){0,4}?${NOT_A_TIME}${CONDITION}\\b`,
  `\\b(signs?|(?<!\\b(?:ease|easing|reduc\\w+|improv\\w+|reliev\\w+|help|helps|lessen|lower|fewer|less|more|with) (?:the |my )?)symptoms?|indicat\\w+|caused by|because of|due to) (of |for )?(an? |my |the )?(?:(?:cervical|breast|ovarian|skin|lung|bowel|thyroid) )?(?!.*\\bmenopaus)(?!.*\\bperimenopaus)${CONDITION}\\b`,
  `\\b(?:tell|know|say)(?: me)? (?:if|whether) (?:i|im|i m|i am|i might|ive|i have|this is|it is|its)(?: \\w+){0,2} (?!(?:peri|post)?menopaus)${CONDITION}\\b`,
  `\\b(think|worried|afraid|scared|sure|suspect|convinced) (that )?(i|i m|im|i am|its|it is|this is|i have|ive|i ve) (\\w+ ){0,3}?${CONDITION}\\b`,
  "\\b(?:what|which) (?:diseases?|disorders?|illness(?:es)?|medical conditions?)\\b|\\bwhat (condition|is wrong with me|s wrong with me)\\b|\\bwhats wrong with (me|her|him|us|my heart|my daughter|my son)\\b|\\bis (there )?something wrong with (me|my (heart|ovaries|hormones|thyroid|body))\\b",
  "\\bam i (dying|ill|mentally ill|infertile|fertile|anemic|anaemic|diabetic|depressed|bipolar|perimenopausal|menopausal|postmenopausal|having a (heart attack|stroke|miscarriage|panic attack))\\b|\\bam i (in|going through|starting|entering) (early )?(peri|post)? ?menopause\\b",
  // Pregnancy and contraception as a medical decision.
  "\\b(am|could|might|may|can|would|will|did|be|being|get|getting|got|become|becoming|prevent\\w*|avoid\\w*|chance of|chances of|risk of|sign of|signs of|symptom of|symptoms of) (i |be |me |i be |a |an |getting |get |early )?pregnan\\w*",
  "\\bcould i (\\w+ )?be pregnan\\w*|\\bi (am|m|might be|could be|may be) pregnan\\w*|\\bpregnancy (test|symptoms?|signs?)\\b|\\b(?:am i|are we|might i be|could i be|think im|think i am) losing (?:the|my|this|our) (?:baby|pregnancy)\\b|\\b(miscarr\\w+|abortion|ectopic|implantation bleeding)\\b",
  "\\b(use|rely on|trust|as) (\\w+ ){0,4}(contraception|birth control|contraceptive)\\b|\\b(safe|unprotected) (days?|sex)\\b(?! (?:\\d|one\\b|two\\b|to (?:train|lift|run|do|exercise|swim)))",
  // Medicines and prescriptions.
  // A coach may prescribe a session.
  "(?<!\\b(?:training|exercise|session|workout) )\\bprescri\\w*\\b(?! (?:me |my |her |for |an? |the )?(?:training|exercise|walking|session|workout)s?\\b)",
  `\\b${MEDICINE}s?\\b`,
  `\\b(should|shall|can|could|may|must|do|would|is it (ok|okay|safe|bad|dangerous)( \\w+){0,2}|safe|need|want|how (do|can|should)|when (do|can|should|to)|best time) (i |me |to |for me to |we )*(\\w+ )?(take|taking|start|starting|stop|stopping|quit|quitting|come off|coming off|go off|going off|go on|going on|get off|get on|switch|switching|change|skip|skipping|increase|decrease|reduce|lower|raise|double|halve|combine|mix|use|using|try|need|get|wean off|taper)\\b( \\w+){0,4} ${MEDICATION}\\b`,
  `\\b(what|which|best|recommend|suggest|strongest)( (?!non\\b)\\w+){0,3} ${MEDICATION}\\b( \\w+){0,3} (should|do i|can i|for|to take|helps? with|is best|works?)\\b`,
  `\\b(?:what|which)(?: (?!non\\b)\\w+){0,2} ${DRUG} (?:(?:can|could|will|would|really|actually|might|should|do|does) )*(?:help|stop|work|fix|ease|treat|relieve)s?\\b|\\b(?:what|which)(?: \\w+){0,2} ${DRUG} (?:is|are|would be) (?:the )?(?:safest|best|strongest|safe|good|right)\\b`,
  `\\b(?:what|which)(?: \\w+){0,2} ${DRUG} (?:makes?|gets?|knocks?|puts?) (?:me|you)\\b`,
  `\\b(?:take|taking|combin\\w+|mix\\w*|use|using|have|safe)\\b(?: \\w+){0,5} (?:with|alongside|together with|on top of|while on) (?:(?:my|the|your) (?:\\w+ )?(?:${DRUG}|birth control|contracepti\\w+|inhaler|insulin|statins?|blood thinners?|steroids?|beta blockers?)|(?:my )?${MEDICINE})\\b`,
  `\\b(?:what|which|how much) (?:treatments?|therapy|therapies|cures?|remed(?:y|ies)) (?:do|should|can|could|will|would|is|are)\\b(?: \\w+){0,4} (?:for|against) (?:my |the )?(?:\\w+ )?${CONDITION}\\b`,
  `^${EVERYDAY_INTAKE}.*\\b(?:doubl(?:e|ing)|halv(?:e|ing)|rais(?:e|ing)|increas(?:e|ing)|lower(?:ing)?|reduc(?:e|ing)|skip(?:ping)?|chang(?:e|ing)|adjust(?:ing)?|(?<=\\b(?:i|to) )up) (?:my|the|this) (?:next |daily |evening |morning |usual )?(?:doses?|dosages?|tablets?|pills?|patch(?:es)?|meds|medications?|medicines?|prescription)\\b(?! breaks?\\b)${OF_EVERYDAY}`,
  "\\bwhat (?:should|can|could|do|must|might) i take (?:for|against|to (?:help|stop|ease|treat|get rid of|fix|cure|bring on|delay|start|induce))\\b(?! (?:a |the |my )?(?:lunch|dinner|breakfast|holiday|trip|flight|race|run|hike|walk|snack))",
  "\\bgive me (?:something|anything|a pill|some pills|pills|tablets|medicine|medication|a drug|drugs) (?:for|against) (?:the |my |this |these )?(?:\\w+ )?(?:pain|cramps?|headaches?|migraines?|nausea|sleep|insomnia|anxiety|hot flash\\w*|hot flush\\w*|night sweats|bloating|mood|it)\\b",
  `\\b(?:should|shall|can|could|must) i (?:\\w+ )?(?:be|stay|go|get)(?: back)? on (?:the |my )?${MEDICATION}\\b|\\b${MEDICATION} (?:right|safe) for me\\b`,
  `\\b(stop|start|come off|go on|switch|change|skip|taper|wean off|quit) (taking |using )?(my|the|this|an?) (\\w+ ){0,2}?${MEDICATION}\\b`,
  `^${EVERYDAY_INTAKE}.*\\b(what|which|right|correct|safe|recommended|max\\w*|how (high|much|big)( of)?( an?)?|exact|daily|ideal) (\\w+ ){0,3}?(dose|dosage|dosing)\\b${OF_EVERYDAY}`,
  `^${EVERYDAY_INTAKE}.*\\b(?:how many (?:mg|mcg|iu|milligrams?|micrograms?|tablets?|capsules?|pills?|pumps|drops|puffs|sprays|patches)|(?:need|want|know|give me|tell me) the (?:right |exact )?(?:dose|dosage)|\\d+ ?(?:mg|mcg|iu)( \\w+){0,3} (?:too (?:much|high|little)|enough|safe)|units of insulin)\\b`,
  `^${EVERYDAY_DOSE}.*\\b(dosage|dosing|doses?(?= of\\b)${OF_EVERYDAY}|how many (mg|mcg|iu|milligrams?|tablets?|pills?|grams(?! of (?:\\w+ )?${NUTRIENT}))|\\d+ ?(mg|mcg|ug|iu|milligrams?))\\b`,
  `\\bhow (much|many) (of )?(${MEDICATION}|magnesium( \\w+)?|ashwagandha|valerian|cbd|st johns wort|black cohosh|5 ?htp|theanine|inositol|berberine|iron|vitamin \\w+|zinc|calcium|omega 3)( \\w+){0,2} (should|do|can|could|must|to|is)\\b`,
  `\\b(treat|cure|heal|reverse|get rid of|fix|manage) (my |this |the |an? )?(\\w+ ){0,2}?(?!(?:peri|post)?menopaus)${CONDITION}\\b|\\b(?:treat|cure) (?:my|the|this) (?:\\w+ )?(?:insomnia|migraines?)\\b`,
  "(?<!\\b(?:spa|beauty|facial|hair|skin|sham|placebo|no) )\\b(treatments?|cure|remedy|therapy options) (for|against|of)\\b(?! (?:a |an |my |the )?(?:jet ?lag|hangovers?|everything|bor(?:ing|edom)|gloom|boredom|stress|tired\\w*|relax\\w*|hiccups|cold feet|doms|sore muscles|snoring))|\\b(need|get|have|want) (surgery|an operation|a hysterectomy)\\b|\\bi need (?:tablets|medication|meds|medicine|pills|drugs|antibiotics|statins|insulin|hrt)\\b|\\b(?:mirena|coil|iud|pill|patch|implant|injection|gel)s? (?:or|vs|versus) (?:an? |the )?(?:copper |hormonal )?(?:coil|iud|mirena|patch|implant|pill|injection|gel)s?(?: \\w+){0,2} for (?:me|someone|somebody|my)\\b",
  `\\b(?:thinking (?:of|about)|considering|want(?:ing)? to|going to|plan(?:ning)? (?:to|on)|tempted to|about to|can i just) (?:just )?(?:stop\\w*|ditch\\w*|com(?:e|ing) off|quit\\w*|skip\\w*|drop\\w*|go(?:ing)? off|get(?:ting)? off|wean\\w*|taper\\w*|doubl\\w+|halv\\w+)( \\w+){0,3}? (?:antidepressants?|meds|medications?|medicines?|blood thinners?|beta blockers?|statins?|insulin|steroids?|ssris?)\\b`,
  // Reading a test.
  `\\b(my|these|interpret|read|explain|understand|what do|what does)\\b( \\w+){0,4} ${LAB}\\b`,
  `\\b${LAB}\\b( \\w+){0,4} (mean|normal|abnormal|high|low|ok|okay|bad|interpret|positive|negative|\\d+)\\b`,
  "\\b(?:interpret|read|explain|understand|what do|what does|are)\\b(?: \\w+){0,3} (?:(?:blood|hormone) tests|scans|ultrasounds|x ?rays)\\b",
  "\\bmy (?:o?estradiol|o?estrogen|progesterone|testosterone|tsh|t3|t4|ferritin|fsh|lh|amh|cortisol|prolactin|dhea|vitamin d|vitamin b12|b12|hba1c|a1c|cholesterol|ldl|crp|h[a]?emoglobin)(?: (?:levels?|results?|test|blood))?(?: on (?:day|cd) ?\\w+)? (?:is|was|are|were|came back(?: at| as)?|of)(?: (?:at|about|around|only|just))* \\d",
  "\\bblood (?:sugar|glucose) (?:was|is|of|at|came back at) \\d",
  // A child with a fever and the like, or a high fever of anybody.
  `\\b${CHILD}\\b( \\w+){0,6} ${ILL}\\b|\\b${ILL}\\b( \\w+){0,4} (my|our|his|her|the) (\\w+ )?${CHILD}\\b`,
  `^${NOT_OF_THE_BODY}.*\\b(fever|temperature|temp) (of |is |at |was |over |above )?(39|4[0-2]|10[2-7])\\b`,
  ...RED_FLAGS,
]);

export function isClinical(query: string): boolean {
  return matchesAny(query, CLINICAL);
}
