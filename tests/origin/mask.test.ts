/**
 * Guarantee: the stored question does not identify the user, and the rest of the question is kept.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { QUERY_CHARS_MAX } from "../../src/contract/limits.ts";
import { fold } from "../../src/origin/mask/spans.ts";
import { maskPersonal } from "../../src/origin/mask.ts";
import { type Half, readLines, score } from "./mask-lines.ts";

const LINES_MIN = 500;
/** Of the half that the patterns were fitted on, and of the half that was only counted. */
const FLOORS: Record<Half, { recall: number; precision: number }> = {
  fitting: { recall: 0.98, precision: 0.98 },
  sealed: { recall: 0.95, precision: 0.96 },
};

const MICROSECONDS_PER_MS = 1_000;

const lines = readLines();

test("there are enough marked messages, and half of them hold nothing of a person", () => {
  expect(lines.length).toBeGreaterThanOrEqual(LINES_MIN);
  expect(lines.filter(({ marks }) => marks.length === 0).length).toBeGreaterThanOrEqual(
    LINES_MIN / 2,
  );
});

test.each(["fitting", "sealed"] as const)("recall and precision on the %s half", (half) => {
  const { found, marks, right, hidden, byKind, ...rest } = score(
    lines.filter((line) => line.half === half),
  );
  process.stdout.write(
    `masker, ${half} half, ${rest.lines} lines: recall ${found}/${marks}, precision ${right}/${hidden}\n`,
  );
  // What was missed or hidden in vain may be read of the half that patterns are fitted on only.
  const shown =
    half === "fitting" ? { misses: rest.misses, wrong: rest.wrong } : { misses: [], wrong: [] };
  expect(found / marks, JSON.stringify({ byKind, misses: shown.misses })).toBeGreaterThanOrEqual(
    FLOORS[half].recall,
  );
  expect(right / hidden, JSON.stringify(shown.wrong)).toBeGreaterThanOrEqual(
    FLOORS[half].precision,
  );
});

test("ordinary messages keep every word", () => {
  const changed = lines.filter(
    ({ text, marks }) => marks.length === 0 && maskPersonal(text) !== text,
  );
  expect(changed.length).toBeLessThanOrEqual(2);
});

describe("a placeholder says what was there", () => {
  test.each([
    ["my name is sarah kim, why 45 ms?", "my name is [name], why 45 ms?"],
    ["my name is Anna van der Berg, why?", "my name is [name], why?"],
    ["my name is Dr Keller, why?", "my name is Dr [name], why?"],
    ["my name is Sarah al dente", "my name is [name] al dente"],
    ["mail ann＠example.org please", "mail [email] please"],
    ["ann at example dot org", "[email]"],
    ["call +34 612 345 678 at 9", "call [number] at 9"],
    ["I live at 221B Baker Street, London", "I live at [address]"],
    ["IBAN DE89 3704 0044 0532 0130 00", "IBAN [id]"],
    ["my password is hunter2", "my password is [secret]"],
    ["zero\u200bwidth 612\u200b345\u200b678", "zero\u200bwidth [number]"],
  ])("%s", (text, masked) => {
    expect(maskPersonal(text)).toBe(masked);
  });
});

describe("a placeholder that somebody sends stays as it is", () => {
  test.each([
    ["my password is [email]", "my password is [email]"],
    ["my password is [email]x9", "my password is [secret]"],
    ["from [name] ann@example.org", "from [name] [email]"],
    ["from [name]612345678", "from [name][number]"],
    ["ann@example.org wrote to [name]", "[email] wrote to [name]"],
  ])("%s", (text, masked) => {
    expect(maskPersonal(text)).toBe(masked);
  });
});

