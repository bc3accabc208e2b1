/**
 * Guarantee: no entry reaches a release that cites nothing, says what no text may say, or can apply
 * to nobody. Each fault is a line with file, entry and reason.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { OperatorError } from "../../src/contract/error.ts";
import { LIFE_STAGES } from "../../src/contract/vocabulary.ts";
import type { EvidenceRecord } from "../../src/ingest/record.ts";
import { readGuidance } from "../../src/library/guidance.ts";

const folder = temporaryFolder("guidance");
afterAll(() => folder.remove());

const SOCKS = "10.1000/socks";
const BATHS = "10.1000/baths";

function record(doi: string, statement: string, n: number): EvidenceRecord {
  return {
    doi,
    title: "Warm feet before the night",
    authors: ["Anna Example"],
    year: 2020,
    journal: "Journal of made-up samples",
    design: "crossover trial",
    population: { n, sex: "female", life_stage: [], age: "20-35" },
    measures: ["sleep_quality"],
    phases: [],
    behaviours: [],
    outcomes: ["sleep_onset"],
    findings: [{ statement, effect: "decrease", outcome: "sleep_onset" }],
    provenance: { read: "abstract", where: "PubMed", on: "2026-01-02" },
  };
}
const records = new Map(
  [
    record(SOCKS, "With bed socks women fell asleep about 7.5 minutes sooner.", 12_345),
    record(BATHS, "After a warm bath women fell asleep about 10 minutes sooner.", 40),
  ].map((each) => [each.doi, each]),
);

// biome-ignore lint/suspicious/noExplicitAny: tests bend the entry in every way a file allows
type Raw = Record<string, any>;

/** An entry as a file has it, with nothing wrong. */
function entry(): Raw {
  return {
    id: "warm-socks",
    question: "Do warm socks help me fall asleep?",
    kind: "effect",
    about: { measures: ["sleep_quality"], outcomes: ["sleep_onset"] },
    verdicts: [
      {
        when: { all: [{ sleep_onset: "much higher" }] },
        say: "They may well help, and you took far longer than usual lately.",
      },
      {
        when: { all: [{ sleep_onset: "higher" }] },
        say: "They may help a little, and you took longer than usual lately.",
      },
      { otherwise: "They help a little, mostly those whose feet are cold in the evening." },
    ],
    claims: [
      { say: "In 12,345 women bed socks brought sleep about 7.5 minutes sooner.", from: [SOCKS] },
      {
        say: "A warm bath earlier in the evening had much the same effect on falling asleep.",
        from: [BATHS],
      },
      {
        say: "Warm feet draw heat away from the middle of the body.",
        from: [SOCKS],
        against: [BATHS],
      },
    ],
    try: [{ say: "Put on a dry pair half an hour before the light goes out." }],
    limits: "Nobody looked at what happens over many weeks.",
    asked: [
      "socks in bed?",
      "cold feet cant sleep",
      "do socks help",
      "feet freezing",
      "bed socks",
      "warm feet",
    ],
  };
}

let places = 0;
function filesWith(files: Record<string, string>): string {
  const place = join(folder.path, String(places++));
  mkdirSync(place);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return place;
}

/** JSON is YAML. */
const yaml = (...entries: readonly unknown[]) => JSON.stringify(entries);

function faultsIn(files: Record<string, string>): string[] {
  try {
    readGuidance(filesWith(files), records);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message.split("\n");
  }
  return [];
}

test("an entry without fault is read, with what it leaves out filled in", () => {
  const other = {
    ...entry(),
    id: "a-bath",
    stages: ["perimenopause"],
    unasked: { all: [{ sleep_onset: "higher" }] },
    assumes: { hrv: "lower" },
  };
  const read = readGuidance(
    filesWith({ "b.yaml": yaml(entry()), "a.yml": "not read", "c.yaml": yaml(other) }),
    records,
  );
  expect(read.map(({ id }) => id)).toEqual(["a-bath", "warm-socks"]);
  expect(read.map(({ stages }) => stages)).toEqual([["perimenopause"], [...LIFE_STAGES]]);
  expect(read.map(({ assumes }) => assumes)).toEqual([{ hrv: "lower" }, {}]);
  expect(read[0]?.unasked).toEqual({
    all: [{ kind: "state", measure: "sleep_onset", state: "higher" }],
    any: [],
    over: "recent",
  });
  expect(read[1]).toMatchObject({
    about: { measures: ["sleep_quality"], behaviours: [], outcomes: ["sleep_onset"], phases: [] },
    unasked: null,
  });
  expect(read[1]?.verdicts[0]?.when).toEqual({
    all: [{ kind: "state", measure: "sleep_onset", state: "much higher" }],
    any: [],
    over: "recent",
  });
  expect(read[1]?.verdicts.at(-1)?.when).toBeNull();
  expect(read[1]?.claims[0]?.against).toEqual([]);
});

