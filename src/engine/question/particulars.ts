/**
 * Remedies, complaints and circumstances that a question names and that the closed vocabularies know only as part of something wider, or not at all:
 * endometriosis is more than period pain, black cohosh is not soy.
 *
 * A study answers such a question only if it is about that very thing, so the texts are looked through for it.
 * @module
 */
import { fold } from "./fold.ts";

export interface Particular {
  /** As a text for a person says it, after "looked at". */
  name: string;
  /** How a folded question says it; global, to look at every place. */
  asked: RegExp;
  /** How a folded text about a study says it; wider, since a study of cognition is one of brain fog too. */
  studied: RegExp;
  /** A complaint or circumstance that a health professional should know of, not a remedy. */
  care: boolean;
}

const particular = (name: string, asked: string, studied = asked, care = false): Particular => ({
  name,
  asked: new RegExp(`\\b(?:${asked})\\b`, "g"),
  studied: new RegExp(`\\b(?:${studied})\\b`),
  care,
});
const complaint = (name: string, asked: string, studied = asked) => particular(name, asked, studied, true);

const PARTICULARS: readonly Particular[] = [
  // Herbs, foods and supplements.
  particular("black cohosh", "(?:black )?cohosh"),
  particular("equol", "equol"),
  particular("evening primrose oil", "(?:evening )?primrose(?: oil)?"),
  particular("chasteberry", "chaste ?berry|chaste tree|vitex|agnus castus"),
  particular("ginger", "ginger"),
  particular("turmeric", "turmeric|curcumin"),
  particular("cinnamon", "cinnamon"),
  particular("fennel", "fennel"),
  particular("saffron", "saffron"),
  particular("ashwagandha", "ashwagandha|ashwaganda|withania"),
  particular("rhodiola", "rhodiola"),
  particular("valerian", "valerian"),
  particular("chamomile", "ch?amomile"),
  particular("lavender", "lavender"),
  particular("melatonin", "melatonin"),
  particular("theanine", "(?:l )?theanine"),
  particular("cannabis or CBD", "cannabis|cbd|weed|thc|marijuana|edibles?", "cannabis|cannabinoids?|cbd"),
  particular("creatine", "creatine"),
  particular("collagen", "collagen"),
  particular("protein", "protein|protein (?:shakes?|powder)"),
  particular("probiotics", "probiotics?|kefir|kombucha|prebiotics?", "probiotics?|prebiotics?|fermented"),
  particular("gut health", "gut health|microbiome|my gut(?! feeling)", "gut|microbi\\w+"),
  particular("zinc", "zinc"),
  particular("B vitamins", "b ?6|b ?12|b vitamins?|vitamin b ?\\d*|folic acid|folate"),
  particular("vitamin C", "vitamin c"),
  particular("vitamin E", "vitamin e"),
  particular("inositol", "inositol"),
  particular(
    "seed cycling",
    "seed (?:cycling|rotation)|(?:different )?seeds?(?: \\w+){0,5} (?:half|phase|part|luteal|follicular)",
    "seed cycling|seeds? (?:cycl|rotat)\\w*",
  ),
  particular("maca", "maca"),
  particular("St John's wort", "st johns wort|saint johns wort|hypericum"),
  particular("cherry juice", "(?:tart )?cherry juice|tart cherry|cherries", "cherry|cherries"),
  particular("beetroot", "beetroots?|beet juice", "beetroots?|beet|nitrates?"),
  particular("chocolate", "chocolate|cocoa|cacao", "chocolate|cocoa|sweets|cravings?"),
  particular("dairy", "dairy|lactose|warm milk|cows milk", "dairy|lactose|milk"),
  particular("gluten", "gluten"),
  particular("low-carbohydrate eating", "keto|ketogenic|low carb|low carbohydrate", "ketogenic|carb\\w*"),
  // Treatments and aids.
  particular("acupuncture", "acupuncture|acupressure"),
  particular("electrical nerve stimulation", "tens|tens machine|nerve stimulat\\w+"),
  particular("massage", "massages?|reflexology", "massages?|reflexology|foam"),
  particular("pelvic floor exercises", "pelvic floor|kegels?"),
  particular("Pilates", "pilates"),
  particular("tai chi", "tai chi|qigong|qi gong"),
  particular(
    "stretching",
    "stretching|(?<!\\b(?:short|long|small|little|in) )stretches(?! of)",
    "stretch\\w*|flexibility",
  ),
  particular(
    "hormone therapy",
    "hrt|mht|hormone (?:replacement )?therapy|hormone patch(?:es)?|o?estradiol|o?estrogen (?:gel|patch|patches|cream)",
    "hrt|mht|hormone (?:replacement )?therapy|hormone treatment|hormones|o?estradiol|o?estrogens?",
  ),
  particular("testosterone", "testosterone"),
  particular("a copper coil", "copper (?:coil|iud)|paragard", "copper"),
  particular("emergency contraception", "morning after pill|emergency (?:pill|contracepti\\w+)|plan b"),
  particular("mouth taping", "mouth tap(?:e|ing)"),
  particular("weighted blankets", "weighted blankets?"),
  particular("earplugs", "ear ?plugs?", "ear ?plugs?|noise"),
  particular(
    "blue light glasses",
    "blue light (?:glasses|blockers?)|(?:amber|orange) glasses",
    "blue light|glasses",
  ),
  particular("weighted vests", "weight(?:ed)? vests?"),
  particular("Ramadan", "ramadan|iftar|suhoor|sehri", "ramadan|fasting|fasted"),
  particular(
    "driving",
    "(?<!\\b(?:sex|no|zero|low|lost my|lack of|is|are|whats|was|be|whats really|keeps) )driv(?:e|ing)(?! (?:me|us|you|my|the|this|it|up|down|your|her|mad|crazy)\\b)",
    "driv(?:e|ing|ers?)",
  ),
  particular("the moon", "(?:full |new )?moon|moonlight|lunar", "moon\\w*|lunar"),
  particular(
    "a partner in the bed",
    "bed ?partner|shar(?:e|ing) (?:a|the|my|our) bed|(?:husband|wife|partner|boyfriend|girlfriend|spouse) (?:comes|coming|gets|tosses|moves|snores|wakes|steals)(?: \\w+){0,3}",
    "bed ?partners?|(?:young |married |older |heterosexual )couples|couples (?:who|in|slept|sharing)|spouses?|shar(?:e|ed|ing) (?:a|the|their) bed",
  ),
  particular(
    "a pet in the bed",
    "(?:dogs?|cats?|pets?|puppy) (?:\\w+ ){0,4}(?:(?:in|on|of|into|onto) (?:the |my |our )?(?:\\w+ of (?:the |my |our )?)?(?:bed|feet|duvet|pillow)|sleeps)",
    "dogs?|cats?|pets?",
  ),
  // Complaints and conditions.
  complaint("endometriosis", "endometriosis|endo|endometriotic|adenomyosis"),
  complaint("polycystic ovary syndrome", "pcos|polycystic"),
  complaint("fibroids", "fibroids?"),
  complaint("the thyroid", "thyroid|hypothyroid\\w*|hyperthyroid\\w*|hashimotos?"),
  complaint(
    "diabetes or blood sugar",
    "diabet\\w+|blood sugar|glucose|insulin resistan\\w+|prediabet\\w+",
    "diabet\\w+|blood sugar|glucose|insulin|metabolic",
  ),
  complaint("ADHD", "adhd|attention deficit"),
  complaint("migraine", "migraines?", "migraines?|headaches?"),
  complaint("epilepsy", "epilep\\w+"),
  complaint("asthma", "asthma\\w*"),
  complaint("hay fever", "hay ?fever|pollen|antihistamines?", "hay ?fever|pollen|antihistamines?|allerg\\w+"),
  complaint(
    "acne or the skin",
    "acne|my skin(?! (?:temp\\w*|sens\\w*|conduct\\w*|(?:is |feels |was )?(?:so |really )?(?:warm|hot|cold|cool)\\w*))|complexion|breakouts?|wrinkles",
    "acne|complexion|skin(?! (?:temp|sens|worn|conduct)\\w*| and)",
  ),
  complaint("hair loss", "hair loss|thinning hair|hair thinning", "hair"),
  complaint(
    "breast pain",
    "breast pain|sore breasts?|breast tenderness|tender breasts?|sore boobs",
    "breasts?",
  ),
  complaint(
    "sleep apnoea",
    "sleep apno?ea|apno?ea|osa",
    "apno?ea|snor\\w+|breathing pauses|sleep disordered breathing",
  ),
  particular("snoring", "snor(?:e|es|ing)", "apno?ea|snor\\w+"),
  complaint("restless legs", "restless legs?"),
  complaint("long Covid", "long covid"),
  complaint(
    "palpitations",
    "palpitations?|heart flutters?|skipped beats?|ectopic beats?",
    "palpitations?|arrhythmi\\w+|ectopic\\w*",
  ),
  complaint(
    "joint pain",
    "joint (?:pain|aches?)|(?:aching|sore) joints|arthritis|frozen shoulder",
    "joints?|arthritis|shoulder|musculoskeletal|aches",
  ),
  complaint(
    "knee pain",
    "knee (?:pain|problems?)|(?:dodgy|bad|sore|painful|dicky|gammy|arthritic) knees?",
    "knees?|joints?|musculoskeletal|osteoarthritis",
  ),
  particular("bloating", "bloat\\w*|puffy|water retention", "bloat\\w*|swell\\w*|fluid\\w*|water retention"),
  complaint(
    "getting up at night to pass urine",
    "(?:up|out of bed|wake|waking|woken) (?:\\w+ ){0,7}(?:loo|toilet|bathroom|wee(?! (?:hours|small))|pee)|nocturia",
    "pass urine|nocturia|urinat\\w+",
  ),
  particular(
    "hot weather",
    "heat ?wave|hot (?:spell|weather)|summer heat|in the heat",
    "temperature around|ambient|weather|summer|seasons?|warm (?:room|bedroom)|heat",
  ),
  particular(
    "minding children",
    "(?:chas(?:e|ing)|mind(?:ing|ed|s)?|carry(?:ing)?|look(?:ing)? after|running after|lift(?:ing)?) (?:\\w+ ){0,3}(?:children|kids|grand\\w+|toddlers?)",
    "(?:child|grandchild)(?:ren)?|caregiv\\w+|childcare",
  ),
  particular("a flu vaccination", "flu (?:jab|shot|vaccin\\w+)", "vaccin\\w+|influenza"),
  particular(
    "stopping training",
    "(?:stopp(?:ed|ing)|gave up|quit) (?:running|training|exercis\\w+|working out|the gym|cycling|swimming)|(?:break|time off) from (?:running|training|exercise|the gym)",
    "without (?:training|the exercise)|stopped (?:training|exercising)|detrain\\w*|after stopping",
  ),
  complaint(
    "balance and falls",
    "my balance|wobbl(?:e|es|y)|unsteady",
    "(?:postural|their|better|body|standing) balance|balance (?:train|exerc|test|and)\\w*|(?:risk of|fewer|number of|prevent\\w*|had) falls|falls (?:and|or) fractures",
  ),
  complaint(
    "back pain",
    "back (?:pain|ache|hurts|aches)|backache|(?:sore|bad|stiff|aching) back",
    "back|musculoskeletal",
  ),
  complaint(
    "libido",
    "libido|sex drive|in the mood(?! (?:for|to)\\b)|horny|turned on",
    "libido|sex\\w*|desire",
  ),
  complaint("vaginal dryness", "vaginal (?:dryness|oestrogen|estrogen)|painful sex", "vagin\\w+|genit\\w+"),
  complaint("incontinence", "incontinen\\w+|bladder leak\\w*|leak urine", "incontinen\\w+|bladder|urin\\w+"),
  complaint(
    "eating disorders",
    "eating disorders?|anorexi\\w+|bulimi\\w+",
    "eating disorders?|disordered eating|anorexi\\w+|bulimi\\w+",
  ),
  complaint("brain fog", "brain fog|foggy", "fog\\w*|cogniti\\w+|memory|attention|concentrat\\w+|think\\w*"),
  complaint("memory", "memory(?! foam)|forgetful", "cogniti\\w+|memory|forget\\w*|recall"),
  complaint(
    "knee ligament injuries",
    "acl|cruciate",
    "acl|cruciate|knee injur\\w+|ligament (?:injur\\w+|tears?|ruptures?)",
  ),
  complaint("nausea", "nausea|nauseous|morning sickness", "nausea|vomit\\w*|sickness"),
  complaint(
    "digestion",
    "constipat\\w+|diarrh\\w+|ibs|irritable bowel",
    "constipat\\w+|diarrh\\w+|ibs|bowels?|digesti\\w+|gut|stool",
  ),
  complaint("cholesterol", "cholesterol|ldl", "cholesterol|ldl|lipids?|blood fats?"),
  // Circumstances.
  complaint(
    "pregnancy",
    "pregnant|pregnancy|trimester|weeks along|gestational",
    "pregnan\\w+|trimester|maternal|gestation\\w*|perinatal|prenatal",
  ),
  complaint(
    "breastfeeding",
    "breast ?feed\\w*|breast ?fed|breast ?milk",
    "breast ?feed\\w*|breast ?fed|breast ?milk|lactat\\w+",
  ),
  complaint(
    "the months after a birth",
    "post ?partum|postnatal|gave birth|newborn|c section|caesarean|night feeds?|my baby|(?:week|month)s? old (?:baby|infant)|the baby is|baby is",
    "post ?partum|postnatal|birth|newborns?|mothers?|infants?|bab(?:y|ies)",
  ),
  particular(
    "stopping the pill",
    "(?:stopp?(?:ed|ing)|c[ao]m(?:e|ing) off|quit(?:ting)?|went off) (?:taking )?(?:the |my )?(?:pill|birth control|contracepti\\w+)",
    "(?:stopp|discontinu|withdraw|after)\\w*(?: \\w+){0,4} (?:pills?|contracepti\\w+)",
  ),
  complaint("miscarriage", "miscarr\\w+"),
  complaint(
    "fertility treatment or trying to conceive",
    "(?<!(?:low|high|peak|medium|says) )fertility|infertil\\w+|conceive|conceiving|trying for a baby|ivf|ttc|egg (?:freezing|collection)|(?:get|getting) pregnant",
    "fertility(?! (?:awareness|window))|infertil\\w+|conce(?:ive|ption)\\w*|ivf|pregnan\\w+|subfertil\\w+",
  ),
  particular(
    "teenagers",
    "teenage (?:girls?|athletes?|daughter|cycles?|periods?)|adolescen\\w+|school ?girls?|(?:my|our) daughter(?! (?:says|said|thinks|reckons|tells|told|claims|swears|insists))|im (?:1[3-9]|thirteen|fourteen|fifteen|sixteen|seventeen)(?! (?:weeks?|days?|dpo|kg|min|hours?|ms|bpm|months?))",
    "teen\\w*|adolescen\\w+|girls?|school\\w*|youth|young people|students?",
  ),
  complaint(
    "life after a hysterectomy",
    "hysterectom\\w+|oophorectomy|surgical menopause",
    "hysterectom\\w+|oophorectomy|surg\\w+|ovaries",
  ),
];

