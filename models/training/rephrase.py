"""Turns titles into questions by pattern, and swaps terms of the field for their everyday forms."""
import re

_PATTERNS = [
    (r"^(?:the )?(?:acute |chronic |long[- ]term |short[- ]term )?(?:effects?|influence|impact) of (.+?) (?:on|upon) (.+)$",
     ["Does {0} affect {1}?", "How does {0} change {1}?", "What does {0} do to {1}?", "Can {0} influence my {1}?"]),
    (r"^(?:the )?(?:associations?|relationships?|links?|correlations?) (?:between|of) (.+?) (?:and|with) (.+)$",
     ["Is {0} linked to {1}?", "What is the connection between {0} and {1}?", "Does {0} go along with {1}?"]),
    (r"^(?:the )?role of (.+?) in (.+)$", ["What part does {0} play in {1}?", "Does {0} matter for {1}?"]),
    (r"^(.+?) (?:during|across|throughout|over) the menstrual cycle(.*)$",
     ["Does {0} change over my cycle?", "How does {0} vary across the menstrual cycle?", "Is {0} different before my period?"]),
    (r"^(?:the )?(?:efficacy|effectiveness|safety|benefits?) of (.+?) (?:for|in|on) (.+)$",
     ["Does {0} help with {1}?", "Is {0} useful for {1}?", "Should I try {0} for {1}?"]),
    (r"^(?:the )?(?:prevalence|incidence|frequency) of (.+?) (?:in|among) (.+)$",
     ["How common is {0} in {1}?", "How many of {1} have {0}?"]),
    (r"^(.+?) (?:predicts?|is associated with|are associated with|improves?|reduces?|increases?|impairs?) (.+)$",
     ["Is {0} related to {1}?", "Does {0} change {1}?"]),
    (r"^(?:risk factors|predictors|determinants) (?:for|of) (.+)$", ["What causes {0}?", "Why do some people get {0}?"]),
]
_PATTERNS = [(re.compile(p, re.I), forms) for p, forms in _PATTERNS]

_SWAPS = [("heart rate variability", "HRV"), ("resting heart rate", "RHR"), ("resting heart rate", "resting pulse"), ("menstrual cycle", "cycle"), ("menstruation", "my period"),
          ("menses", "period"), ("menstruation", "period"), ("luteal phase", "week before my period"), ("luteal phase", "second half of my cycle"),
          ("follicular phase", "first half of my cycle"), ("premenstrual syndrome", "PMS"), ("premenstrual dysphoric disorder", "PMDD"),
          ("dysmenorrhea", "period pain"), ("dysmenorrhoea", "period cramps"), ("vasomotor symptoms", "hot flashes"), ("hot flushes", "hot flashes"),
          ("oral contraceptives", "the pill"), ("oral contraceptive", "birth control pill"), ("hormonal contraception", "birth control"), ("rapid eye movement sleep", "REM sleep"),
          ("slow wave sleep", "deep sleep"), ("slow-wave sleep", "deep sleep"), ("sleep onset latency", "time to fall asleep"), ("physical activity", "exercise"),
          ("resistance training", "lifting weights"), ("resistance exercise", "strength training"), ("alcohol consumption", "drinking"), ("alcohol intake", "a glass of wine"),
          ("caffeine", "coffee"), ("core body temperature", "body temperature"), ("basal body temperature", "temperature in the morning"), ("fatigue", "feeling tired"),
          ("insomnia", "not being able to sleep"), ("menopausal transition", "perimenopause"), ("climacteric", "menopause"), ("women", "me"), ("mood", "how I feel"),
          ("cardiac vagal activity", "HRV"), ("autonomic function", "stress recovery"), ("polycystic ovary syndrome", "PCOS"), ("hormone replacement therapy", "HRT"),
          ("amenorrhea", "missing periods"), ("amenorrhoea", "no periods"), ("sleep duration", "hours of sleep"), ("sleep deprivation", "too little sleep"),
          ("psychological stress", "stress"), ("meditation", "mindfulness"), ("postmenopausal", "after menopause"), ("perimenopausal", "in perimenopause")]
_SWAPS = [(re.compile(rf"\b{re.escape(a)}\b", re.I), b) for a, b in _SWAPS]


def as_question(title, rng):
    """A question made of the title, or None where no pattern fits."""
    title = title.strip().rstrip(".")
    title = re.sub(r"\s*[:\[(].*$", "", title)
    for pattern, forms in _PATTERNS:
        found = pattern.match(title)
        if found:
            parts = [p.strip()[:1].lower() + p.strip()[1:] if not p.strip()[:2].isupper() else p.strip() for p in found.groups()]
            return forms[rng.integers(len(forms))].format(*parts)
    return None


def everyday(text, rng, chance=0.5):
    for pattern, plain in _SWAPS:
        if rng.random() < chance and pattern.search(text):
            text = pattern.sub(plain, text)
    return text