const FAULTS: [string, (raw: Raw) => unknown, string][] = [
  [
    "a DOI that no record has",
    (e) => e.claims[1].from.push("10.1000/none"),
    "10.1000/none is no record of this corpus",
  ],
  [
    "such a DOI against it",
    (e) => e.claims[2].against.push("10.1000/none"),
    "10.1000/none is no record",
  ],
  ["a DOI in capitals", (e) => e.claims[1].from.push("10.1000/SOCKS"), "/claims/1/from/1"],
  ["no record at all", (e) => Object.assign(e.claims[0], { from: [] }), "/claims/0/from"],
  [
    "a number that no record has",
    (e) =>
      Object.assign(e.claims[1], {
        say: "A warm bath brought sleep about 11 minutes sooner in women.",
      }),
    "number 11 stands in no record",
  ],
  [
    "a number of a record that is not cited",
    (e) =>
      Object.assign(e.claims[1], {
        say: "A warm bath brought sleep about 7.5 minutes sooner in women.",
      }),
    "number 7.5 stands in no record",
  ],
  [
    "a number of a record that found otherwise",
    (e) =>
      Object.assign(e.claims[2], {
        say: "Warm feet brought sleep about 10 minutes sooner in all women.",
      }),
    "number 10 stands in no record",
  ],
  [
    "a verdict behind one that takes all its people",
    (e) => e.verdicts.reverse() && e.verdicts.push(e.verdicts.shift()),
    "verdict 2 can never be reached",
  ],
  [
    "a verdict for a phase after menopause",
    (e) =>
      Object.assign(e.verdicts[0].when, { all: [{ phase: "luteal" }, { stage: "postmenopause" }] }),
    "verdict 1 can never be reached",
  ],
  ["no otherwise", (e) => e.verdicts.pop(), "no `otherwise`"],
  ["otherwise before the end", (e) => e.verdicts.reverse(), "`otherwise` must be the last verdict"],
  [
    "a measure that is none",
    (e) => Object.assign(e.verdicts[0].when, { all: [{ steps: "lower" }] }),
    '"steps"',
  ],
  [
    "a state that is none",
    (e) => Object.assign(e.verdicts[0].when, { all: [{ hrv: "low" }] }),
    '"hrv: low"',
  ],
  [
    "a level in words",
    (e) => Object.assign(e.verdicts[0].when, { any: [{ hrv: "above forty" }] }),
    '"hrv: above forty"',
  ],
  [
    "a change below nothing",
    (e) => Object.assign(e.verdicts[0].when, { all: [{ hrv: "up by -3" }] }),
    '"hrv: up by -3"',
  ],
  [
    "a phase that is none",
    (e) => Object.assign(e.claims[0], { when: { all: [{ phase: "lunar" }] } }),
    '"phase: lunar"',
  ],
  [
    "a stage that is none",
    (e) => Object.assign(e.try[0], { when: { any: [{ stage: "pregnant" }] } }),
    '"stage: pregnant"',
  ],
  [
    "no phase at all",
    (e) => Object.assign(e.claims[0], { when: { all: [{ phase: [] }] } }),
    '"phase: "',
  ],
  [
    "a when without conditions",
    (e) => Object.assign(e.claims[0], { when: {} }),
    "`when` asks for nothing",
  ],
  [
    "a stretch that is none",
    (e) => Object.assign(e.claims[0], { when: { all: [{ hrv: "lower" }], over: "week" } }),
    "/over",
  ],
  [
    "two conditions in one",
    (e) => Object.assign(e.verdicts[0].when, { all: [{ hrv: "lower", spo2: "lower" }] }),
    "/verdicts/0",
  ],
  [
    "too short a text",
    (e) => Object.assign(e, { claims: e.claims.slice(0, 1), try: [] }),
    "too short",
  ],
  [
    "texts of which the shortest is too short",
    (e) =>
      e.claims
        .slice(1)
        .map((claim: Raw) => Object.assign(claim, { when: { all: [{ hrv: "lower" }] } })),
    "too short: its shortest text has",
  ],
  [
    "a diagnosis",
    (e) =>
      Object.assign(e.verdicts[2], {
        otherwise: "They help because you have cold feet all night.",
      }),
    "rule of wording",
  ],
  [
    "a medicine",
    (e) =>
      Object.assign(e.claims[2], { say: "Warm feet work about as well as zolpidem for sleep." }),
    "rule of wording",
  ],
  [
    "a dose",
    (e) => Object.assign(e.try[0], { say: "Put them on and have 3 mg of melatonin with it." }),
    "rule of wording",
  ],
  [
    "a fright",
    (e) => Object.assign(e, { limits: "Cold feet may be linked with heart attacks later on." }),
    "rule of wording",
  ],
  ["a member that is none", (e) => Object.assign(e, { title: "Socks" }), "/title"],
  ["an id with spaces", (e) => Object.assign(e, { id: "warm socks" }), "/id"],
  [
    "a question that is none",
    (e) => Object.assign(e, { question: "Warm socks help me fall asleep." }),
    "/question",
  ],
  ["a kind that is none", (e) => Object.assign(e, { kind: "why" }), "/kind"],
  ["a subject that is none", (e) => e.about.measures.push("mood_ring"), "/about/measures/1"],
  [
    "half a sentence",
    (e) => Object.assign(e.claims[0], { say: "in 12,345 women bed socks brought sleep sooner" }),
    "/claims/0/say",
  ],
  ["too few phrasings", (e) => e.asked.pop(), "/asked"],
  ["a phrasing twice", (e) => e.asked.push(e.asked[0]), "/asked"],
  [
    "something taken for granted that is no reading",
    (e) => Object.assign(e, { assumes: { steps: "lower" } }),
    "/assumes/steps",
  ],
  [
    "a reading taken for granted that does not move",
    (e) => Object.assign(e, { assumes: { hrv: "usual" } }),
    "/assumes/hrv",
  ],
  [
    "a reason to ask that is none",
    (e) => Object.assign(e, { unasked: { all: [{ steps: "lower" }] } }),
    'there is no condition "steps"',
  ],
  [
    "an alert that nobody is told unasked",
    (e) => Object.assign(e, { alert: true }),
    "`alert` without",
  ],
  [
    "an alert with a number, whose source the text beside it does not cite",
    (e) => {
      Object.assign(e, { alert: true, unasked: { all: [{ hrv: "lower" }] } });
      e.verdicts[0].say = "Your nights are further off than the 14 that were recorded.";
    },
    "an alert stands beside answers",
  ],
  [
    "a reason to ask that nobody has",
    (e) => Object.assign(e, { unasked: { all: [{ hrv: "lower" }, { hrv: "higher" }] } }),
    "can hold for nobody",
  ],
];

