"""Our own example pairs and texts for the golden files: ordinary ones and awkward ones."""
SELF_TEST = ("Why is my heart rate variability lower in the week before my period?",
             "Heart rate variability across the menstrual cycle. Vagally mediated heart rate variability was lower in the luteal phase than in the "
             "follicular phase in naturally cycling women.")

_HRV = SELF_TEST[1]
_SLEEP = ("Sleep after evening alcohol. A moderate amount of alcohol within three hours of bedtime shortened REM sleep in the first half of the "
          "night and raised sleeping heart rate.")
_TEMPERATURE = "Skin temperature and ovulation. Distal skin temperature at night rises by about 0.3 °C after ovulation and stays raised until menses."
_TRAINING = ("Strength training by cycle phase. Gains in strength did not differ meaningfully between women who trained mainly in the follicular "
             "phase and women who trained mainly in the luteal phase.")
_FLASH = "Night sweats and sleep. Women with frequent hot flushes at night woke more often and slept less efficiently during the menopausal transition."
_BREATH = "Slow breathing. Ten minutes of breathing at six breaths a minute raised heart rate variability during practice and lowered felt stress."
_ROUTER = "Resetting a router. Hold the small button at the back for ten seconds, wait for the light, then log in with the password on the label."
_CAKE = "Sponge cake. Beat butter and sugar until pale, fold in the flour, and bake for twenty-five minutes at 180 °C."
_LONG = " ".join([_HRV, _SLEEP, _TEMPERATURE, _TRAINING, _FLASH, _BREATH] * 4)
_LONG_QUERY = ("I have been wearing a ring for seven months and in that time I noticed that in the ten days before bleeding starts my resting heart "
               "rate goes up by four or five beats, my skin is warmer at night, I wake up more, and my readiness goes down even though I do not "
               "train more or drink alcohol, so should I plan easier sessions for those days or is this a normal pattern that I can ignore and "
               "does it say anything about my fitness or my chances of getting ill in the following week?")

PAIRS = [
    ("Does alcohol in the evening change my sleep?", _SLEEP),
    ("Does alcohol in the evening change my sleep?", _ROUTER),
    ("When in my cycle does skin temperature rise?", _TEMPERATURE),
    ("Should I lift heavier in the follicular phase?", _TRAINING),
    ("Should I lift heavier in the follicular phase?", _CAKE),
    ("hot flashes wake me up every night", _FLASH),
    ("hot flashes wake me up every night", _HRV),
    ("Can breathing exercises raise HRV?", _BREATH),
    ("Can breathing exercises raise HRV?", _TEMPERATURE),
    ("how do i reset my router password", _ROUTER),
    ("how do i reset my router password", _HRV),
    ("how long do I bake a sponge cake", _SLEEP),
    ("HRV", _HRV),
    ("period", _HRV),
    ("the of and is", _HRV),
    ("Women's phases: women, woman, phase; class, classes, stress.", "A woman's class. Phases of stress pass; the classes' stresses pass too."),
    (_LONG_QUERY, _HRV),
    (_LONG_QUERY, _LONG),
    (" ".join([_LONG_QUERY] * 3), _LONG),
    ("Is sleep worse before menses?", _LONG),
    ("", _HRV),
    ("Does alcohol change sleep?", ""),
    ("", ""),
    ("   \t\n ", " \r\n "),
    ("¿Por qué duermo peor antes de la menstruación?", _FLASH),
    ("Warum ist meine Herzfrequenzvariabilität vor der Periode niedriger? Müdigkeit, Übelkeit", _HRV),
    ("Pourquoi mon cœur bat-il plus vite après l’ovulation ?", "Fréquence cardiaque. Le cœur bat plus vite après l’ovulation chez les femmes."),
    ("naïve café résumé Ångström", "NAIVE CAFE RESUME ANGSTROM. A re\u0301sume\u0301 with combining accents."),
    ("月経前に心拍変動が下がるのはなぜですか", "心拍変動 heart rate variability 月経周期. HRV 在黄体期较低。"),
    ("생리 전에 잠이 안 와요", _SLEEP),
    ("почему пульс выше перед месячными", "Пульс и цикл. Пульс в покое выше в лютеиновой фазе."),
    ("لماذا يرتفع نبض القلب قبل الدورة", _HRV),
    ("ΣΊΣΥΦΟΣ ΟΔΟΣ", "σίσυφος οδός Σ"),
    ("İstanbul ISPARTA ß ẞ ﬁne", "i̇stanbul isparta ss fine"),
    ("am i ok 😴😭 my sleep is 💩 before period 🩸", _FLASH),
    ("👩‍🔬 tested 🏃🏽‍♀️ 10km", "👩‍🔬 A runner 🏃🏽‍♀️ ran 10 km."),
    ("heart\u0000rate\u0007 variab\u200bility\ufeff \u00adsoft\u00adhyphen", "heart rate variability. soft hyphen\ufffd"),
    ("non\u00a0breaking\u2003spaces\u3000here", "Non breaking spaces\u2028here\u2029and\u000bthere\u000cagain\u0085end"),
    ("p<0.05; r=-0.3 (95% CI: -0.4 to -0.2)", "Effect r = −0.3 (95 % CI −0.4–−0.2), p < .05, n=42, 17β-estradiol 100 pg/mL."),
    ("VO2max VO₂max μg µg ½ ² Ⅳ", "VO₂max rose by ½ point; 25 µg; stage Ⅳ; x²."),
    ("e-mail: someone@example.org https://example.org/a?b=c#d", "Write to someone@example.org or see https://example.org/a?b=c#d."),
    ("a" * 120, "a" * 120 + " " + "b" * 99),
    ("[CLS] [SEP] [MASK] [PAD] [UNK]", "[CLS] literal [SEP] marks [MASK]"),
    ("__snake_case__ *bold* $5 ^2 `code` ~x~", "snake_case bold 5 2 code x"),
    ("don't can't I'm she's women’s it’s", "Do not, cannot, I am. Women's health, it's fine."),
    ("REM sleep vs deep sleep???!!!", "REM... deep—sleep: «quotes» „low“ “high” ‘single’"),
    ("\U00020000\U0002a6df rare 㐀 豈", "\U00020000 rare 㐀"),
    ("\u1e9b\u0323 \ufb03 \u212b", "s\u0307\u0323 ffi a\u030a"),
    ("12345678901234567890", "1234567890 1234567890"),
    ("sleep " * 80, "sleep " * 300),
]

LONE = [
    "Why is my heart rate variability lower in the week before my period?", _SLEEP, _TEMPERATURE, _TRAINING, _FLASH, _BREATH, _ROUTER, _LONG, "HRV", "",
    "   \t\n ", "naïve café résumé Ångström", "月経前に心拍変動が下がるのはなぜですか", "am i ok 😴😭 my sleep is 💩 before period 🩸",
    "heart\u0000rate\u0007 variab\u200bility\ufeff", "¿Por qué duermo peor antes de la menstruación?", "ΣΊΣΥΦΟΣ ΟΔΟΣ", "a" * 120, "VO₂max 25 µg ½", _LONG_QUERY,
]
