/**
 * Reads `corpus/guidance/*.yaml`: the form of an entry as it is written, and the entry it becomes.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { SUGGESTED_QUESTION_CHARS_MAX } from "../contract/limits.ts";
import {
  BEHAVIOURS,
  LIFE_STAGES,
  literals,
  MEASURES,
  OUTCOMES,
  PHASES,
} from "../contract/vocabulary.ts";
import {
  CONDITION_MEASURES,
  type Condition,
  ConditionError,
  type ConditionMeasure,
  parseCondition,
  type When,
} from "../engine/guidance/conditions.ts";
import { type GuidanceEntry, KINDS } from "../engine/guidance/entry.ts";
import { DOI_PATTERN, Question } from "../ingest/record.ts";
import { faultsOf, type Records } from "./guidance-faults.ts";

const closed = { additionalProperties: false } as const;
const sentence = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: "^[A-Z].*[.]$" });
const list = <T extends ReturnType<typeof literals>>(schema: T) =>
  Type.Optional(Type.Array(schema, { uniqueItems: true }));

const RawConditions = Type.Array(
  Type.Record(Type.String(), Type.Unknown(), { minProperties: 1, maxProperties: 1 }),
  {
    minItems: 1,
  },
);
const RawWhen = Type.Object(
  {
    all: Type.Optional(RawConditions),
    any: Type.Optional(RawConditions),
    over: Type.Optional(literals(["night", "recent"] as const)),
  },
  closed,
);
const CONDITION_NAMES = Object.keys(CONDITION_MEASURES) as ConditionMeasure[];
const Doi = Type.String({ pattern: DOI_PATTERN });

const RawEntry = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", maxLength: 60 }),
    question: Type.String({
      minLength: 10,
      maxLength: SUGGESTED_QUESTION_CHARS_MAX,
      pattern: "^[A-Z].*[?]$",
    }),
    kind: literals(KINDS),
    stages: Type.Optional(Type.Array(literals(LIFE_STAGES), { minItems: 1, uniqueItems: true })),
    about: Type.Object(
      {
        measures: list(literals(MEASURES)),
        behaviours: list(literals(BEHAVIOURS)),
        outcomes: list(literals(OUTCOMES)),
        phases: list(literals(PHASES)),
      },
      closed,
    ),
    /** The direction in which the question takes a reading of hers to have moved. */
    assumes: Type.Optional(
      Type.Partial(Type.Record(literals(CONDITION_NAMES), literals(["lower", "higher"] as const)), {
        ...closed,
        minProperties: 1,
      }),
    ),
    verdicts: Type.Array(
      Type.Union([
        Type.Object({ when: RawWhen, say: sentence(25, 240) }, closed),
        Type.Object({ otherwise: sentence(25, 240) }, closed),
      ]),
      { minItems: 1, maxItems: 6 },
    ),
    claims: Type.Array(
      Type.Object(
        {
          say: sentence(40, 300),
          from: Type.Array(Doi, { minItems: 1, maxItems: 5, uniqueItems: true }),
          against: Type.Optional(Type.Array(Doi, { uniqueItems: true })),
          when: Type.Optional(RawWhen),
        },
        closed,
      ),
      { minItems: 1, maxItems: 5 },
    ),
    try: Type.Optional(
      Type.Array(Type.Object({ say: sentence(30, 240), when: Type.Optional(RawWhen) }, closed), {
        maxItems: 4,
      }),
    ),
    limits: Type.Optional(sentence(30, 240)),
    /** Conditions on the user's readings under which the service asks this itself. */
    unasked: Type.Optional(RawWhen),
    /** Replaces the answer to a decision about today, and stands after any other answer. */
    alert: Type.Optional(Type.Literal(true)),
    asked: Type.Array(Question, { minItems: 6, maxItems: 20, uniqueItems: true }),
  },
  closed,
);
type RawEntry = Static<typeof RawEntry>;

/**
 * Every entry of a folder, ordered by id.
 * @throws OperatorError with one line per fault: file, entry, reason
 */
export function readGuidance(folder: string, records: Records): GuidanceEntry[] {
  const faults: string[] = [];
  const entries = new Map<string, GuidanceEntry>();
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith(".yaml"))
    .sort()) {
    for (const { raw, place } of entriesOf(join(folder, name), name)) {
      try {
        const entry = parseEntry(raw);
        if (entries.has(entry.id)) faults.push(`${place}: the id appears twice`);
        entries.set(entry.id, entry);
        faults.push(...faultsOf(entry, records).map((fault) => `${place}: ${fault}`));
      } catch (error) {
        if (!(error instanceof ConditionError)) throw error;
        faults.push(`${place}: ${error.message}`);
      }
    }
  }
  if (faults.length > 0) throw new OperatorError(faults.join("\n"));
  return [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function* entriesOf(path: string, name: string): Generator<{ raw: unknown; place: string }> {
  let value: unknown;
  try {
    value = Bun.YAML.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new OperatorError(`${name}: not YAML (${(error as Error).message.split("\n", 1)[0]})`);
  }
  if (!Array.isArray(value)) throw new OperatorError(`${name}: a list of entries is expected`);
  for (const [at, raw] of value.entries()) {
    const id = (raw as { id?: unknown } | null)?.id;
    yield { raw, place: `${name}: ${typeof id === "string" ? id : `entry ${at + 1}`}` };
  }
}

function parseEntry(value: unknown): GuidanceEntry {
  const problem = Value.Errors(RawEntry, value).First();
  if (problem !== undefined)
    throw new ConditionError(`${problem.path || "(entry)"}: ${problem.message}`);
  const raw = value as RawEntry;
  return {
    id: raw.id,
    question: raw.question,
    kind: raw.kind,
    stages: raw.stages ?? LIFE_STAGES,
    about: {
      measures: raw.about.measures ?? [],
      behaviours: raw.about.behaviours ?? [],
      outcomes: raw.about.outcomes ?? [],
      phases: raw.about.phases ?? [],
    },
    assumes: raw.assumes ?? {},
    verdicts: raw.verdicts.map((each) =>
      "otherwise" in each
        ? { when: null, say: each.otherwise }
        : { when: parseWhen(each.when), say: each.say },
    ),
    claims: raw.claims.map(({ say, from, against = [], when }) => ({
      say,
      from,
      against,
      when: parseWhen(when),
    })),
    try: (raw.try ?? []).map(({ say, when }) => ({ say, when: parseWhen(when) })),
    limits: raw.limits ?? null,
    unasked: parseWhen(raw.unasked),
    alert: raw.alert ?? false,
    asked: raw.asked,
  };
}

function parseWhen(raw: Static<typeof RawWhen> | undefined): When | null {
  if (raw === undefined) return null;
  const conditions = (group: Static<typeof RawConditions> | undefined): Condition[] =>
    (group ?? []).flatMap((each) =>
      Object.entries(each).map(([name, value]) => parseCondition(name, value)),
    );
  const when: When = {
    all: conditions(raw.all),
    any: conditions(raw.any),
    over: raw.over ?? "recent",
  };
  if (when.all.length + when.any.length === 0) throw new ConditionError("`when` asks for nothing");
  return when;
}
