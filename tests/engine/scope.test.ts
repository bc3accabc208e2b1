/** Guarantee: strict mode refuses clinical questions however they are spelt, and lets wellness questions through. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { LifeStage } from "../../src/contract/vocabulary.ts";
import { isCrisis } from "../../src/engine/question/crisis.ts";
import { tellsOfLoss } from "../../src/engine/question/loss.ts";
import { checkScope } from "../../src/engine/question/scope.ts";
import { isWorthSeeing } from "../../src/engine/question/worth-seeing.ts";

/** Three hundred messages as people write them, about half of them harmless look-alikes ("overdosed on chocolate", "suicide sprints"). */
const MESSAGES = readFileSync(`${import.meta.dir}/gate-messages.ndjson`, "utf8")
  .trim()
  .split("\n")
  .map((line): { expected: string; text: string; life_stage?: LifeStage } => JSON.parse(line));

describe("messages as people write them", () => {
  const decided = ({ text, life_stage = "reproductive" }: (typeof MESSAGES)[number]) => {
    if (isCrisis(text)) return "crisis";
    if (!checkScope(text).inScope) return "clinical";
    return isWorthSeeing(text, life_stage) ? "worth_seeing" : "ok";
  };
  // What should at least be seen may as well be refused, and what is clinical may be a crisis.
  const STRICTER: Record<string, readonly string[]> = {
    crisis: ["crisis"],
    clinical: ["clinical", "crisis"],
    worth_seeing: ["worth_seeing", "clinical"],
    ok: ["ok"],
  };

  test.each(Object.keys(STRICTER))("that are %s are taken so", (expected) => {
    const mine = MESSAGES.filter((message) => message.expected === expected);
    expect(mine.length).toBeGreaterThan(40);
    expect(mine.filter((message) => !STRICTER[expected]?.includes(decided(message)))).toEqual([]);
  });

  test("any bleeding after menopause is worth seeing, not before", () => {
    expect(isWorthSeeing("I started spotting again", "postmenopause")).toBe(true);
    expect(isWorthSeeing("I started spotting again", "reproductive")).toBe(false);
  });
});

const CLINICAL = [
  "I started 25mg of my new meds with food and now my hrv dropped",
  "what does 10 mg of melatonin with a glass of water do",
  "how many grams of inositol with food for pms",
  "2000 mg of st johns wort and chocolate, which is better for mood",
  "I take 800 mg magnesium with water before bed, does it help",
  "Do I have PCOS?",
  "do i have p c o s",
  "Do I have P.C.O.S.?",
  "could I have endometriosis?",
  "Could my tiredness be anemia?",
  "my baby has a fever of 40 what do i do",
  "my 3 year old has a fever",
  "our newborn is vomiting, is it my milk",
  "My temperature is 39.2 today, can I train?",
  "Can you diagnose me?",
  "please d1agnose my heart problem",
  "Pléase diàgnose me",
  "dia\u200bgnose me",
  "diagnoze me please",
  "What is my diagnosis?",
  "Is this cancer?",
  "Does this mean I have diabetes?",
  "Is my low HRV a sign of heart disease?",
  "Are these symptoms of endometriosis?",
  "Am I pregnant?",
  "am i pregnent",
  "Could I be pregnant?",
  "Is my temperature rise an early sign of pregnancy? am I pregnant",
  "Can I get pregnant on my period?",
  "Am I in perimenopause?",
  "Do I have sleep apnea?",
  "Do I have depression or am I just tired?",
  "I think I have PMDD",
  "What dose of magnesium should I take?",
  "What dosage of progesterone is right?",
  "How many mg of melatonin should I take?",
  "How much ibuprofen can I take for cramps?",
  "Should I stop my pill?",
  "Should I stop taking the pill because of my HRV?",
  "should i come off birth control",
  "Should I start HRT?",
  "Can I take melatonin every night?",
  "Should I take antidepressants for PMS?",
  "Which painkiller is best for cramps?",
  "Can you prescribe something for my sleep?",
  "how do I treat my endometriosis",
  "How to cure PCOS naturally?",
  "What is the treatment for thyroid problems?",
  "Can you interpret my blood test?",
  "My ferritin is 12, is that low?",
  "What do my lab results mean?",
  "my TSH is high what now",
  "Is my ECG normal?",
  "I have chest pain, should I train?",
  "Can I use my temperature as birth control?",
  "Am I anemic?",
  "what is wrong with me",
  "Is sertraline lowering my HRV?",
  "ＤＯ Ｉ ＨＡＶＥ ＰＣＯＳ",
  "do i have ｃａncer",
];

