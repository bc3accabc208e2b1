/**
 * How people call what they ask about. Longer phrases win over the shorter ones inside them.
 * @module
 */
import { type Subject, said, type Words } from "./lexicon.ts";

export const SUBJECT_WORDS: Words<Subject> = {
  hrv: said`
    hrv, heart rate variability, heart variability, rmssd, variability, vagal, vagal tone, nervous system`,
  resting_heart_rate: said`
    resting heart rate, rhr, resting hr, resting pulse, pulse in rest, pulse at rest, heart rate in rest, lowest heart rate, overnight heart rate, night heart rate, nighttime heart rate,
    sleeping heart rate, heart rate at night, heart rate at rest, heart rate during sleep, heart rate in sleep, heart rate while asleep,
    pulse during sleep, pulse at night, sleeping pulse, my night heart rate, my night pulse, night heart beat, night heartbeat, sleeping heart beat,
    heart beat at night, night pulse`,
  heart_rate: said`heart rate, pulse, bpm, heartbeat, heart beat, heart racing, heart pounding, heart races, heart pounds, racing heart, pounding heart, palpitation`,
  temperature: said`
    temperature, skin temperature, body temperature, body temp, skin temp, temp, bbt, feel warm, feel hot, boiling, roasting, sweltering, burning up, overheated, overheating, running hot, so hot, too hot, hot at night, so warm,
    thermometer, temp rise, temperature rise, basal temperature, basal temp`,
  sleep_duration: said`
    sleep duration, hours of sleep, hours should i sleep, hours do i need, hours a night, long should i sleep, sleep need, oversleeping, how
    much sleep, total sleep, enough sleep, hours of sleep enough, 5 hours enough, 6 hours enough, 7 hours enough, 8 hours enough, six hours enough, seven hours enough,
    eight hours enough, need 8 hours, need 7 hours, need eight hours, need seven hours,
    sleep less, sleeping less, sleep more, short sleep, sleep longer, sleep long, lack of sleep,
    sleep debt, sleep loss, sleep deprivation`,
  sleep_stages: said`deep sleep, rem, rem sleep, light sleep, sleep stage, slow wave sleep, sleep architecture`,
  sleep_quality: said`
    sleep quality, sleep efficiency, efficiency, sleep better, improve my sleep, improve sleep, sleep tip, sleep, sleeping, slept, insomnia, waking up,
    wake up, wake, waking, awake, woke, woke up, woken, restless night, restless, back to sleep, get back off, fall back asleep, toss and turn, tossing, sleepless, broken night, bad night, poor night, wake up at 3, up
    at night, night waking, can not sleep, cant sleep`,
  sleep_onset: said`
    fall asleep, falling asleep, get to sleep, sleep latency, improve my sleep latency, improve sleep latency, sleep onset, drift off, cant settle, can not settle, switch off at night, cant switch off, can not switch off, nod off, drop off, asleep faster`,
  sleep_timing: said`
    bedtime, bed time, late to bed, sleep in, sleeping in, lie in, lie ins, weekend sleep, social jetlag, social jet lag, jet lag every week, weekend jet lag, sleep schedule,
    sleep timing, go to bed, going to bed, sleep regularity, regular sleep, irregular sleep, chronotype, night owl, get to bed, to bed earlier, bed earlier, stay up, stayed up, morning person, early bird, early riser, get up at a different time,
    get up at different times, get up at the same time, different bedtimes, body clock, circadian`,
  respiratory_rate: said`
    respiratory rate, breathing rate, breath rate, respiration, breaths per minute, breaths a minute, breathing at night, night breathing, nighttime breathing, overnight breathing,
    breathing overnight, breathing in my sleep, breathing number, breathing while asleep`,
  spo2: said`spo2, blood oxygen, oxygen, oxygen saturation`,
  vo2max: said`
    vo2max, vo2 max, vo2, cardio fitness, aerobic capacity, aerobic fitness, cardiorespiratory fitness`,
  activity: said`step, daily activity, activity, sedentary, sitting`,
  blood_pressure: said`blood pressure, bp`,
  fatigue: said`
    fatigue, energetic, full of energy, tired, tiredness, exhausted, exhaustion, low energy, no energy, energy, drained, sluggish, knackered, wiped out, shattered,
    zombie, worn out, am i run down, im run down, feel run down, feeling run down, bit run down, rundown, brain fog`,
  mood: said`
    mood, lift my mood, lift the mood, irritable, annoys me, snap at, snapping at, irritability, sad, low mood, emotional, mood swing, tearful, crying, cry, cried, weepy, depressed, depression, feel low,
    grumpy, snappy, cranky, winter blues, baby blues`,
  stress: said`
    stress, stressed, stressful, stressing, stresses me, tense, overwhelmed, manage stress, managing stress, reduce stress, lower stress,
    cope with stress, calmer, calm you down, handle stress, cortisol, stress hormone, stress score`,
  anxiety: said`anxiety, anxious, nervous, worry, worried, panic, panic attack`,
  pms_symptoms: said`
    pms, premenstrual syndrome, premenstrual symptom, bloating, bloated, breast tenderness, craving, crave, pmdd, premenstrual, sore boobs, sore
    breasts, pms week`,
  menstrual_pain: said`
    cramp, cramping, period pain, menstrual pain, dysmenorrhea, dysmenorrhoea, painful period, period cramp, period backache, period back pain, endo, endometriosis`,
  hot_flashes: said`
    hot flash, hot flush, night sweat, vasomotor, hot flushes, sweat at night, sweating at night, sweat in my sleep, sweaty at night, sweat in the night,
    sweating in the night, sweaty night, sweaty nights, sweats at night, wake up sweating, waking up sweating, woke up sweating, wake sweating, night time sweat, flush,
    flushes, flushing, flash, flashes, drenched, soaked, hot sweats, waking up boiling`,
  performance: said`
    performance, perform, race, pace, sprint, endurance, pb, weaker, time trial, race time, split time`,
  recovery: said`
    recover, recovery, recovered, rest day, soreness, sore, doms, readiness, body battery, bounce back`,
  perceived_exertion: said`effort, exertion, feel harder, feels harder, feel so hard, rpe`,
  fitness: said`fitness, get fitter, fitter, conditioning`,
  strength: said`strength, stronger, muscle, power, one rep max, strongest, lift heavier`,
  bone_health: said`bone, osteoporosis, bone density, bone loss, osteopenia, fracture, stress fracture`,
  cardiovascular_health: said`
    heart health, cardiovascular, heart disease, blood vessel, artery, cholesterol, heart attack`,
  ovulation_detection: said`
    detect ovulation, confirm ovulation, ovulation detection, know when i ovulate, track ovulation, when i ovulate, when do i ovulate,
    likely to ovulate, sign of ovulation, did i ovulate, have i ovulated, when ovulation, that ovulation has happened, predict ovulation,
    ovulated, as birth control, as contraception, for birth control, natural birth control, fertility awareness,
    spot ovulation, spotting ovulation, pinpoint ovulation, pick up ovulation, see ovulation, show ovulation, ovulation day, fertile, fertile window, fertile day, lh, lh strip, lh test, ovulation test, ovulation strip, am i ovulating, i ovulate,
    anovulatory`,
  illness_detection: said`
    getting sick, get sick, be sick, am i sick, falling ill, catching something, coming down, caught something, getting ill, illness,
    infection, runny nose, blocked nose, sniffles, a cold, coming down with, fever, flu, vaccine, vaccination, jab, booster, covid`,
  overreaching: said`overtraining, overtrained, overreaching, training too much, overdoing, overdo it, overdone, burnout`,
  measurement_validity: said`
    accurate, accuracy, exact, reliable, validity, trust my, precise, can i trust, trust the, trust it, trust its, trust her, trust this,
    how far off, margin of error, wrong reading, believe the, so wrong`,
  quality_of_life: said`quality of life, wellbeing, well being, feel better`,
  cycle_regularity: said`
    irregular cycle, irregular period, cycle length, cycle regularity, missed period, late period, skipped period, regular cycle, cycle
    went, no period, period late, period is late, late this month, cycle is long, cycle got shorter, skipped my period, longer cycle,
    shorter cycle, cycles are all over the place, period is all over the place, periods are all over the place, erratic cycle, erratic period,
    periods stopped, period stopped, stop my period, lost my period`,
  iron_status: said`
    ferritin, iron status, iron level, iron store, low iron, heavy period, heavy bleeding, anaemia, anemia, anaemic, anemic`,
};