describe("a name is told from a word that looks like one", () => {
  test.each([
    // By what stands before it.
    ["my name is quell", "my name is [name]"],
    ["my name is tired", "my name is tired"],
    ["my sister grace runs", "my sister [name] runs"],
    ["my friend will run", "my friend will run"],
    ["my friend Will ran", "my friend [name] ran"],
    ["I'm frank about it", "I'm frank about it"],
    ["ask Frank about it", "ask [name] about it"],
    ["dr frank says no", "dr frank says no"],
    ["Mary asks why", "[name] asks why"],
    ["does a Bloody Mary matter", "does a Bloody Mary matter"],
    ["my name is Zorvina, Quell asks", "my name is [name], Quell asks"],
    ["ask keller about it", "ask [name] about it"],
    ["this is Zorvina Quell", "this is Zorvina Quell"],
    ["does St. John's wort help", "does St. John's wort help"],
    ["ask HELEN ANNA about it", "ask [name] [name] about it"],
    // By what stands after it.
    ["Zorvina Achebe here, why?", "[name] here, why?"],
    ["zorvina Achebe here, why?", "zorvina Achebe here, why?"],
    ["Hi Zorvina Achebe here, why?", "Hi [name] here, why?"],
    ["Now Zorvina Achebe here, why?", "Now Zorvina Achebe here, why?"],
    ["Hi Hope here, why?", "Hi [name] here, why?"],
    ["Hi Sceptical here, why?", "Hi Sceptical here, why?"],
    ["and so Hope Winters, 29, runs", "and so [name], 29, runs"],
    ["and so Hope Winters asks why", "and so [name] asks why"],
    ["and so Hope Winters ran", "and so Hope Winters ran"],
    ["Hope here, 29, why?", "[name] here, 29, why?"],
    ["does Hope help me sleep", "does Hope help me sleep"],
    ["Rosalind Achebe here, why?", "[name] here, why?"],
    ["Sceptical here, why?", "Sceptical here, why?"],
    ["my name is Anna A. Keller, why?", "my name is [name], why?"],
    // By its capitals, where these say anything.
    ["I'm Zorvina, why?", "I'm [name], why?"],
    ["I'm Zorvina I run daily", "I'm [name] I run daily"],
    ["I'm Exhausted By Work", "I'm Exhausted By Work"],
    ["ANNA KELLER asks why", "[name] asks why"],
    ["does the ANNA scale help", "does the ANNA scale help"],
    // At the end of a message.
    ["why is it low? thanks, brzo", "why is it low? thanks, [name]"],
    ["why is it low? thanks everybody", "why is it low? thanks everybody"],
    ["Why is it low? Regards Zorvina Quell", "Why is it low? Regards [name]"],
    ["why is it low? thanks, everybody", "why is it low? thanks, everybody"],
    ["why is it low? thanks, they're", "why is it low? thanks, they're"],
    ["why is it low? thanks brzo", "why is it low? thanks brzo"],
    ["why is it low? thanks, brzo vexley", "why is it low? thanks, brzo vexley"],
    ["thanks, it all went well", "thanks, it all went well"],
  ])("%s", (text, masked) => {
    expect(maskPersonal(text)).toBe(masked);
  });
});

test.each(["Bolivian", "Cornish", "Togolese", "Zambian", "Surinamese"])(
  "where somebody comes from is no name: %s",
  (word) => {
    expect(maskPersonal(`I'm ${word} and sleep badly`)).toBe(`I'm ${word} and sleep badly`);
  },
);

test.each([
  ["HELLO ANNA HERE WHY DO I WAKE", "HELLO [name] HERE WHY DO I WAKE"],
  ["WHY DO I WAKE, REGARDS FROM ANNA", "WHY DO I WAKE, REGARDS FROM [name]"],
])("capitals throughout hide nobody: %s", (text, masked) => {
  expect(maskPersonal(text)).toBe(masked);
});

describe("at its limits", () => {
  test.each([
    // Six digits in a row, seven in groups or in words.
    ["it said 123456 then", "it said [number] then"],
    ["it said 12345 then", "it said 12345 then"],
    ["on one two three four five six seven", "on [number]"],
    ["on one two three four five six", "on one two three four five six"],
    // A list of readings from 10 to 220, or of round numbers above, stays.
    ["it was 10 10 10 10", "it was 10 10 10 10"],
    ["it was 220 118 119", "it was 220 118 119"],
    ["it was 221 118 119", "it was [number]"],
    ["it was 250 118 119", "it was 250 118 119"],
    ["it was 260 118 119", "it was [number]"],
    ["it was 36.55 36.61", "it was 36.55 36.61"],
    ["it was 110-125 120/80", "it was 110-125 120/80"],
    ["it was 110-265 120/80", "it was [number]"],
    ["up at 0630 2215", "up at 0630 2215"],
    ["up at 22.35-06.15", "up at 22.35-06.15"],
    ["up at 2435 2215", "up at [number]"],
    ["up at 631 742 831", "up at [number]"],
    ["since 2016-01-02", "since 2016-01-02"],
    ["since 2015-01-02", "since [number]"],
    ["until 31.12.2099", "until 31.12.2099"],
    ["until 31.12.2100", "until [number]"],
    // Five characters after a word for an office, five digits after one for a purchase.
    ["my insurance 2000", "my insurance 2000"],
    ["my insurance 20001", "my insurance [id]"],
    ["my order 1234 came", "my order 1234 came"],
    ["my order 12345 came", "my order [id] came"],
    ["to NO93 8601 1117 then", "to [id] then"],
    // A word of letters and digits has five digits, a capital or a run of six, and is no amount.
    ["see AB12345 there", "see [id] there"],
    ["see AB1234 there", "see AB1234 there"],
    ["see ab12c345 there", "see ab12c345 there"],
    ["see ab123456 there", "see [id] there"],
    ["took 10000IU and 10000steps", "took 10000IU and 10000steps"],
    // A long word of small letters, capitals and two digits.
    ["what is abcdefghABCDEFG12 for", "what is [secret] for"],
    ["what is abcdefghABCDEFGH1 for", "what is abcdefghABCDEFGH1 for"],
    ["what is abcdefghijklmnop12 for", "what is abcdefghijklmnop12 for"],
    ["what is ABCDEFGHIJKLMNOP12 for", "what is ABCDEFGHIJKLMNOP12 for"],
    // Four words of a name, three after a greeting.
    ["my name is Zorvina Quell Brantley Ostrum Vexley", "my name is [name] Vexley"],
    ["why low? Regards Zorvina Quell Brantley", "why low? Regards [name]"],
    [
      "why low? Regards Zorvina Quell Brantley Ostrum",
      "why low? Regards Zorvina Quell Brantley Ostrum",
    ],
    // Capitals that go on say nothing; after a comma something new begins.
    ["I'm Zorvina By work", "I'm Zorvina By work"],
    ["I'm Zorvina, By the way", "I'm [name], By the way"],
  ])("%s", (text, masked) => {
    expect(maskPersonal(text)).toBe(masked);
  });
});