/** "I can't take HRT, what else works?" does not ask about hormone therapy; "not sure whether ginger works" does ask about ginger. */
const SET_ASIDE =
  /\b(?:cant|cannot|can not|dont|do not|wont|wouldnt|without|instead of|rather than|refuse to|hate|loathe|besides|apart from|other than|no|not)(?: (?!(?:and|but|or|is|does|would|will|if|whether|how|what|why|sure|know|idea)\b)\w+){0,3} $/;

/** "I tried melatonin, what else is there?"; without the second half it is still about melatonin. */
const PUT_BEHIND = /\b(?:tried|gave up|stopped|never)(?: \w+){0,3} $/;
const SOMETHING_ELSE = /\b(?:else|instead|other than|another way|alternatives?)\b/;

/** The particulars that a question names and does not set aside, each once. */
export function particularsOf(question: string): Particular[] {
  const folded = fold(question);
  const elsewhere = SOMETHING_ELSE.test(folded);
  const setAside = (before: string) => SET_ASIDE.test(before) || (elsewhere && PUT_BEHIND.test(before));
  return PARTICULARS.filter(({ asked }) =>
    [...folded.matchAll(asked)].some(({ index }) => !setAside(folded.slice(0, index))),
  );
}

/** Those of `particulars` that a text about a study names. */
export function spokenOf(particulars: readonly Particular[], text: string): Particular[] {
  if (particulars.length === 0) return [];
  const folded = fold(text);
  return particulars.filter(({ studied }) => studied.test(folded));
}
