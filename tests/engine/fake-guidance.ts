/** A few guidance entries, written by hand for the engine's tests, with records of the corpus. */
import { parseCondition, type When } from "../../src/engine/guidance/conditions.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import { guidanceEntry } from "../support/guidance.ts";

const LUTEAL_REVIEW = "10.3109/13697137.2016.1145206";
const LUTEAL_META = "10.3390/jcm8111946";
const ALCOHOL_REVIEW = "10.1016/j.pbb.2018.12.003";
const ALCOHOL_TRIAL = "10.1093/sleep/zsaa135";
const HEAT_REVIEW = "10.1038/s41598-018-34303-z";
const FOOTBATH = "10.1080/01443615.2021.1945007";
const BREATHING_META = "10.1007/s12671-023-02294-2";
const BREATHING_REVIEW = "10.1016/j.neubiorev.2022.104711";
const COOL_PAD = "10.1097/gme.0000000000002010";
const COOL_FOREHEAD = "10.1080/15402002.2020.1826484";

function when(conditions: Record<string, string>, over: When["over"] = "recent"): When {
  const all = Object.entries(conditions).map(([name, value]) => parseCondition(name, value));
  return { all, any: [], over };
}

const claim = (say: string, from: readonly string[], condition: When | null = null) => ({
  say,
  from,
  against: [],
  when: condition,
});
const nothing = { measures: [], behaviours: [], outcomes: [], phases: [] };

const lutealClaims = [
  claim(
    "Across 37 studies the calming nerve had less say over the heart in the luteal than in the follicular phase.",
    [LUTEAL_META, LUTEAL_REVIEW],
  ),
  claim(
    "HRV was lower in the days before a period than during the bleeding days, taking many women together.",
    [LUTEAL_META],
  ),
];
const lutealEnd = {
  try: [
    {
      say: "Compare the week with the same week of your last cycle before you change anything about it.",
      when: null,
    },
  ],
  limits: "Averages over many women hide that the change is small and goes the other way for some.",
};

export const HRV_LUTEAL = guidanceEntry("hrv-luteal", [], {
  question: "Why is my HRV low in the luteal phase?",
  kind: "cause",
  about: { ...nothing, measures: ["hrv"], outcomes: ["hrv"], phases: ["luteal"] },
  verdicts: [
    {
      when: when({ hrv: "lower", phase: "luteal" }),
      say: "Your drop is what this half of the cycle often brings, because the calming nerve holds back then.",
    },
    {
      when: when({ hrv: "lower" }, "night"),
      say: "One night below your usual says little, although this half of the cycle often brings a drop.",
    },
    {
      when: null,
      say: "It often falls a little in this half of the cycle, and yours has not fallen so far.",
    },
  ],
  claims: lutealClaims,
  ...lutealEnd,
});

export const ALCOHOL = guidanceEntry("alcohol-and-hrv", [], {
  question: "Does alcohol in the evening change my HRV at night?",
  about: { ...nothing, measures: ["hrv"], behaviours: ["alcohol"], outcomes: ["hrv"] },
  verdicts: [
    {
      when: null,
      say: "It does, and the more there is in the glass the longer the night takes to settle down.",
    },
  ],
  claims: [
    claim(
      "Evening drinks lowered heart rate variability during sleep in 26 adults, with stronger effects after more drinks.",
      [ALCOHOL_TRIAL],
    ),
    claim(
      "A review of 33 articles found that drinking lowers heart rate variability for a while in healthy people.",
      [ALCOHOL_REVIEW],
    ),
    claim(
      "In the luteal phase the calming nerve has less say over the heart anyway.",
      [LUTEAL_META],
      when({ phase: "luteal" }),
    ),
  ],
  try: [
    {
      say: "Leave the evening glass out for two weeks and look at what your nights make of that.",
      when: null,
    },
  ],
  limits: "The trial was done in a laboratory, where an evening is not like one at home.",
});

export const HEAT = guidanceEntry("heat-and-cramps", [], {
  question: "Does heat help with period cramps?",
  kind: "help",
  stages: ["reproductive", "perimenopause"],
  about: { ...nothing, behaviours: ["heat_exposure"], outcomes: ["menstrual_pain"] },
  verdicts: [
    {
      when: null,
      say: "Warmth on the belly or a warm footbath eases cramps for many, and costs next to nothing.",
    },
  ],
  claims: [
    claim(
      "In a review of six trials heat eased period pain more than unheated patches or no treatment did.",
      [HEAT_REVIEW],
    ),
    claim(
      "In 68 students with painful periods a warm footbath eased pain more than sitting quietly.",
      [FOOTBATH],
    ),
  ],
  try: [
    {
      say: "Keep a warm pad at hand from the first hours of bleeding, not too hot and never while asleep.",
      when: null,
    },
  ],
  limits: "The trials are few and small, so the evidence is suggestive rather than firm.",
});

