/**
 * Guarantee: no question is lost among the sentences of a message, no safety category is missed
 * because the message is long, and the reading has only what the heads say.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SAFETY_CATEGORIES } from "../../src/contract/safety.ts";
import { fold, words } from "../../src/engine/understanding/fold.ts";
import { decodeLabels } from "../../src/engine/understanding/labels.ts";
import { isEnglish } from "../../src/engine/understanding/language.ts";
import { type MessageReader, readMessage } from "../../src/engine/understanding/reading.ts";
import { sentencesOf, stretchesOf } from "../../src/engine/understanding/sentences.ts";
import { fakePorts, LABELS } from "./fake-ports.ts";

const { reader } = fakePorts();
const read = (message: string, by: MessageReader = reader) => readMessage(message, by);

/** Says of each text what stands in the table, by the first pattern that fits; logits. */
function scripted(table: readonly (readonly [RegExp, Record<string, number>])[]): MessageReader {
  return {
    ...reader,
    read: async (texts) => {
      const plain = await reader.read(texts);
      return plain.map(({ vector, logits }, at) => {
        const told = table.find(([pattern]) => pattern.test(texts[at] ?? ""))?.[1] ?? {};
        return { vector, logits: logits.map((logit, label) => told[LABELS[label] ?? ""] ?? logit) };
      });
    },
  };
}

describe("sentences", () => {
  test.each([
    ["one without an end", ["one without an end"]],
    ["I slept badly. Why? I had no wine!", ["I slept badly.", "Why?", "I had no wine!"]],
    ["It was 37.2 °C and 5.5 hours. Is that bad", ["It was 37.2 °C and 5.5 hours.", "Is that bad"]],
    ["HRV is 41. Is that low?", ["HRV is 41.", "Is that low?"]],
    ["Some, e. g. tea, help", ["Some, e. g. tea, help"]],
    ["first line\n\nsecond line", ["first line", "second line"]],
    ["why?? really…  tell me", ["why??", "really…", "tell me"]],
    ["🌙🌙 ! 123.", []],
    ["", []],
  ])("%j", (message, expected) => {
    expect(sentencesOf(message)).toEqual(expected);
  });

  test("of any text are trimmed parts of it, in order, few enough, and there is one where it has a letter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (message) => {
        const found = sentencesOf(message);
        expect(found.length).toBeLessThanOrEqual(16);
        let from = 0;
        for (const sentence of found) {
          expect(sentence).toBe(sentence.trim());
          from = message.indexOf(sentence, from);
          expect(from).toBeGreaterThanOrEqual(0);
          from += sentence.length;
        }
        if (/\p{L}/u.test(message)) expect(found.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("English", () => {
  test.each([
    "Why is my HRV so low before my period?",
    "hrv tanked after wine, thoughts?",
    "coffee cutoff",
    "PMS??",
    "naïve question: does café au lait count",
    "🙂",
    "",
    "12345",
  ])("is what is English, or too little to tell: %s", (message) => {
    expect(isEnglish(message)).toBe(true);
  });

  test.each([
    "Warum schlafe ich vor meiner Periode so schlecht?",
    "Pourquoi est-ce que je dors si mal avant mes règles ?",
    "¿Por qué duermo tan mal antes de la regla?",
    "生理前に眠りが浅くなるのはなぜですか",
    "لماذا أنام بشكل سيئ قبل الدورة؟",
    "Почему я плохо сплю перед месячными?",
  ])("is not: %s", (message) => {
    expect(isEnglish(message)).toBe(false);
  });
});

describe("folding", () => {
  test("case, accents, look-alikes and invisible letters make no other word", () => {
    const plain = fold("Cafe before sleep");
    for (const spelling of [
      "CAFÉ, before sleep!",
      "c\u200Bafe before—sleep",
      "саfe before sleep",
      "“cafe” before  sleep",
    ])
      expect(fold(spelling)).toBe(plain);
    expect(fold("37.2 and 5. Done")).toBe("37.2 and 5 done");
    expect(words("Is 40% enough?")).toEqual(["is", "40", "enough"]);
  });

  test("folding twice is folding once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) =>
        expect(fold(fold(text))).toBe(fold(text)),
      ),
    );
  });
});

describe("what the heads tell", () => {
  test("is not told where a label is missing", () => {
    const nothing = decodeLabels([], new Float32Array());
    expect(Object.values(nothing.safety).every((probability) => probability === 0)).toBe(true);
    expect(nothing.asks).toBe(0);
    expect(nothing.facets).toEqual({
      measures: [],
      outcomes: [],
      behaviours: [],
      phases: [],
      stages: [],
    });
  });

  test("one facet label stands for the measure and the outcome of that name", () => {
    const { facets } = decodeLabels(["facet:hrv", "facet:luteal"], Float32Array.from([3, -3]));
    expect([facets.measures, facets.outcomes, facets.phases]).toEqual([["hrv"], ["hrv"], []]);
  });
});

describe("categories", () => {
  const calm = "My HRV was low this week and I slept well.";

  test("count from their own thresholds on", async () => {
    const by = (logit: number) => scripted([[/./, { "safety:diagnosis": logit }]]);
    const strict = { ...by(2), thresholds: { ...reader.thresholds, diagnosis: 0.9 } };
    expect((await read("is it pcos", by(0.1))).categories).toEqual(["diagnosis"]);
    expect((await read("is it pcos", by(-0.1))).categories).toEqual([]);
    expect((await read("is it pcos", strict)).categories).toEqual([]);
  });

  test("of the end of a message count as those of its beginning, however long it is", async () => {
    const alarm = scripted([[/Is it that bad\?/, { "safety:emergency": 1 }]]);
    for (const times of [0, 8, 40])
      expect((await read(`${`${calm} `.repeat(times)}Is it that bad?`, alarm)).categories).toEqual([
        "emergency",
      ]);
    expect((await read(calm.repeat(40), alarm)).categories).toEqual([]);
  });

  test("are read of all of a message: its stretches put together are the message", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (text) => {
        const message = text.trim();
        const stretches = stretchesOf(message);
        expect(stretches.join("").replaceAll(/\s/g, "")).toBe(message.replaceAll(/\s/g, ""));
        for (const stretch of stretches) expect(stretch.length).toBeWithin(1, 601);
      }),
    );
    expect(
      stretchesOf(`${calm} `.repeat(40).trim()).every((each) =>
        calm.includes(each.split(" ")[0] ?? "?"),
      ),
    ).toBe(true);
  });

  test("are found by their phrases where the heads see nothing", async () => {
    expect((await read("i want to kill myself")).categories).toContain("self_harm");
  });

  test("come most urgent first, and with them nothing is searched for", async () => {
    const { categories, asked } = await read(
      "How many pills? I want to end it all. Why is my HRV low?",
    );
    expect(categories).toEqual(["self_harm", "medication"]);
    expect(asked).toBeNull();
  });

  test("are looked for in other languages too", async () => {
    const by = scripted([[/./, { "safety:self_harm": 5 }]]);
    const reading = await read(
      "Ich weiß seit Wochen nicht mehr weiter und will nicht mehr leben",
      by,
    );
    expect(reading).toMatchObject({
      unsupported_language: true,
      categories: ["self_harm"],
      asked: null,
    });
  });
});

