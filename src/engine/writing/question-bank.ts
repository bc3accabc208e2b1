/**
 * Follow-up questions, well formed once and for all; which of them are offered is decided by the evidence.
 * @module
 */
import type { Behaviour, LifeStage, Phase } from "../../contract/vocabulary.ts";
import type { Subject } from "../question/lexicon.ts";

export interface BankQuestion {
  text: string;
  subjects: readonly Subject[];
  behaviours: readonly Behaviour[];
  /** Empty: for everyone. */
  stages: readonly LifeStage[];
  /** Empty: in any phase, and it speaks of none. */
  phases: readonly Phase[];
}

type Entry = [text: string, subjects: readonly Subject[], behaviours?: readonly Behaviour[]];

const forEveryone: readonly Entry[] = [
  [
    "Does alcohol in the evening affect HRV and resting heart rate?",
    ["hrv", "resting_heart_rate"],
    ["alcohol"],
  ],
  ["Can slow breathing raise HRV?", ["hrv", "stress"], ["slow_breathing"]],
  ["How does stress show up in HRV?", ["hrv", "stress"]],
  ["Does regular aerobic exercise raise HRV?", ["hrv", "fitness"], ["aerobic_training"]],
  ["Does training guided by HRV improve fitness?", ["hrv", "fitness", "vo2max"], ["hrv_guided_training"]],
  ["How does HRV change with age?", ["hrv"]],
  ["Does exercise lower resting heart rate?", ["resting_heart_rate", "fitness"], ["aerobic_training"]],
  ["Can mindfulness meditation improve sleep quality?", ["sleep_quality", "stress"], ["mindfulness"]],
  ["Does regular exercise improve sleep quality?", ["sleep_quality"], ["aerobic_training"]],
  ["Does exercise in the evening disturb sleep?", ["sleep_quality", "sleep_onset"], ["exercise_timing"]],
  ["How late can I drink coffee without losing sleep?", ["sleep_quality", "sleep_duration"], ["caffeine"]],
  ["How does alcohol change sleep?", ["sleep_quality", "sleep_stages"], ["alcohol"]],
  [
    "Does a warm bath before bed help with falling asleep?",
    ["sleep_onset", "sleep_quality"],
    ["heat_exposure"],
  ],
  ["Do screens before bed affect sleep?", ["sleep_quality", "sleep_onset"], ["screens"]],
  ["Does morning daylight help sleep?", ["sleep_quality", "sleep_timing"], ["light_exposure"]],
  ["Does a regular bedtime matter for health?", ["sleep_timing", "sleep_quality"], ["sleep_timing"]],
  ["What helps with jet lag?", ["sleep_quality", "fatigue"], ["travel"]],
  ["Does shift work affect sleep?", ["sleep_quality"], ["shift_work"]],
  ["Does a late dinner affect sleep?", ["sleep_quality"], ["meal_timing"]],
  ["Can low iron stores make women tired?", ["fatigue", "iron_status"], ["iron"]],
  ["Does drinking enough water help with tiredness?", ["fatigue", "mood"], ["hydration"]],
  ["Do short naps improve alertness?", ["fatigue", "performance"], ["naps"]],
  ["Does cognitive behavioural therapy for insomnia improve sleep?", ["sleep_quality"], ["cbt_i"]],
  ["How does diet affect sleep quality?", ["sleep_quality"], ["diet_quality"]],
  ["Does magnesium help with sleep?", ["sleep_quality", "sleep_onset"], ["magnesium"]],
  ["Does yoga reduce stress?", ["stress", "anxiety"], ["yoga"]],
  ["Can breathing exercises ease anxiety?", ["anxiety", "stress"], ["slow_breathing"]],
  ["Does interval training improve aerobic fitness?", ["vo2max", "fitness"], ["hiit"]],
  ["How does hard training affect HRV and recovery?", ["recovery", "hrv", "overreaching"], ["training_load"]],
  ["How accurate are consumer sleep trackers?", ["measurement_validity", "sleep_stages"], ["self_tracking"]],
  [
    "Can a rise in resting heart rate be an early hint of illness?",
    ["illness_detection", "resting_heart_rate"],
  ],
  ["How much does breathing rate during sleep vary from night to night?", ["respiratory_rate"]],
  ["Does strength training improve sleep?", ["sleep_quality", "strength"], ["resistance_training"]],
  [
    "Does a sauna affect the heart and blood pressure?",
    ["cardiovascular_health", "blood_pressure"],
    ["heat_exposure"],
  ],
  ["Does cold water help recovery after training?", ["recovery", "fatigue"], ["cold_exposure"]],
  ["Does caffeine improve exercise performance?", ["performance", "perceived_exertion"], ["caffeine"]],
  ["How do meal times affect HRV?", ["hrv", "cardiovascular_health"], ["meal_timing"]],
  ["Does a Mediterranean diet go with better sleep?", ["sleep_quality", "quality_of_life"], ["diet_quality"]],
  ["Does omega-3 help with sleep?", ["sleep_quality"], ["omega_3"]],
  ["Does smoking affect sleep and heart rate?", ["sleep_quality", "heart_rate"], ["smoking"]],
  ["How does altitude affect blood oxygen during sleep?", ["spo2", "hrv"], ["altitude"]],
  ["Does relaxation training improve sleep?", ["sleep_quality", "anxiety"], ["relaxation"]],
  ["Does mindfulness lower stress?", ["stress", "mood"], ["mindfulness"]],
  ["Does HRV recover after a day of hard training?", ["hrv", "recovery"], ["recovery"]],
  ["Does a nap make up for a short night?", ["recovery", "performance"], ["naps"]],
  ["Do close relationships affect HRV?", ["hrv", "quality_of_life"], ["social_support"]],
  ["Does bright light help with mood?", ["mood", "fatigue"], ["light_exposure"]],
  [
    "How accurate are wearables for heart rate and HRV?",
    ["measurement_validity", "heart_rate"],
    ["self_tracking"],
  ],
];

