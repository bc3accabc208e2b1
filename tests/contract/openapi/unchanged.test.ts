/** Guarantee: no contract changes in silence. What is served is what was agreed, fact by fact. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CONTRACT_FILE,
  changesOf,
  contractFacts,
  HOW_TO_ACCEPT,
} from "../../../scripts/contract-facts.ts";

const root = join(import.meta.dir, "../../..");
const facts = contractFacts();

test("the contract is the agreed one", () => {
  const agreed = readFileSync(join(root, CONTRACT_FILE), "utf8").trimEnd().split("\n");
  const changes = changesOf(agreed, facts);
  if (changes.length === 0) return;
  throw new Error(
    `the contract has changed:\n${changes.join("\n")}\nWhere it should, tell it in CHANGELOG.md and run: ${HOW_TO_ACCEPT}`,
  );
});

test("no fact is told twice", () => {
  expect(facts.length).toBe(new Set(facts).size);
});

describe("a change reads as what went and what came", () => {
  const index = (start: string) => {
    const at = facts.findIndex((line) => line.startsWith(start));
    if (at < 0) throw new Error(`no fact starts with ${start}`);
    return at;
  };

  test.each([
    ["an operation", "GET /v1/health/me: getAccess, with a key"],
    ["a member", "UserContext.cycle_day: integer, required, minimum 1, maximum 40"],
    ["a value that a request may have", "UserContext.cycle_phase = luteal"],
    ["a code that a response may have", "FlatError.error.code = out_of_scope, or others"],
    ["a body of a status", "POST /v1/oura/recommendation 422: application/json FlatError"],
  ])("%s that goes", (_, start) => {
    const at = index(start);
    expect(changesOf(facts, facts.toSpliced(at, 1))).toEqual([`- ${facts[at]}`]);
    expect(changesOf(facts.toSpliced(at, 1), facts)).toEqual([`+ ${facts[at]}`]);
  });

  test("a member that becomes required", () => {
    const line = facts[index("OuraRecommendationRequest.query")] ?? "";
    const required = line.replace("optional", "required");
    const after = facts.map((each) => (each === line ? required : each));
    expect(changesOf(facts, after)).toEqual([`- ${line}`, `+ ${required}`]);
  });
});