test("of a message in another language only what must not wait is told", async () => {
  const all = Object.fromEntries(SAFETY_CATEGORIES.map((category) => [`safety:${category}`, 5]));
  const { categories } = await read(
    "Warum habe ich in den letzten Wochen so schlecht geschlafen?",
    scripted([[/./, all]]),
  );
  expect(categories).toEqual(["self_harm", "emergency", "red_flag"]);
});

describe("what is asked", () => {
  const questions = async (message: string) =>
    (await read(message)).asked?.questions.map(({ text }) => text);

  test("is a short message as it stands", async () => {
    for (const message of [
      "coffee cutoff",
      "I slept 5 hours. Should I train?",
      "hrv low. legs heavy",
      "Does wine lower HRV? Do short naps help?",
    ])
      expect((await read(message)).asked?.whole.text).toBe(message);
  });

  test("two questions are told apart, in their order; the same one twice is one; of many the first two count", async () => {
    expect(await questions("Does wine lower HRV? Do short naps help?")).toEqual([
      "Does wine lower HRV?",
      "Do short naps help?",
    ]);
    expect(await questions("Does wine lower HRV? Tell me, does wine lower HRV?")).toHaveLength(1);
    expect(
      await questions("Does wine lower HRV? Do short naps help? Is yoga good? Are beans bad?"),
    ).toEqual(["Does wine lower HRV?", "Do short naps help?"]);
  });

  test("a scrap of words asks nothing by itself", async () => {
    expect(await questions("Does wine lower HRV? Any ideas?")).toEqual(["Does wine lower HRV?"]);
  });

  test("a question at the end of a story is searched for with the story, and stands before it", async () => {
    const story =
      "I went out on Friday and had two glasses of wine with old friends, then we walked home late in the rain. On Saturday I did nothing at all but read on the sofa and drink tea.";
    const question = "Is a low HRV after that normal?";
    const { asked } = await read(`${story} ${question}`);
    expect(asked?.questions.map(({ text }) => text)).toEqual([question]);
    const whole = asked?.whole;
    expect(whole?.text).toBe(`${question} ${story} ${question}`);
    expect(whole?.facets.behaviours).toContain("alcohol");
    expect(whole?.facets.measures).toContain("hrv");
    expect(Math.hypot(...(whole?.vector ?? []))).toBeCloseTo(1, 5);
    const alone = (await read(question)).asked?.whole;
    expect([...(whole?.vector ?? [])]).not.toEqual([...(alone?.vector ?? [])]);
  });

  test("the vector of a long message has its end as well as its beginning", async () => {
    const beginning = "My HRV was low this week. ".repeat(30);
    const vectorOf = async (message: string) => (await read(message)).asked?.whole.vector;
    expect(await vectorOf(`${beginning}Does wine do that?`)).not.toEqual(
      await vectorOf(`${beginning}Does yoga do that?`),
    );
  });

  test("of a message in another language it is nothing", async () => {
    const message = "Warum schlafe ich vor meiner Periode so schlecht? Was hilft mir?";
    expect(await read(message)).toMatchObject({
      unsupported_language: true,
      categories: [],
      asked: null,
    });
  });

  test("any message is read to at most two questions with vectors of unit length or none", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
        async (message) => {
          const { asked } = await read(message);
          if (asked === null) return;
          expect(asked.questions.length).toBeLessThanOrEqual(2);
          for (const { vector } of [asked.whole, ...asked.questions])
            expect(Math.hypot(...vector)).toBeLessThanOrEqual(1.000_01);
        },
      ),
      { numRuns: 100 },
    );
  });
});
