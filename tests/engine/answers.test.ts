/**
 * Guarantees of an answer: the verdict that holds for the user, the user's own numbers, claims with
 * their sources, and nothing meant for somebody else.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import type { GuidanceEntry } from "../../src/engine/guidance/entry.ts";
import { createEngine } from "../../src/engine/index.ts";
import type { EngineResult, Signals } from "../../src/engine/types.ts";
import {
  ALCOHOL,
  BREATHING,
  COOLING,
  ENTRIES,
  HEAT,
  HRV_LOWER,
  HRV_LUTEAL,
  STEADY,
  STRAIN,
} from "./fake-guidance.ts";
import { CORPUS, fakePorts } from "./fake-ports.ts";
import { signal, signals } from "./fixtures.ts";

const engine = createEngine(fakePorts());
const luteal: UserContext = { cycle_phase: "luteal", cycle_day: 22, life_stage: "reproductive" };
const follicular: UserContext = { ...luteal, cycle_phase: "follicular", cycle_day: 9 };
const later: UserContext = { ...luteal, life_stage: "postmenopause" };
const dropped = signals([signal("hrv_rmssd_ms", 38, 46)]);
const steady = signals([signal("hrv_rmssd_ms", 46, 46), signal("total_sleep_s", 26_400, 26_400)]);

function ask(
  query: string | null,
  from: Signals = dropped,
  context = luteal,
): Promise<EngineResult> {
  return engine.recommend({ query, context, signals: from, minimum_confidence: 0.5 });
}

async function told(
  query: string | null,
  from: Signals = dropped,
  context = luteal,
): Promise<string> {
  const { recommendation } = await ask(query, from, context);
  if (recommendation === null) throw new Error(`nothing was told: ${query}`);
  return recommendation;
}

const verdict = (entry: { verdicts: readonly { say: string }[] }, at: number) =>
  entry.verdicts[at]?.say ?? "";

describe("an answer", () => {
  test("begins with the verdict that holds for her", async () => {
    const oneNight: Signals = {
      ...steady,
      measures: steady.measures.map((each) => ({
        ...each,
        latest: 20,
        latest_deviation: -3,
        latest_direction: "lower",
      })),
    };
    const { question } = HRV_LUTEAL;
    expect(await told(question)).toStartWith(verdict(HRV_LUTEAL, 0));
    expect(await told(question, oneNight)).toStartWith(verdict(HRV_LUTEAL, 1));
    expect(await told(question, dropped, follicular)).toStartWith(verdict(HRV_LUTEAL, 1));
    expect(await told(question, steady)).toStartWith(verdict(HRV_LUTEAL, 2));
  });

  test("tells her own numbers beside it, of the stretch she asks about", async () => {
    expect(await told(HRV_LUTEAL.question)).toMatch(/38 ms.*46 ms/);
    const odd: Signals = {
      ...dropped,
      measures: dropped.measures.map((each) => ({ ...each, latest: 21 })),
    };
    const lastNight = await told("Why was my HRV low last night in the luteal phase?", odd);
    expect(lastNight).toContain("21 ms");
    expect(lastNight).not.toContain("38 ms");
  });

  test("tells no usual number against one that she gives herself, and always one that has moved", async () => {
    const question = HRV_LUTEAL.question;
    const usual = signals([signal("hrv_rmssd_ms", 46, 46)]);
    expect(await told(`${question} Mine is 28.`, usual)).not.toContain("46 ms");
    expect(await told(`${question} Mine is 44.5.`, usual)).toContain("46 ms");
    // A year or a pace is no HRV.
    expect(await told(`${question} Mine is so since 2024, in week 4.`, usual)).toContain("46 ms");
    expect(await told(`${question} Mine is 28.`, dropped)).toContain("38 ms");
  });

  test("tells three of her numbers where all have moved and bear on it, and else two", async () => {
    const asksOf = { ...HRV_LUTEAL.about, measures: ["hrv", "temperature"] as const };
    const entry: GuidanceEntry = {
      ...STRAIN,
      about: asksOf,
      unasked: null,
      verdicts: [{ when: STRAIN.unasked, say: verdict(STRAIN, 0) }, ...STRAIN.verdicts],
    };
    const { recommend } = createEngine(fakePorts({ entries: [entry] }));
    const textFor = async (query: string, temperature: number) => {
      const { recommendation } = await recommend({
        query,
        context: luteal,
        signals: signals([
          signal("hrv_rmssd_ms", 38, 46),
          signal("lowest_heart_rate_bpm", 60, 54),
          signal("temperature_deviation_c", temperature, 0),
        ]),
        minimum_confidence: 0,
      });
      return recommendation ?? "";
    };
    const named = `${STRAIN.question} My temperature too.`;
    expect(await textFor(named, 0.8)).toMatch(/38 ms.*60 bpm.*\+0\.8 °C/);
    expect(await textFor(named, 0)).not.toContain("°C");
    expect(await textFor(STRAIN.question, 0.8)).not.toContain("°C");
  });

  test("says nothing of readings that she did not send", async () => {
    expect(await told(HRV_LUTEAL.question, signals([]))).not.toMatch(/\d ms/);
  });

  test("tells a claim only where its condition holds, and each with its sources", async () => {
    const only = /calming nerve has less say over the heart anyway/;
    const entry = { ...ALCOHOL, claims: ALCOHOL.claims.toReversed() };
    const { recommend } = createEngine(fakePorts({ entries: [entry] }));
    const asked = { query: ALCOHOL.question, signals: dropped, minimum_confidence: 0 };
    const [here, elsewhere] = [
      await recommend({ ...asked, context: luteal }),
      await recommend({ ...asked, context: follicular }),
    ];
    expect(here.recommendation).toMatch(only);
    expect(elsewhere.recommendation).not.toMatch(only);
    expect(here.recommendation).toContain("(Schmalenberger et al., 2019)");
    expect(here.citations.map(({ doi }) => doi)).toContain("10.3390/jcm8111946");
  });

  test("is told who it comes from", async () => {
    expect((await ask(HEAT.question)).answered_by.map(({ source }) => source)).toEqual([HEAT.id]);
  });

  test("comes from the records where no entry knows it", async () => {
    const alone = createEngine(fakePorts({ entries: [] }));
    const passage = CORPUS.find(({ id }) => id === "10.1093/sleep/zsaa135");
    const result = await alone.recommend({
      query: passage?.text ?? "",
      context: luteal,
      signals: dropped,
      minimum_confidence: 0,
    });
    expect(result.answered_by[0]?.source).toBe(passage?.id ?? "");
    expect(result.recommendation).toContain(
      passage?.document.findings[0]?.statement.slice(0, -1) ?? "?",
    );
    expect(result.citations.map(({ doi }) => doi)).toContain(passage?.id ?? "");
  });

  test("to two questions is one to each", async () => {
    const text = await told(`${HEAT.question} ${BREATHING.question}`);
    expect(text).toStartWith(verdict(HEAT, 0));
    expect(text).toContain(verdict(BREATHING, 0));
  });
});

describe("an entry whose question takes her readings to have moved the other way", () => {
  const rising = { ...HRV_LUTEAL, id: "hrv-up-luteal", assumes: { hrv: "higher" } as const };
  const falling = { ...HRV_LUTEAL, assumes: { hrv: "lower" } as const };
  const nearest = async (readings: Signals, entries: readonly GuidanceEntry[]) => {
    const { answered_by } = await createEngine(fakePorts({ entries })).recommend({
      query: HRV_LUTEAL.question,
      context: luteal,
      signals: readings,
      minimum_confidence: 0,
    });
    return answered_by[0];
  };
  const risen = signals([signal("hrv_rmssd_ms", 60, 46)]);

  test("stands behind one that lies as near", async () => {
    for (const entries of [
      [rising, falling],
      [falling, rising],
    ]) {
      expect((await nearest(dropped, entries))?.source).toBe(falling.id);
      expect((await nearest(risen, entries))?.source).toBe(rising.id);
    }
  });

  test("answers less surely, and a usual reading contradicts nothing", async () => {
    const sure = async (readings: Signals) => (await nearest(readings, [rising]))?.answers ?? 0;
    expect(await sure(dropped)).toBeLessThan(await sure(steady));
    expect(await sure(steady)).toBe(await sure(risen));
  });
});

describe("what is not written for her", () => {
  test("is told only where she asks about that stage, or for somebody else", async () => {
    expect((await ask(COOLING.question)).recommendation).toBeNull();
    expect(await told(COOLING.question, dropped, later)).toStartWith(verdict(COOLING, 0));
    expect(
      await told("Does a cool bed help with hot flushes at night after menopause?"),
    ).toStartWith(verdict(COOLING, 0));
    expect(await told("Does a cool bed help my mother with hot flushes at night?")).toStartWith(
      verdict(COOLING, 0),
    );
  });

  test("her readings say nothing about somebody else", async () => {
    expect(await told("Does slow breathing raise a low HRV of my mother?")).not.toContain("38 ms");
  });
});

describe("Shape B", () => {
  test("tells what has moved first, and then what is known of such a change", async () => {
    const result = await ask(null);
    expect(result.answered_by.map(({ source }) => source)).toEqual([HRV_LOWER.id]);
    expect(result.recommendation).toMatch(/^[^.]*38 ms[^.]*46 ms/);
    expect(result.recommendation).toContain(verdict(HRV_LOWER, 0));
  });

  test("tells the one entry that explains most of what has moved", async () => {
    const both = signals([signal("hrv_rmssd_ms", 38, 46), signal("lowest_heart_rate_bpm", 60, 54)]);
    const result = await ask(null, both);
    expect(result.answered_by.map(({ source }) => source)).toEqual([STRAIN.id]);
    expect(result.recommendation).toContain(verdict(STRAIN, 0));
    expect(result.recommendation).not.toContain(verdict(HRV_LOWER, 0));
  });

  test("says that nothing stands out where nothing does", async () => {
    const result = await ask(null, steady);
    expect(result.answered_by.map(({ source }) => source)).toEqual([STEADY.id]);
    expect(result.recommendation).toContain(verdict(STEADY, 0));
  });

  test("never tells of a change that is not there", async () => {
    const rise = await ask(null, signals([signal("hrv_rmssd_ms", 60, 46)]));
    const known = [HRV_LOWER, STEADY].map((entry) => verdict(entry, 0));
    for (const say of known) expect(rise.recommendation ?? "").not.toContain(say);
  });
});

describe("a question about how she is now, or what to do", () => {
  const both = signals([signal("hrv_rmssd_ms", 38, 46), signal("lowest_heart_rate_bpm", 60, 54)]);
  const query = "Should I lift heavy tonight?";

  test("that nothing answers is told what her readings say", async () => {
    const result = await ask(query, both);
    expect(result.answered_by.map(({ source }) => source)).toEqual([STRAIN.id]);
    expect(result.recommendation).toMatch(/^[^.]*question[^.]*your readings[^.]*\. /);
    expect(result.recommendation?.split(". ", 2)[1]).toBe(verdict(STRAIN, 0).slice(0, -1));
    expect(result.recommendation).toContain("38 ms");
    expect(result.confidence).toBeLessThan((await ask(null, both)).confidence);
  });

  test("is told of an alert in place of any other answer", async () => {
    const alarming = createEngine(
      fakePorts({
        entries: ENTRIES.map((entry) => (entry === STRAIN ? { ...STRAIN, alert: true } : entry)),
      }),
    );
    const answer = (question: string, from = both) =>
      alarming.recommend({
        query: question,
        context: luteal,
        signals: from,
        minimum_confidence: 0.5,
      });
    const asked = "Should I drink alcohol tonight, is it bad for my HRV?";
    expect((await answer(asked)).recommendation).toStartWith(verdict(STRAIN, 0));
    expect((await answer(asked, steady)).recommendation ?? "").not.toContain(verdict(STRAIN, 0));
    // What she wants to know in general comes first, and the alert after it.
    const general = (await answer(HEAT.question)).recommendation ?? "";
    expect(general).toStartWith(verdict(HEAT, 0));
    expect(general).toContain(verdict(STRAIN, 0));
    // It is the last paragraph, with the readings that raise it and what it asks her to do.
    const beside = general.split("\n\n").at(-1) ?? "";
    for (const part of [verdict(STRAIN, 0), "38 ms", STRAIN.try[0]?.say ?? "none"])
      expect(beside).toContain(part);
    expect(beside).not.toContain(verdict(HEAT, 0));
    expect((await answer(HEAT.question, steady)).recommendation).toStartWith(verdict(HEAT, 0));
  });

  test("is given no tip that loads her beside an alert, and every other one", async () => {
    const tip = HEAT.try[0]?.say ?? "none";
    for (const [behaviour, given] of [
      ["heat_exposure", false],
      ["relaxation", true],
    ] as const) {
      const entry = { ...HEAT, about: { ...HEAT.about, behaviours: [behaviour] } };
      const engine = createEngine(fakePorts({ entries: [entry, { ...STRAIN, alert: true }] }));
      const features = {
        query: HEAT.question,
        context: luteal,
        signals: both,
        minimum_confidence: 0.5,
      };
      const text = (await engine.recommend(features)).recommendation ?? "";
      expect(text).toContain(STRAIN.try[0]?.say ?? "none");
      expect(text.includes(tip)).toBe(given);
    }
  });

  test("that names a complaint is left to an answer of its own", async () => {
    expect((await ask("Should I lift heavy tonight with cramps?", both)).recommendation).toBeNull();
  });

  test("is no question about a thing in general", async () => {
    expect((await ask("Which ships come into the harbour?", both)).recommendation).toBeNull();
  });
});

describe("suggested questions", () => {
  const withMore = createEngine(
    fakePorts({
      entries: [
        ...ENTRIES,
        {
          ...BREATHING,
          id: "other-phase",
          question: "Does a low HRV rise in the menstrual phase?",
          about: { ...BREATHING.about, phases: ["menstrual"] },
        },
        { ...BREATHING, id: "same-again", question: "Does slow breathing really raise a low HRV?" },
        {
          ...BREATHING,
          id: "other-stage",
          question: "Does a low HRV rise after the transition?",
          stages: ["postmenopause"],
        },
        { ...BREATHING, id: "for-herself", question: "Does a low HRV rise with yoga?" },
      ],
    }),
  );
  const suggested = async (query: string | null, context = luteal) =>
    (await withMore.recommend({ query, context, signals: dropped, minimum_confidence: 0.5 }))
      .suggested_questions;

  test("stay near what was asked, and are neither that again nor two of a kind", async () => {
    const found = await suggested(HRV_LUTEAL.question);
    expect(found).toContain("Does a low HRV rise with yoga?");
    expect(found).not.toContain(HRV_LUTEAL.question);
    expect(found).not.toContain(HEAT.question);
    expect(found.filter((question) => question.includes("breathing")).length).toBe(1);
    expect(found.length).toBeLessThanOrEqual(3);
  });

  test("are of her phase and her stage, and none that the service asks by itself", async () => {
    const [reproductive, menstrual, past] = [
      await suggested(BREATHING.question),
      await suggested(BREATHING.question, { ...luteal, cycle_phase: "menstrual" }),
      await suggested(BREATHING.question, later),
    ];
    expect(menstrual).toContain("Does a low HRV rise in the menstrual phase?");
    expect(reproductive).not.toContain("Does a low HRV rise in the menstrual phase?");
    expect(past).toContain("Does a low HRV rise after the transition?");
    for (const found of [reproductive, menstrual])
      expect(found).not.toContain("Does a low HRV rise after the transition?");
    const own = [HRV_LOWER.question, STEADY.question];
    for (const question of [...reproductive, ...menstrual, ...past, ...(await suggested(null))])
      expect(own).not.toContain(question);
  });

  test("after menopause none is about a phase", async () => {
    expect(
      await suggested(BREATHING.question, { ...later, cycle_phase: "menstrual" }),
    ).not.toContain("Does a low HRV rise in the menstrual phase?");
  });

  test("each one, asked by the same person, is answered", async () => {
    for (const query of [null, ...ENTRIES.map(({ question }) => question)])
      for (const question of await suggested(query)) {
        const { confidence, recommendation } = await withMore.recommend({
          query: question,
          context: luteal,
          signals: dropped,
          minimum_confidence: 0.5,
        });
        expect([question, confidence >= 0.5, recommendation !== null]).toEqual([
          question,
          true,
          true,
        ]);
      }
  });
});

test("of two questions each source has its relevance to the one that it is cited for", async () => {
  const ports = fakePorts();
  // Where no search finds a source, it is read only because an entry cites it.
  const search = async () => ({ lexical: [], dense: [] });
  const { recommend } = createEngine({ ...ports, retriever: { ...ports.retriever, search } });
  const relevances = async (query: string) => {
    const features = { query, context: luteal, signals: dropped, minimum_confidence: 0.5 };
    const { citations } = await recommend(features);
    return citations.map(({ doi, relevance }) => [doi, relevance] as const);
  };
  const ofHeat = new Map(await relevances(HEAT.question));
  const together = await relevances(`${ALCOHOL.question} ${HEAT.question}`);
  const shared = together.filter(([doi]) => ofHeat.has(doi));
  expect(shared.length).toBeGreaterThan(0);
  expect(shared).toEqual(shared.map(([doi]) => [doi, ofHeat.get(doi) ?? -1]));
});