const withCycle: readonly Entry[] = [
  ["How does HRV change across the menstrual cycle?", ["hrv"]],
  ["How does resting heart rate change across the menstrual cycle?", ["resting_heart_rate", "heart_rate"]],
  ["How does body temperature change across the menstrual cycle?", ["temperature", "ovulation_detection"]],
  ["How does sleep change across the menstrual cycle?", ["sleep_quality", "sleep_stages", "sleep_duration"]],
  [
    "Does the menstrual cycle affect exercise performance?",
    ["performance", "perceived_exertion", "strength"],
  ],
  ["Does exercise ease period pain?", ["menstrual_pain"], ["aerobic_training"]],
  ["Does heat help with period pain?", ["menstrual_pain"], ["heat_exposure"]],
  ["Does exercise ease premenstrual symptoms?", ["pms_symptoms", "mood"], ["aerobic_training"]],
  ["Does hormonal contraception affect HRV?", ["hrv"], ["hormonal_contraception"]],
  [
    "Can skin temperature show that ovulation has happened?",
    ["ovulation_detection", "temperature"],
    ["self_tracking"],
  ],
  [
    "Does low energy availability affect the menstrual cycle?",
    ["cycle_regularity", "recovery"],
    ["energy_availability"],
  ],
  [
    "Does strength training work better in one cycle phase?",
    ["strength", "performance"],
    ["resistance_training"],
  ],
  ["Does vitamin D ease premenstrual symptoms?", ["pms_symptoms", "menstrual_pain"], ["vitamin_d"]],
  ["Does calcium ease premenstrual symptoms?", ["pms_symptoms"], ["calcium"]],
  ["Do omega-3 supplements ease premenstrual symptoms?", ["pms_symptoms", "menstrual_pain"], ["omega_3"]],
  ["Does diet affect premenstrual symptoms?", ["pms_symptoms"], ["diet_quality"]],
  ["Does yoga ease period pain?", ["menstrual_pain", "pms_symptoms"], ["yoga"]],
  ["Does cognitive behavioural therapy help with premenstrual symptoms?", ["pms_symptoms", "mood"], ["cbt"]],
  ["Does stress affect the menstrual cycle?", ["cycle_regularity", "stress"], ["stress_management"]],
  ["Does shift work affect the menstrual cycle?", ["cycle_regularity"], ["shift_work"]],
  ["Do iron supplements help tired women who are not anaemic?", ["fatigue", "iron_status"], ["iron"]],
  ["How much does cycle length vary from month to month?", ["cycle_regularity"]],
];