test("a telephone number is hidden from seven digits on, whatever stands between its groups", () => {
  const unround = (min: number, max: number) =>
    fc.integer({ min, max }).filter((value) => value % 50 !== 0);
  fc.assert(
    fc.property(
      unround(600, 999),
      fc.constantFrom(" ", "-", ".", "/", ") "),
      unround(6_100, 9_999),
      (area, between, line) => {
        expect(maskPersonal(`ring ${area}${between}${line} tonight`)).toBe("ring [number] tonight");
      },
    ),
  );
});

test("digits of every script are the digits they stand for: dates stay, numbers of a person go", () => {
  const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10, 0x1d7ce];
  const inScript = (text: string, zero: number) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  fc.assert(
    fc.property(
      fc.constantFrom(...zeros),
      fc.integer({ min: 2016, max: 2099 }),
      fc.integer({ min: 10, max: 12 }),
      fc.integer({ min: 10, max: 28 }),
      (zero, year, month, day) => {
        const date = inScript(`${year}-${month}-${day}`, zero);
        expect(maskPersonal(`since ${date} I wake`)).toBe(`since ${date} I wake`);
        expect(maskPersonal(`ring ${inScript("612-345-678", zero)}`)).toBe("ring [number]");
      },
    ),
  );
});

test("every digit that Unicode knows is read as the digit it stands for", () => {
  let place = 0;
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    // Each script has ten, and the first is zero.
    if (!/\p{Nd}/u.test(character)) place = 0;
    else expect([character, fold(character).folded]).toEqual([character, String(place++ % 10)]);
  }
});

test("a long word of small letters, capitals and two digits is a secret, wherever the digits are", () => {
  const letters = fc.tuple(
    fc.stringMatching(/^[a-z]{7}$/),
    fc.stringMatching(/^[A-Z]{7}$/),
    fc.stringMatching(/^[0-9]{2}$/),
  );
  const shuffled = letters.chain((parts) => {
    const all = [...parts.join("")];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
  fc.assert(
    fc.property(shuffled, (word) => {
      expect(maskPersonal(`what is ${word.join("")} for`)).not.toContain(word.join(""));
    }),
  );
});

test("any text is masked within milliseconds, and masking twice changes nothing more", () => {
  const TEXT_MS_MAX = 5;
  const TRIES = 30;
  const piece = fc.constantFrom(
    ..."a|1| |a1|@|a@|a at |dot |1-|A |Ab |12 oak |rue de |aa11 |-|_|ab1-|(at)|my name is |dr |ssn |pin |password is |one |born |(|é|１|\u200b|Anna |thanks, |1.|+|\"|http://|5 Oak |Via Roma |I'm |, |Hauptstraße |iban de89 ".split(
      "|",
    ),
    "|",
    "\n",
  );
  const repeated = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join("").repeat(QUERY_CHARS_MAX).slice(0, QUERY_CHARS_MAX));
  const mixed = fc
    .array(piece, { minLength: 1, maxLength: QUERY_CHARS_MAX })
    .map((pieces) => pieces.join("").slice(0, QUERY_CHARS_MAX));
  for (const line of lines) maskPersonal(line.text);
  fc.assert(
    fc.property(
      fc.oneof(repeated, mixed, fc.string({ unit: "binary", maxLength: QUERY_CHARS_MAX })),
      (text) => {
        // A collection of garbage or a cache that another process emptied may stretch a try.
        let best = Number.POSITIVE_INFINITY;
        for (let i = 0; i < TRIES && best >= TEXT_MS_MAX; i++) {
          const started = process.cpuUsage();
          maskPersonal(text);
          const { user, system } = process.cpuUsage(started);
          best = Math.min(best, (user + system) / MICROSECONDS_PER_MS);
        }
        expect(best).toBeLessThan(TEXT_MS_MAX);
        const masked = maskPersonal(text);
        expect(maskPersonal(masked)).toBe(masked);
      },
    ),
    { numRuns: 100 },
  );
}, 60_000);
