/**
 * What words are understood as.
 */
import { describe, expect, test } from "bun:test";
import { detectFacets } from "../../src/engine/question/facets.ts";

test.each([
  ["What is a normal heart rate when I exercise?", ["aerobic_training"]],
  ["What's a good breathing exercise for sleep?", ["slow_breathing"]],
  ["Does a cup of tea before bed keep me awake?", ["caffeine"]],
  ["Is an hour on TikTok before bed bad for my sleep?", ["screens"]],
  ["Is drinking worse than coffee for sleep?", ["alcohol", "caffeine"]],
  ["does a wee drink before bed hurt my sleep", ["alcohol"]],
  ["Why does my HRV vary from cycle to cycle?", []],
  ["Why does my resting heart rate keep climbing?", []],
])("the habit meant is the one understood: %s", (query, behaviours) => {
  expect(detectFacets(query).behaviours.toSorted()).toEqual(behaviours.toSorted() as never);
});

describe("a drink", () => {
  test.each([
    ["how late can i drink a flat white", ["caffeine"]],
    ["should i stop drinking tea at night", ["caffeine"]],
    ["should i drink more water", ["hydration"]],
    ["up twice for the loo, should my last drink be at 6", []],
    ["does drinking in the evening hurt sleep", ["alcohol"]],
    ["am i drinking enough on a long shift", ["hydration"]],
    ["drink or coffee, which is worse", ["alcohol", "caffeine"]],
  ])("is what she calls it, else alcohol: %s", (query, behaviours) => {
    expect(detectFacets(query).behaviours).toEqual(behaviours as never);
  });
});

test("training in the evening asks when, too", () => {
  expect(detectFacets("strength training in the evening").behaviours).toContain("exercise_timing");
  expect(detectFacets("gym at 8 pm").behaviours).toContain("exercise_timing");
  expect(detectFacets("strength training in the morning").behaviours).not.toContain("exercise_timing");
});

describe("a word of two meanings", () => {
  test("power is strength, but not in yoga", () => {
    expect(detectFacets("do weights build power").subjects).toEqual(["strength"]);
    const { subjects, behaviours } = detectFacets("is power yoga good for my nights");
    expect(subjects).not.toContain("strength");
    expect(behaviours).toEqual(["yoga"]);
  });

  test("efficiency is of sleep, but not of running", () => {
    expect(detectFacets("5h 40 with 92% efficiency").subjects).toEqual(["sleep_quality"]);
    expect(detectFacets("running efficiency").subjects).toEqual([]);
  });
});
