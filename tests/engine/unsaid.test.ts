/**
 * What "how long" and "how much" questions are told where the evidence names no such thing: it is said, and it is not said where a number is there.
 */
import { describe, expect, test } from "bun:test";
import type { SearchPlan } from "../../src/engine/question/search-plan.ts";
import type { Sentence } from "../../src/engine/writing/draft.ts";
import { unsaidSentence } from "../../src/engine/writing/unsaid.ts";
import { document } from "./evidence-fixtures.ts";

const plan = (asked: string, shape: SearchPlan["shape"] = "A") =>
  ({ shape, sub_queries: [{ asked }] }) as unknown as SearchPlan;
const told = (text: string): Sentence[] => [{ role: "finding", text, document: null, spare: 0 }];
const unsaid = (asked: string, text: string) => unsaidSentence(plan(asked), told(text), [])?.text ?? null;

describe("a question for a time or an amount", () => {
  test.each([
    [
      "how long before bed to stop coffee",
      "Caffeine disturbed sleep in 24 studies (Drake et al., 2013).",
      "time",
    ],
    [
      "how many weeks till hrv moves",
      "HRV fell by 9.3 percentage points after drinking (Pietilä et al., 2018).",
      "time",
    ],
    ["How late can I train?", "Evening exercise did not harm sleep (Stutz et al., 2019).", "time"],
    [
      "how often should i stretch",
      "In 122 students, exercise eased the pain over 12 weeks (Armour et al., 2019).",
      "frequency",
    ],
    ["how many days is my hrv down after a marathon", "HRV was lower after an easy day.", "time"],
    ["how many glasses are too many", "In 40 women, three evenings of drinking raised the pulse.", "amount"],
    [
      "how much protein should a woman of 66 eat",
      "In 55 women, 12 weeks of training added more than one kilogram of muscle.",
      "amount",
    ],
    ["how many grams of protein", "12 weeks of training added one kilogram of muscle.", "amount"],
    ["how many glasses of wine", "Of 40 women, 54% slept less.", "amount"],
    ["How much magnesium?", "In 12 trials over 8 weeks, sleep was better.", "amount"],
    ["is 4,500 steps enough", "How fast people stepped made no difference (Lee et al., 2019).", "amount"],
    [
      "what dose of omega-3 for pms",
      "Omega-3 went along with milder complaints (Mohammadi et al., 2022).",
      "amount",
    ],
  ])("is told that the studies name none: %s", (asked, text, what) => {
    expect(unsaid(asked, text)).toBe(
      `The studies used here do not name ${what === "amount" ? "an" : "a"} ${what} that would answer this exactly.`,
    );
  });

  test.each([
    ["how long should i nap", "A nap improved alertness for about two hours afterwards."],
    ["how many minutes of daylight do i need", "Each extra hour in daylight was linked with fewer symptoms."],
    ["how soon does yoga work", "Twelve-week yoga programmes eased stress."],
    ["how late can i eat", "Meals after 9 pm went along with broken sleep."],
    ["how many drinks till sleep suffers", "Even about two standard drinks delayed dream sleep."],
    ["how much does it drop", "Deep sleep fell by 7% after caffeine."],
    ["how often should i stretch", "Stretching three times a week eased the pain."],
    ["how much magnesium", "Those given 320 mg slept better."],
    ["how many glasses are too many", "Sleep was shorter after two glasses of wine."],
    ["how many bpm does it go up", "Night heart rate was about 4 beats per minute higher."],
    ["how many women have this", "In one survey, 54% of women had it."],
    ["how often do periods go missing", "One in five runners had gone without a period."],
    ["how much sleep do i need", "Those who slept seven hours felt best."],
    ["how long until it works", "Sleep was better within a week."],
    ["do I honestly need 10k?", "The gain levelled off at about 7,500 steps a day."],
  ])("is told nothing of the kind where a sentence names one: %s", (asked, text) => {
    expect(unsaid(asked, text)).toBeNull();
  });

  test.each([
    "does wine hurt sleep",
    "when is hrv highest",
    "how does stress change hrv",
    "how is hrv measured",
  ])("is not taken from other questions: %s", (asked) => {
    expect(unsaid(asked, "Caffeine disturbed sleep.")).toBeNull();
  });

  test.each([
    ["How late can I eat?", "Eating within three hours of bedtime went along with waking."],
    ["How long should I take a nap for?", "Naps of about 20 minutes left people alert."],
    ["How long does caffeine take to wear off?", "It disturbed sleep even six hours later."],
    ["How many drinks a week?", "Two alcoholic drinks lowered HRV."],
    ["How many steps?", "The gain levelled off at about 7,500 daily steps."],
    ["does magnesium help and which kind", "Those given magnesium oxide slept better."],
  ])("is answered by what the studies say in their own words: %s", (asked, text) => {
    expect(unsaid(asked, text)).toBeNull();
  });

  test.each([
    "I sleep five or six hours, does magnesium help?",
    "I have one or two hot flushes a night, does soy help?",
    "I had one or two drinks, why was my HRV low?",
    "Is it normal to wake two or three times a night?",
    "does it matter how warm I am before bed",
  ])("is not heard in what she only tells: %s", (asked) => {
    expect(unsaid(asked, "Sleep was better.")).toBeNull();
  });

  test.each([
    ["does magnesium help and which kind", "The studies used here do not say which kind is best."],
    ["does creatine help and when do i take it", "The studies used here do not say when to take it."],
    [
      "how cold should my room be",
      "The studies used here do not name a temperature that would answer this exactly.",
    ],
    [
      "how soon does the temperature rise",
      "The studies used here do not name a time that would answer this exactly.",
    ],
  ])("is told what is missing: %s", (asked, missing) => {
    expect(unsaid(asked, "In 437 cycles, women noted a change.")).toBe(missing);
  });

  test("is not answered by advice to try something for a while", () => {
    const advice: Sentence[] = [
      { role: "practice", text: "Try a warm bath for a couple of weeks.", document: null, spare: 0 },
    ];
    expect(unsaidSentence(plan("how long until it works"), advice, [])?.text).toContain("a time");
  });

  test("nobody asked where the service asks by itself", () => {
    expect(
      unsaidSentence(plan("how long does it last", "B"), told("Caffeine disturbed sleep."), []),
    ).toBeNull();
  });

  test("is not told that the studies name none where a finding of one that is cited does, though the text has left it out", () => {
    const findings = ["HRV was lower after birth.", "HRV was back to usual at about 112 days."].map(
      (statement) => ({
        measure: "hrv" as const,
        effect: "decrease" as const,
        statement,
      }),
    );
    const study = document("10.1/birth", { findings });
    const chosen = [{ document: study, relevance: 0.9, sub_query: 0 }];
    const asked = plan("how long till my hrv is back");
    const sentence = (of: typeof study | null): Sentence[] => [
      { role: "finding", text: "HRV was lower after birth.", document: of, spare: 0 },
    ];
    expect(unsaidSentence(asked, sentence(study), chosen)).toBeNull();
    // A study that is not cited says nothing to her.
    expect(unsaidSentence(asked, sentence(null), chosen)?.text).toContain("do not name a time");
  });
});
