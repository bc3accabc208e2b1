/**
 * Which studies are cited: both halves of an either-or, people like her, something that was tried, and whoever found otherwise.
 */
import { describe, expect, test } from "bun:test";
import type { UserContext } from "../../src/contract/request.ts";
import { behaviourCredit, triedRemedy } from "../../src/engine/evidence/fit.ts";
import { selectEvidence } from "../../src/engine/evidence/select.ts";
import { planSearch } from "../../src/engine/question/plan.ts";
import type { EvidenceDocument } from "../../src/engine/types.ts";
import { markerOf } from "../../src/engine/writing/sentences.ts";
import { found, slept, study } from "./evidence-fixtures.ts";
import { signals } from "./fixtures.ts";

const context: UserContext = { cycle_phase: "follicular", cycle_day: 9, life_stage: "reproductive" };
const planOf = (query: string) => planSearch(query, context, signals([]));

describe("an either-or", () => {
  const query = "ashwagandha or valerian for sleep?";
  const valerian = [1, 2, 3].map((n) =>
    study(`10.1/valerian${n}`, [slept(`In trial ${n}, sleep was better with valerian.`)]),
  );
  const ashwagandha = study("10.1/ashwagandha", [
    slept("Ashwagandha made sleep a little better in five trials."),
  ]);
  const [sub_query] = planOf(query).sub_queries;
  const evidence = (relevance: number) => {
    const each = found([
      ...valerian.map((one): [EvidenceDocument, number] => [one, 0.95]),
      [ashwagandha, relevance],
    ]);
    // What others asked leads to valerian alone.
    const documents = each.documents.map((one) => ({
      ...one,
      match: one.document === ashwagandha ? -9 : one.match,
      share: one.document === ashwagandha ? 0 : 0.5,
    }));
    return { ...each, sub_query: sub_query ?? each.sub_query, documents };
  };
  const cited = (relevance: number) =>
    selectEvidence(planOf(query), [evidence(relevance)], { marker: markerOf }).map(
      ({ document: { doi } }) => doi,
    );

  test("cites a study of each that is on topic, however much better the other is known", () => {
    expect(cited(0.8)).toContain("10.1/ashwagandha");
    expect(cited(0.4)).not.toContain("10.1/ashwagandha");
  });

  test("of more things than may be cited cites no more", () => {
    const many = ["ashwagandha", "valerian", "ginger", "turmeric", "saffron", "lavender", "melatonin"];
    const asked = `${many.join(", ")} for sleep?`;
    const each = found(
      many.map((name) => [study(`10.1/${name}`, [slept(`Sleep was better with ${name}.`)]), 0.9]),
    );
    const [sub] = planOf(asked).sub_queries;
    const selected = selectEvidence(planOf(asked), [{ ...each, sub_query: sub ?? each.sub_query }], {
      marker: markerOf,
    });
    expect(selected).toHaveLength(5);
  });
});

test("a study of people unlike her, however well it matches, does not keep others from being cited", () => {
  const plan = planSearch(
    "do calcium and vitamin D help my bones",
    { ...context, life_stage: "postmenopause" },
    signals([]),
  );
  const bones = (doi: string, stage: "reproductive" | "postmenopause") =>
    study(doi, [{ outcome: "bone_health", effect: "increase", statement: "Bones were denser." }], {
      outcomes: ["bone_health"],
      behaviours: ["calcium"],
      population: { sex: "female", life_stage: [stage] },
    });
  const each = found([
    [bones("10.1/young", "reproductive"), 0.95],
    [bones("10.1/older", "postmenopause"), 0.8],
  ]);
  const [sub_query = each.sub_query] = plan.sub_queries;
  const documents = each.documents.map((one, at) => ({ ...one, share: at === 0 ? 0.9 : 0 }));
  const selected = selectEvidence(plan, [{ ...each, sub_query, documents }], { marker: markerOf });
  expect(selected.map(({ document: { doi } }) => doi)).toEqual(["10.1/older"]);
});

test("what can be done is not answered by how things are alone", () => {
  const plan = planOf("what can I do about my bad sleep?");
  const states = [1, 2].map((n) =>
    study(`10.1/state${n}`, [slept(`In survey ${n}, sleep was worse at night.`, "decrease")]),
  );
  const remedy = study("10.1/remedy", [slept("Sleep was better after warm baths.")], {
    behaviours: ["heat_exposure"],
    practice: "A warm bath is worth a try.",
  });
  const cited = (relevance: number) => {
    const each = found([
      ...states.map((one): [EvidenceDocument, number] => [one, 0.95]),
      [remedy, relevance],
    ]);
    const documents = each.documents.map((one) => ({ ...one, share: one.document === remedy ? 0 : 0.6 }));
    const [sub_query = each.sub_query] = plan.sub_queries;
    return selectEvidence(plan, [{ ...each, sub_query, documents }], { marker: markerOf }).map(
      ({ document: { doi } }) => doi,
    );
  };
  expect(cited(0.7)).toContain("10.1/remedy");
  expect(cited(0.4)).not.toContain("10.1/remedy");
});

describe("evidence that disagrees", () => {
  const habit = { behaviours: ["aerobic_training" as const] };
  const better = [1, 2].map((n) =>
    study(`10.1/better${n}`, [slept(`In cohort ${n}, sleep was better with running.`)], habit),
  );
  const without = study("10.1/null", [slept("Running made no difference to sleep.", "none")], habit);
  const cited = (documents: EvidenceDocument[], relevance = 0.8) => {
    const plan = planOf("does running help my sleep?");
    const each = found(documents.map((one) => [one, one === without ? relevance : 0.95]));
    // Hardly anybody who asked like this was led to the null.
    const listed = each.documents.map((one) => ({ ...one, share: one.document === without ? 0 : 0.6 }));
    const [sub_query = each.sub_query] = plan.sub_queries;
    return selectEvidence(plan, [{ ...each, sub_query, documents: listed }], { marker: markerOf }).map(
      ({ document: { doi } }) => doi,
    );
  };

  test("is heard where all that is chosen found the same, if it is on topic", () => {
    expect(cited([...better, without])).toContain("10.1/null");
    expect(cited([...better, without], 0.4)).not.toContain("10.1/null");
  });
});

describe("a study", () => {
  test("of people who were only measured tried no remedy, unless measuring is asked about", () => {
    const measured = study("10.1/m", [slept("Sleep was longer in winter.")], {
      behaviours: ["self_tracking"],
    });
    expect(triedRemedy(measured, [])).toBe(false);
    expect(triedRemedy(measured, ["self_tracking"])).toBe(true);
  });

  test("of another kind of training counts in part, of another habit not at all", () => {
    const intervals = study("10.1/h", [slept("Sleep was deeper.")], { behaviours: ["hiit"] });
    expect(behaviourCredit("hiit", intervals)).toBe(1);
    expect(behaviourCredit("aerobic_training", intervals)).toBeGreaterThan(0.5);
    expect(behaviourCredit("aerobic_training", intervals)).toBeLessThan(1);
    expect(behaviourCredit("caffeine", intervals)).toBe(0);
  });
});
