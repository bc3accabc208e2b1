/**
 * What of the evidence a text tells: both halves of an either-or, a study in its own order, advice that supposes nothing of her, and what a figure is made of.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import type { SelectedDocument } from "../../src/engine/evidence/select.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument, MeasureSignal } from "../../src/engine/types.ts";
import { compose } from "../../src/engine/writing/compose.ts";
import { findingSentences } from "../../src/engine/writing/findings.ts";
import { document, slept, study } from "./evidence-fixtures.ts";
import { signal, signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "follicular", cycle_day: 9, life_stage: "reproductive" };
const planOf = (query: string, readings: MeasureSignal[] = []) =>
  planSearch(query, context, signals(readings));
const chosen = (documents: EvidenceDocument[]): SelectedDocument[] =>
  documents.map((each) => ({ document: each, relevance: 0.9, sub_query: 0 }));
const told = (query: string, documents: EvidenceDocument[], readings: MeasureSignal[] = []) => {
  const sentences = documents.flatMap(({ findings, practice = "" }) => [
    ...findings.map(({ statement }) => statement),
    practice,
  ]);
  return compose({
    plan: planOf(query, readings),
    selected: chosen(documents),
    nearness: new Map(sentences.map((sentence) => [sentence, 0.5])),
    signals: signals(readings),
    concern: "none",
    variant: 1,
  }).map(({ text }) => text);
};

describe("an either-or", () => {
  const query = "ashwagandha or valerian for sleep?";
  const valerian = [1, 2, 3].map((n) =>
    study(`10.1/valerian${n}`, [slept(`In trial ${n}, sleep was better with valerian.`)]),
  );

  test("tells of both, and of neither as if it contradicted the other", () => {
    const other = study("10.1/a2", [slept("Ashwagandha made no difference to sleep in one trial.", "none")]);
    const { main } = findingSentences(planOf(query), chosen([...valerian, other]), new Map());
    expect(main[1]?.text).toStartWith("Ashwagandha made no difference");
  });
});

test("a time she asks for is told first, by whichever study names it", () => {
  const habit = { behaviours: ["caffeine" as const] };
  const documents = [
    study("10.1/a", [slept("Coffee cut deep sleep by eleven minutes.", "decrease")], habit),
    study("10.1/b", [slept("Coffee disturbed sleep even six hours before bed.", "decrease")], habit),
  ];
  expect(told("what's the latest I can have coffee and sleep well?", documents)[0]).toStartWith(
    "Coffee disturbed sleep even six hours before bed",
  );
  expect(told("does coffee hurt sleep?", documents)[0]).toStartWith("Coffee cut deep sleep");
});

describe("an admission", () => {
  const tired = "None of the studies used here looked at tiredness and fatigue.";
  const heart = document("10.1/heart", {
    findings: [
      { measure: "hrv", outcome: "hrv", effect: "decrease", statement: "HRV was lower in the evening." },
    ],
  });

  test("is made of tiredness where nothing else is asked about, and not where it is only how she is", () => {
    expect(told("why am i so exhausted", [heart]).join(" ")).toContain(tired);
    expect(told("why is my hrv low, i am so exhausted", [heart]).join(" ")).not.toContain(tired);
  });

  test("is made of a vitamin that no study looked at, and not of one that one did", () => {
    const daylight = study(
      "10.1/light",
      [{ outcome: "fatigue", effect: "decrease", statement: "Daylight eased tiredness." }],
      {
        behaviours: ["light_exposure"],
        outcomes: ["fatigue"],
      },
    );
    const asked = "will vit D or daylight do anything for my energy";
    expect(told(asked, [daylight])[0]).toBe("None of the studies used here looked at vitamin D.");
    const both = { ...daylight, behaviours: ["light_exposure" as const, "vitamin_d" as const] };
    expect(told(asked, [both]).join(" ")).not.toContain("None of the studies");
  });

  test("is not made of what the text itself speaks of, whatever the study was labelled with", () => {
    const sleep = study("10.1/anxious", [slept("Better sleep was followed by less anxiety.")]);
    expect(told("Can poor sleep make me anxious?", [sleep]).join(" ")).not.toContain("looked at anxiety");
    const other = study("10.1/calm", [slept("Nights were longer after a warm bath.")]);
    expect(told("Can poor sleep make me anxious?", [other]).join(" ")).toContain("looked at anxiety");
  });

  test("is not made of a phase that she only tells of", () => {
    const nap = study("10.1/nap", [slept("A nap made people alert.")], { behaviours: ["naps"] });
    const query = "My period woke me twice last night. Is a nap any good for my sleep?";
    expect(told(query, [nap]).join(" ")).not.toContain("phases of the cycle");
  });
});

describe("a time of the cycle or of life beside a habit", () => {
  const wine = study("10.1/wine", [slept("Sleep was broken after wine.", "decrease")], {
    behaviours: ["alcohol"],
  });

  test("that no study of the text looked at is admitted", () => {
    expect(told("is wine worse for sleep the week before your period?", [wine]).join(" ")).toContain(
      "None of the studies used here looked at phases of the cycle.",
    );
    expect(told("is wine worse for sleep in perimenopause?", [wine]).join(" ")).toContain(
      "None of the studies used here looked at women around or after menopause.",
    );
  });

  test("is not spoken of where she named none or a study did look at it", () => {
    expect(told("is wine bad for sleep?", [wine]).join(" ")).not.toContain("None of the studies");
    const later = { ...wine, population: { ...wine.population, life_stage: ["postmenopause" as const] } };
    expect(told("is wine worse for sleep in menopause?", [later]).join(" ")).not.toContain(
      "None of the studies",
    );
    const luteal = { ...wine, phases: ["luteal" as const] };
    expect(told("is wine worse for sleep the week before your period?", [luteal]).join(" ")).not.toContain(
      "phases of",
    );
  });
});

test("of two sub-queries neither loses its best answer to the other side of its study", () => {
  const query = "Does caffeine hurt my sleep? Does ashwagandha help stress?";
  const coffee = study(
    "10.1/coffee",
    [
      slept("In a trial nights were shorter with it.", "decrease"),
      slept("Caffeine did not hurt sleep.", "none"),
    ],
    { behaviours: ["caffeine"] },
  );
  const { main, more } = findingSentences(planOf(query), chosen([coffee]), new Map());
  expect([...main, ...more].map(({ text }) => text).join(" ")).toContain("Caffeine did not hurt sleep");
});

describe("two findings of a study", () => {
  const first = slept("In 57 students, a list of tasks at bedtime shortened the time awake.");
  const second = slept("Sleep at bedtime came sooner with a longer list of tasks than with a short list.");

  test("stand in its own order where one answers as well as the other", () => {
    const { main } = findingSentences(
      planOf("a list at bedtime for sleep?"),
      chosen([study("10.1/l", [first, second])]),
      new Map(),
    );
    expect(main.map(({ text }) => text.split(" (")[0])).toEqual(
      [first, second].map(({ statement }) => statement.replace(/\.$/, "")),
    );
  });

  test("stay together where the second comes from the reserve", () => {
    const lists = study("10.1/l", [first, second], { behaviours: ["sleep_hygiene"] });
    const other = study("10.1/o", [slept("Earplugs made for deeper rest on a noisy ward.")], {
      behaviours: ["sleep_hygiene"],
    });
    const text = told("does a list help me sleep?", [lists, other]);
    const at = text.findIndex((each) => each.startsWith("In 57 students"));
    expect(text[at + 1]).toStartWith("Sleep at bedtime");
  });
});

describe("advice", () => {
  const practice = (text: string) =>
    study("10.1/p", [slept("Sleep was better after a quiet evening.")], {
      practice: text,
      behaviours: ["alcohol", "sleep_hygiene", "aerobic_training"],
    });

  test("that supposes a habit is for who has spoken of it", () => {
    const wine = practice("If you drink wine in the evening, leave it out for a week and see how you sleep.");
    expect(told("how can I sleep better?", [wine]).join(" ")).not.toContain("If you drink wine");
    expect(told("does wine hurt my sleep?", [wine]).join(" ")).toContain("If you drink wine");
  });

  test("that supposes one kind of training is for who asks of another", () => {
    const hard = practice("If you train hard in the evening, stop an hour before bed to sleep well.");
    expect(told("does running in the evening hurt my sleep?", [hard]).join(" ")).toContain(
      "If you train hard",
    );
  });
});

describe("a study", () => {
  test("of regular bedtimes answers whether bedtimes matter with whatever it found", () => {
    const bedtimes = study(
      "10.1/b",
      [
        { measure: "sleep_timing", effect: "mixed", statement: "How late is too late is not known." },
        {
          outcome: "cardiovascular_health",
          effect: "increase",
          statement: "Regular sleepers had healthier hearts.",
        },
      ],
      { behaviours: ["sleep_timing"], outcomes: ["cardiovascular_health"] },
    );
    const { main } = findingSentences(planOf("does my bedtime matter?"), chosen([bedtimes]), new Map());
    expect(main.map(({ text }) => text).join(" ")).toContain("healthier hearts");
  });
});

describe("her readings", () => {
  test("include the one she named that has not moved, before others that have", () => {
    const readings = [
      signal("total_sleep_s", 20_700, 26_400),
      signal("bedtime_minutes", 65, -20),
      signal("sleep_efficiency_percent", 79, 88),
      { ...signal("hrv_rmssd_ms", 44, 45), direction: "usual" as const },
    ];
    const text = told("Why is my HRV normal though I slept badly?", [document("10.1/x")], readings).join(" ");
    expect(text).toContain("44 ms");
  });

  test("are not called usual or unusual where there are too few nights to say", () => {
    const readings = [signal("hrv_rmssd_ms", 47, null)];
    const walks = study(
      "10.1/w",
      [{ measure: "hrv", effect: "increase", statement: "HRV rose with walks." }],
      {
        measures: ["hrv"],
        behaviours: ["aerobic_training"],
      },
    );
    const text = told("Does walking raise my HRV?", [walks], readings).join(" ");
    expect(text).toContain("47 ms");
    expect(text).toContain("not yet enough earlier readings");
  });
});

test("a level that somebody should look at is said to be one, however usual it is for her", () => {
  const usual = (value: number) => ({
    ...signal("spo2_percent", value, value),
    direction: "usual" as const,
    deviation: 0,
  });
  const oxygen = study("10.1/oxygen", [
    { measure: "spo2", effect: "mixed", statement: "A watch showed the same blood oxygen as a clip." },
  ]);
  const whole = (value: number) => told("Is my blood oxygen ok?", [oxygen], [usual(value)]).join(" ");
  expect(whole(86)).toContain(
    "please show a health professional that your overnight blood oxygen was around 86%",
  );
  expect(whole(96)).not.toContain("please show");
});

test("who feels drained is told that her nights were short, whatever the studies looked at", () => {
  const food = study(
    "10.1/food",
    [{ outcome: "fatigue", effect: "decrease", statement: "Oats eased tiredness." }],
    {
      behaviours: ["diet_quality"],
      outcomes: ["fatigue"],
    },
  );
  const night = (recent: number) => [signal("total_sleep_s", recent, 26_400)];
  const ask = (readings: MeasureSignal[]) =>
    told("what should i eat, feeling so drained", [food], readings).join(" ");
  expect(ask(night(20_700))).toContain("5 hours 45 minutes");
  // An answer about something else says that the readings do not answer it, if it speaks of them at all.
  expect(ask(night(20_700))).not.toContain("cannot answer this");
  expect(told("do oats make me fast", [food], night(20_700)).join(" ")).toContain("cannot answer this");
});

test("a study that is hardly on topic does not lead where another is", () => {
  const marriages = study("10.1/m", [
    slept("Sleep, sleep quality and sleeping badly went with marriages that ended."),
  ]);
  const sleepers = study("10.1/s", [slept("Nights were better with quiet.")]);
  const nearness = new Map([
    ["Sleep, sleep quality and sleeping badly went with marriages that ended.", 0.9],
  ]);
  const lead = (relevance: number) =>
    findingSentences(
      planOf("why is my sleep bad?"),
      [
        { document: marriages, relevance, sub_query: 0 },
        { document: sleepers, relevance: 0.9, sub_query: 0 },
      ],
      nearness,
    ).main[0]?.text;
  expect(lead(0.9)).toStartWith("Sleep, sleep quality");
  expect(lead(0.5)).toStartWith("Nights were better");
});

describe("what a figure counts", () => {
  const asleep = study("10.1/e", [slept("Sleep efficiency was higher after a course.")], {
    outcomes: ["sleep_quality"],
  });

  test("is said first, also where more is asked", () => {
    const [first] = told(
      "My sleep efficiency says 74%. What is it actually counting, and what would be decent?",
      [asleep],
    );
    expect(first).toBe("Sleep efficiency is the share of the time in bed that is spent asleep.");
  });

  test("is not said to who asks something else", () => {
    expect(told("Why is my sleep efficiency low?", [asleep]).join(" ")).not.toContain(
      "is the share of the time",
    );
  });
});