export const COOLING = guidanceEntry("cooling-and-hot-flushes", [], {
  question: "Does a cool bed help with hot flushes at night?",
  kind: "help",
  stages: ["perimenopause", "postmenopause"],
  about: { ...nothing, behaviours: ["cooling"], outcomes: ["hot_flashes", "sleep_quality"] },
  verdicts: [
    {
      when: null,
      say: "A cool bed seems to take the edge off hot flushes, as far as small studies can tell that.",
    },
  ],
  claims: [
    claim(
      "In 15 women hot flushes and night sweats fell by about half over eight weeks on a cooling mattress pad.",
      [COOL_PAD],
    ),
    claim(
      "In 20 women forehead cooling with sleep advice shortened the time to fall asleep within the first week.",
      [COOL_FOREHEAD],
    ),
  ],
  try: [
    {
      say: "Start the night with a cooler room and a light cover, and keep a second one within reach.",
      when: null,
    },
  ],
  limits:
    "Neither study compared the cooling with anything else, so part of it may be time passing.",
});

export const BREATHING = guidanceEntry("slow-breathing-and-hrv", [], {
  question: "Does slow breathing raise a low HRV?",
  about: { ...nothing, measures: ["hrv"], behaviours: ["slow_breathing"], outcomes: ["hrv"] },
  verdicts: [
    {
      when: null,
      say: "It does while you breathe so and for a short time afterwards, as far as studies can tell.",
    },
  ],
  claims: [
    claim(
      "In 31 studies with 1,133 people slow-paced breathing raised heart rate variability straight away.",
      [BREATHING_META],
    ),
    claim(
      "Across 223 studies breathing slowly on purpose raised heart rate variability while people were doing it.",
      [BREATHING_REVIEW],
    ),
  ],
  try: [
    {
      say: "Breathe slowly and without effort for five to ten minutes before the lights go out.",
      when: null,
    },
  ],
  limits: "Nobody knows yet whether a calmer quarter of an hour carries through a whole night.",
});

export const HRV_LOWER = guidanceEntry("unasked-hrv-lower", [], {
  question: "Why is my HRV lower than usual in the luteal phase?",
  kind: "cause",
  about: { ...nothing, measures: ["hrv"], outcomes: ["hrv"] },
  verdicts: [
    {
      when: null,
      say: "A drop like yours goes along with strain of any kind, and often with these cycle days.",
    },
  ],
  claims: lutealClaims,
  ...lutealEnd,
  unasked: {
    all: [{ kind: "state", measure: "hrv", state: "lower" }],
    any: [],
    over: "recent",
  },
});

/** Explains more of what has moved than the drop alone. */
export const STRAIN = guidanceEntry("unasked-strain", [], {
  question: "Why are my HRV down and my heart rate up together?",
  kind: "cause",
  about: { ...nothing, measures: ["hrv", "resting_heart_rate"] },
  verdicts: [
    { when: null, say: "A lower HRV with a faster pulse asks for an easy day and an early night." },
  ],
  claims: lutealClaims,
  ...lutealEnd,
  unasked: {
    all: [
      { kind: "state", measure: "hrv", state: "lower" },
      { kind: "state", measure: "resting_heart_rate", state: "higher" },
    ],
    any: [],
    over: "recent",
  },
});

export const STEADY = guidanceEntry("unasked-steady", [], {
  question: "What do my readings say when nothing stands out in the luteal phase?",
  kind: "normal",
  about: { ...nothing, measures: ["hrv", "sleep_duration"] },
  verdicts: [
    {
      when: null,
      say: "They say that body and habits are in step just now, which is worth as much as any change.",
    },
  ],
  claims: lutealClaims,
  ...lutealEnd,
  unasked: { all: [{ kind: "quiet" }], any: [], over: "recent" },
});

export const ENTRIES: readonly GuidanceEntry[] = [
  HRV_LUTEAL,
  ALCOHOL,
  HEAT,
  COOLING,
  BREATHING,
  HRV_LOWER,
  STRAIN,
  STEADY,
];