const CRISIS = [
  "I want to kill myself",
  "I feel suicidal before my period",
  "i dont want to live anymore",
  "thinking about self-harm",
  "I want to hurt myself",
  "s u i c i d e",
];

const WELLNESS = [
  "how many grams of protein should a woman of 66 eat",
  "how many grams of fibre a day",
  "my toddler is sick and i sleep badly",
  "kids are ill and i wake up all night, hrv low",
  "im 45 years old and feel sick before my period",
  "newborn 5 weeks old, watch says i get 7 hrs sleep but im wrecked, how",
  "my skin temperature is 36.9 at night",
  "is a bath with a temperature of 40 too hot before bed",
  "outside temperature is 40, can i still run",
  "Can I train in my luteal phase?",
  "Is there evidence for HRV-guided training prescription?",
  "My coach prescribed training by heart rate, does that work?",
  "Why is my HRV low?",
  "Does caffeine dose matter?",
  "What dose of caffeine is too late in the day for sleep?",
  "Why is my HRV lower before my period?",
  "Is it normal that my resting heart rate goes up in the luteal phase?",
  "How much deep sleep do I need?",
  "Do I have a low HRV?",
  "Do I have enough deep sleep?",
  "How can I sleep better in perimenopause?",
  "What helps with hot flashes at night?",
  "Does alcohol affect my sleep?",
  "Is meditation good for stress?",
  "Can meditaton lower my heart rate?",
  "Should I take a rest day?",
  "Should I take a nap after a short night?",
  "Should I change my training in the follicular phase?",
  "Am I overtraining?",
  "Am I getting sick?",
  "Am I recovering well?",
  "Does the pill change my HRV?",
  "Does hormonal contraception affect body temperature?",
  "Does HRT affect sleep?",
  "How does temperature show ovulation?",
  "Can magnesium help me sleep?",
  "Do omega 3 supplements help with period pain?",
  "How can I manage stress before my period?",
  "What is a good bedtime routine?",
  "Is my HRV normal?",
  "Is my sleep normal for my age?",
  "How do I treat myself kindly in a stressful week?",
  "I hurt myself running, how fast will I recover?",
  "What are common symptoms of perimenopause?",
  "Why do I feel so tired on day 24?",
  "Can I do HIIT on my period?",
  "Is strength training better in the follicular phase?",
  "How do I improve my VO2max?",
  "What time should I stop drinking coffee?",
  "Is blue light bad before bed?",
  "How should I exercise after menopause?",
  "What can I do about night sweats?",
  "What does my HRV mean?",
  "What do my numbers mean?",
  "Why am I so irritable before my period?",
  "Is iron important for runners?",
  "Does yoga help with cramps?",
  "",
];