describe("is refused with file, entry and reason:", () => {
  test.each(FAULTS)("%s", (_, change, reason) => {
    const raw = entry();
    change(raw);
    const faults = faultsIn({ "night.yaml": yaml(raw) });
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toStartWith(`night.yaml: ${raw.id}: `);
    expect(faults.join("\n")).toContain(reason);
  });

  test("an id that appears twice, in whatever file", () => {
    expect(faultsIn({ "a.yaml": yaml(entry()), "b.yaml": yaml(entry()) })).toEqual([
      "b.yaml: warm-socks: the id appears twice",
    ]);
  });

  test("an entry without an id, by its place", () => {
    const { id: _, ...nameless } = entry();
    const faults = faultsIn({ "night.yaml": yaml(entry(), nameless, null, "text") });
    expect(faults.map((fault) => fault.split(":", 2).join(":"))).toEqual([
      "night.yaml: entry 2",
      "night.yaml: entry 3",
      "night.yaml: entry 4",
    ]);
  });

  test("a file that is no YAML, or no list", () => {
    expect(faultsIn({ "night.yaml": "- id: [" })[0]).toStartWith("night.yaml: not YAML");
    for (const text of ["", "id: warm-socks", JSON.stringify(entry())])
      expect(faultsIn({ "night.yaml": text })).toEqual([
        "night.yaml: a list of entries is expected",
      ]);
  });

  test("all of them at once", () => {
    const one = entry();
    const two: Raw = { ...entry(), id: "two" };
    one.claims[0].from = ["10.1000/none"];
    one.limits = "Cold feet may be linked with heart attacks later on.";
    two.verdicts.pop();
    const faults = faultsIn({ "a.yaml": yaml(one), "b.yaml": yaml(two) });
    expect(faults.map((fault) => fault.split(":", 2).join(":"))).toEqual([
      "a.yaml: warm-socks",
      "a.yaml: warm-socks",
      "b.yaml: two",
    ]);
  });
});