const byPhase: Record<Phase, readonly Entry[]> = {
  menstrual: [
    ["Does sleep get worse during the period?", ["sleep_quality", "menstrual_pain"]],
    ["Is performance lower in the early follicular phase?", ["performance", "strength"]],
  ],
  follicular: [
    ["Is HRV higher in the follicular phase?", ["hrv"]],
    ["Is exercise performance better in the follicular phase?", ["performance", "strength"]],
  ],
  ovulatory: [
    ["How does resting heart rate change around ovulation?", ["resting_heart_rate"]],
    ["How does temperature change after ovulation?", ["temperature", "ovulation_detection"]],
  ],
  luteal: [
    ["Why is HRV lower in the luteal phase?", ["hrv"]],
    ["Why is resting heart rate higher in the luteal phase?", ["resting_heart_rate", "heart_rate"]],
    ["Why is body temperature higher in the luteal phase?", ["temperature"]],
    ["How does sleep change in the luteal phase?", ["sleep_quality", "sleep_stages"]],
    ["What helps with mood before the period?", ["mood", "pms_symptoms"]],
  ],
};

const aroundMenopause: readonly Entry[] = [
  ["Why do hot flashes wake me at night?", ["hot_flashes", "sleep_quality"]],
  ["What helps with sleep around menopause?", ["sleep_quality", "sleep_duration"]],
  ["Does cognitive behavioural therapy help with hot flashes?", ["hot_flashes"], ["cbt"]],
  ["How does menopause affect HRV?", ["hrv"]],
  ["Does exercise help with hot flashes?", ["hot_flashes"], ["aerobic_training"]],
  ["Does yoga help with sleep around menopause?", ["sleep_quality"], ["yoga"]],
  ["Do soy isoflavones help with hot flashes?", ["hot_flashes"], ["isoflavones"]],
  [
    "Does strength training protect bones after menopause?",
    ["bone_health", "strength"],
    ["resistance_training"],
  ],
  ["What helps with mood around menopause?", ["mood", "anxiety"]],
  ["Does alcohol affect hot flashes?", ["hot_flashes"], ["alcohol"]],
  ["Does losing weight ease hot flashes?", ["hot_flashes"], ["weight_management"]],
  ["Does smoking affect hot flashes?", ["hot_flashes"], ["smoking"]],
  ["Does slow breathing help with hot flashes?", ["hot_flashes"], ["slow_breathing"]],
  ["Does mindfulness help with hot flashes?", ["hot_flashes", "mood"], ["mindfulness"]],
  ["Does a cool bedroom or pad help with night sweats?", ["hot_flashes", "sleep_quality"], ["cooling"]],
  [
    "Does cognitive behavioural therapy for insomnia help around menopause?",
    ["sleep_quality", "hot_flashes"],
    ["cbt_i"],
  ],
];

function entries(
  list: readonly Entry[],
  stages: readonly LifeStage[],
  phases: readonly Phase[] = [],
): BankQuestion[] {
  return list.map(([text, subjects, behaviours = []]) => ({ text, subjects, behaviours, stages, phases }));
}

const CYCLING: readonly LifeStage[] = ["reproductive", "perimenopause"];

export const QUESTION_BANK: readonly BankQuestion[] = [
  ...(Object.keys(byPhase) as Phase[]).flatMap((phase) => entries(byPhase[phase], CYCLING, [phase])),
  ...entries(withCycle, CYCLING),
  ...entries(aroundMenopause, ["perimenopause", "postmenopause"]),
  ...entries(forEveryone, []),
];