describe("strict mode", () => {
  test.each(CLINICAL)("refuses: %s", (query) => {
    expect(checkScope(query)).toEqual({ inScope: false });
  });
  test.each(CRISIS)("refuses, and knows as a crisis: %s", (query) => {
    expect(checkScope(query)).toEqual({ inScope: false });
    expect(isCrisis(query)).toBe(true);
  });
  test.each(WELLNESS)("answers: %s", (query) => {
    expect(checkScope(query)).toEqual({ inScope: true });
    expect(isCrisis(query)).toBe(false);
  });

  test("case, invisible characters and accents do not open the door", () => {
    const disguises = fc.constantFrom("\u200b", "\u00ad", "\u0301", "\u2060");
    fc.assert(
      fc.property(
        fc.constantFrom(...CLINICAL),
        disguises,
        fc.nat(),
        fc.boolean(),
        (query, sign, at, upper) => {
          const place = 1 + (at % query.length);
          const disguised = query.slice(0, place) + sign + query.slice(place);
          expect(checkScope(upper ? disguised.toUpperCase() : disguised).inScope).toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("two thousand characters of anything are judged quickly", () => {
    fc.assert(
      fc.property(fc.constantFrom("a ", "do i ", "my my ", "take the ", "is it ok to "), (unit) => {
        const started = performance.now();
        checkScope(unit.repeat(2_000).slice(0, 2_000));
        expect(performance.now() - started).toBeLessThan(400);
      }),
      { numRuns: 5 },
    );
  });
});

test.each([
  "I am bleeding through a pad every hour",
  "soaking through a pad an hour, is iron enough",
  "resting pulse 128 and my chest is tight since lunch, is it panic or my heart?",
  "My cramps are so bad I vomit and pass out",
])("what cannot wait for reading up on is clinical, and to be seen: %s", (query) => {
  expect(checkScope(query).inScope).toBe(false);
  expect(isWorthSeeing(query, "reproductive")).toBe(true);
});

test.each([
  ["my baby died and I can't sleep", true],
  ["I had a miscarriage last week, when will my sleep recover?", true],
  ["my granny died a fortnight ago, HRV down", true],
  ["my watch died last night", false],
  ["my phone has died, no data", false],
  ["I lost my ring", false],
  ["my battery has just died", false],
  ["I'm dying to know why my HRV is low", false],
  ["I lost the baby weight", false],
  ["we lost our dog on sunday, hrv in bits", true],
])("a loss is noticed, an empty battery is none: %s", (query, told) => {
  expect(tellsOfLoss(query)).toBe(told);
});

describe("what a health professional should see", () => {
  test.each([
    "I'm 19 and haven't had a period for five months since I started rowing",
    "My cycle vanished. How long to get it back if I eat more?",
    "no period since march, is it the running",
    "Third night on antibiotics with a fever, my watch shows no deep sleep",
    "12 weeks along, can't keep anything down. Does ginger do anything?",
    "I wake up with my heart pounding most mornings",
    "i get dizzy in hot yoga",
    "soaking through pads by noon, is iron enough",
    "Why is my heart rate 150 at rest?",
    "I had a heart attack, is HRV training safe?",
    "I skip meals to lose weight, does it change my cycle?",
    "I feel worthless before my period",
    "Bleeding for three weeks now, why so tired",
    "could my palpitations be from coffee",
    "could my dizziness be low iron",
    "would feeling dizzy every morning be normal?",
  ])("is noticed: %s", (query) => {
    expect(isWorthSeeing(query, "reproductive")).toBe(true);
    expect(checkScope(query).inScope).toBe(true);
  });

  test.each([
    "does a ring see a fever coming",
    "Can I train on my period?",
    "my heart rate is higher in the luteal phase",
    "why is my period so painful",
    "pounding the treadmill before my period",
    "does hay fever disturb sleep",
    "how does pregnancy change resting heart rate",
    "is spotting around ovulation common",
    "cycling gone wrong, knee sore",
    "Can I still do hot yoga on day 2 or will I just faint lol",
  ])("is not seen in: %s", (query) => {
    expect(isWorthSeeing(query, "reproductive")).toBe(false);
  });

  test("after menopause a period that stays away is nothing to be seen", () => {
    const query = "Since my periods stopped I sleep badly";
    expect(isWorthSeeing(query, "reproductive")).toBe(true);
    expect(isWorthSeeing(query, "perimenopause")).toBe(false);
    expect(isWorthSeeing(query, "postmenopause")).toBe(false);
    expect(isWorthSeeing("bleeding again after menopause, and tired", "postmenopause")).toBe(true);
  });
});
