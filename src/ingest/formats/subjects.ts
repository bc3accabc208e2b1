/**
 * What a paper's sentences are about, in the contract's vocabularies.
 *
 * The vocabulary has everyday words. In a paper many of them mean something else ("confidence
 * interval", "nervous system", "LF power"), so these facets also need a technical term in the same
 * text.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";
import { type Subject, type Topics, topicsNamed } from "../vocabulary.ts";

const SPORT =
  /\b(?:athlet\w*|exercis\w*|sports?|physical|endurance|sprint\w*|runners?|cyclists?|train(?:ed|ing))\b/i;
const DEVICE =
  /\b(?:wearables?|devices?|sensors?|trackers?|actigraph\w*|monitors?|polysomnograph\w*|smartwatch\w*|electrocardiogra\w*|ECG)\b/i;

const TERMS: Partial<Record<Subject | Behaviour, readonly RegExp[]>> = {
  hrv: [/\b(?:heart[- ]rate variability|HRV|RMSSD|vagal\w*)\b/i],
  temperature: [/\btemperatures?\b/i],
  activity: [
    /\b(?:physical activit\w+|daily activit\w+|steps? (?:per|a) day|step counts?|sedentary)\b/i,
  ],
  fatigue: [/\b(?:fatigue\w*|tired\w*|exhaust\w*)\b/i],
  mood: [/\b(?:moods?|irritab\w+|depressi\w+|negative affect)\b/i],
  anxiety: [/\b(?:anxi\w+|worr\w+)\b/i],
  performance: [/\bperformance\b/i, SPORT],
  recovery: [/\brecover\w*\b/i, SPORT],
  perceived_exertion: [/\b(?:exertion|RPE)\b/i],
  fitness: [/\bfitness\b/i],
  strength: [/\b(?:strength|muscle|muscular)\b/i],
  illness_detection: [
    /\b(?:illness\w*|infections?|fever|influenza|covid\S*)\b/i,
    /\b(?:detect\w*|predict\w*)\b/i,
  ],
  measurement_validity: [/\b(?:valid\w*|accura\w*|agreement|reliab\w*|precis\w*)\b/i, DEVICE],
  aerobic_training: [
    /\b(?:aerobic|endurance|running|jogging|cycling|swimming|walking|exercis\w*|physical activity|marathon|treadmill)\b/i,
  ],
  hiit: [/\b(?:interval training|high[- ]intensity|HIIT)\b/i],
  training_load: [/\btraining (?:load|volume)s?\b/i],
  cbt: [/\b(?:cognitive[- ]behaviou?ral|CBT)\b/i],
  cooling: [/\b(?:cooling|bedroom temperature|room temperature)\b/i],
  diet_quality: [/\b(?:diets?|dietary|nutrition\w*)\b/i],
  hydration: [/\b(?:hydrat\w+|dehydrat\w+|water intake)\b/i],
  iron: [/\biron (?:supplement\w*|status|defici\w+|intake|stores?)\b/i],
  alcohol: [/\b(?:alcohol\w*|wine|beer)\b/i],
  screens: [/\b(?:screens?|smartphones?|television|social media)\b/i],
  travel: [/\b(?:jet ?lag|travel\w*|time zones?)\b/i],
  self_tracking: [/\b(?:wearables?|self-?track\w*|trackers?|smartwatch\w*|apps?)\b/i],
  weight_management: [
    /\b(?:weight (?:loss|gain|management|reduction)|overweight|obes\w+|BMI|body mass)\b/i,
  ],
};

/** The subjects and behaviours that a text is clearly about, in the order of mention. */
export function subjectsOf(text: string): Topics {
  const { subjects, behaviours } = topicsNamed(text);
  const isMeant = (facet: Subject | Behaviour) =>
    (TERMS[facet] ?? []).every((term) => term.test(text));
  return { subjects: subjects.filter(isMeant), behaviours: behaviours.filter(isMeant) };
}
