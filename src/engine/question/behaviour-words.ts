/**
 * How people call what they do, eat or go through.
 * @module
 */
import type { Behaviour } from "../../contract/vocabulary.ts";
import { said, type Words } from "./lexicon.ts";

export const BEHAVIOUR_WORDS: Words<Behaviour> = {
  aerobic_training: said`
    cardio, football, soccer, netball, hockey, padel, badminton, basketball, volleyball, rugby, play tennis, tennis match, dance class,
    zumba, bouldering, rock climbing, boxing class, skiing, 5 a side, easy ride, run, running, jog, jogging, cycling, swim, swimming, aerobic, exercise, exercising, train, training, workout, work out, working
    out, walk, walking, bushwalk, bushwalking, physical activity, sport, marathon, zone 2, 5k, 10k, parkrun, half marathon, treadmill, i cycle, cycled, cycle to work, i cycle to, cycle class,
    spin class, rowing, bike ride, hike, hiking, triathlon, ultra, long run, easy run`,
  resistance_training: said`
    strength training, resistance training, lift, lifting, weight training, lifting weights, lift weights, free weights, gym, resistance
    exercise, weights, deadlift, squat, kettlebell, dumbbell, more reps, bench press, pilates, crossfit, leg day, barbell`,
  hiit: said`
    hiit, interval, high intensity, hard session, intense training, intense workout, hill sprint, sprint training, sprint interval, sprint session, tabata, spin hiit, hyrox`,
  hrv_guided_training: said`
    hrv guided, guided by hrv, train by hrv, train by my hrv, rest or train, train or rest, rest or exercise, train today, work out today,
    workout today, exercise today, run today, take it easy, push hard today, go hard today, swap it for an easy run, swap for an easy run, easy run instead,
    skip the session, skip my session, skip training`,
  training_load: said`
    training load, load, training volume, deload, training block, hard training, train hard, taper, tapering, mileage, training camp`,
  recovery: said`rest day, recovery day, active recovery, day off`,
  exercise_timing: said`
    late workout, evening workout, evening exercise, exercise in the evening, exercise at night, late exercise, workout before bed, train
    late, evening training, exercise before bed, train in the evening, morning workout, exercise timing, work out late, working out late,
    exercise late, exercising late, training late, time of day to work out, time of day to exercise, time of day to train, time to work out,
    time to exercise, time to train, late training`,
  slow_breathing: said`
    slow breathing, breathing exercise, breathwork, paced breathing, resonance breathing, deep breathing, breathing technique, box
    breathing, 4 7 8, 4 7 8 breathing, breathing app, long exhale, exhale, humming, biofeedback, hrv biofeedback, coherence breathing, belly
    breathing, diaphragmatic breathing, slow breath, slow breaths, pranayama, wim hof`,
  mindfulness: said`mindfulness, meditation, meditate, meditating, meditation app, headspace, body scan`,
  yoga: said`yoga, power yoga`,
  relaxation: said`
    relax, relaxing, relaxation, wind down, winding down, calm down, unwind, massage, yoga nidra, nidra, nsdr, muscle relaxation, autogenic
    training, weighted blanket`,
  sleep_hygiene: said`
    sleep hygiene, bedtime routine, evening routine, sleep habit, weighted blanket, bedroom, eye mask, earplug, white noise, pink noise,
    blackout, blackout blind, blackout curtain, open window, window open, cooler bed, sleep rule, dog in bed, cat in bed, sharing a bed,
    share a bed`,
  cbt_i: said`cbt for insomnia, cognitive behavioural therapy for insomnia, cognitive behavioral therapy for insomnia, cbt i, cbti, sleep therapy, stimulus control, sleep restriction, sleep course`,
  cbt: said`
    cbt, cognitive behavioural therapy, cognitive behavioral therapy, therapy, hypnosis, hypnotherapy, acceptance and commitment therapy`,
  sleep_timing: said`
    earlier bedtime, regular bedtime, consistent bedtime, sleep schedule, go to bed earlier, weekend lie in, clock change, clocks change,
    clocks went back, clocks went forward, daylight saving, daylight saving time`,
  naps: said`nap, napping, siesta, power nap, kip`,
  light_exposure: said`
    light exposure, daylight, sunlight, bright light, morning light, blue light, light box, bright lamp, my lamp, light lamp, daylight lamp,
    light therapy, sad lamp, sunrise alarm, sunrise lamp, sunshine, get outside, outdoor light`,
  screens: said`
    screen, phone, screen time, screen time in bed, phone in bed, phone before bed, phone at night, tv, scrolling, social media, smartphone,
    ipad, netflix, doomscrolling, instagram, tiktok, blue light, blue light glasses, laptop in bed, kindle`,
  caffeine: said`
    caffeine, coffee, espresso, energy drink, tea, cold brew, latte, flat white, cappuccino, americano, cortado, matcha, cola, red bull, decaf, caffeinated, pre workout`,
  alcohol: said`
    alcohol, wine, beer, drinking, drink, cocktail, prosecco, vodka, gin, champagne, pint, whisky, rum, dry january, sober, hangover,
    hungover, glass of red, glass of white, nightcap, drunk, boozy, booze, spritz, margarita`,
  meal_timing: said`
    late meal, late dinner, dinner, eat late, eating late, meal timing, fasting, intermittent fasting, late eating, breakfast, fasted, 16 8,
    ramadan, skipping breakfast, eat before bed, eating before bed, midnight snack, late snack, supper`,
  diet_quality: said`
    diet, food, salt, salty, salty food, sodium, eat, eating, nutrition, protein, carb, carbohydrate, sugar, mediterranean, mediterranean diet, vegan, vegetarian, keto, low
    carb, cherry juice, tart cherry, beetroot, beetroot juice, chocolate, dark chocolate, fibre, fiber, ultra processed, junk food, kiwi,
    oily fish, seed cycling, probiotic, gluten`,
  hydration: said`
    hydration, hydrated, dehydration, water, dehydrated, electrolyte, drink more water, drink enough, drinking enough, drunk enough, enough to drink`,
  magnesium: said`magnesium`,
  iron: said`iron, iron supplement, iron tablet, iron pill, iron infusion`,
  omega_3: said`omega 3, omega, fish oil`,
  vitamin_d: said`vitamin d, vit d, vitamin d3, d3`,
  calcium: said`calcium`,
  isoflavones: said`isoflavone, soy, soya, phytoestrogen, red clover, soy milk, tofu, edamame, flaxseed`,
  heat_exposure: said`
    sauna, hot bath, heat exposure, warm bath, hot shower, heat patch, heat pad, heating pad, heat pack, hot water bottle, hot tub, steam
    room, infrared sauna, foot bath, bath, hot yoga, jacuzzi`,
  cold_exposure: said`
    cold plunge, cold water, ice bath, cold shower, cold exposure, cold dip, ice plunge, sea swim, sea swimming, winter swimming, wild
    swimming, cryotherapy, cold lake, cold sea, cold bath`,
  cooling: said`
    cooling, cool bedroom, cool room, bedroom temperature, cold room, cold bedroom, warm bedroom, room temperature, hot bedroom, cooler
    bedroom, fan, cooling pad, cooling mattress, cool pad, cooling pillow, ice pack, air con, air conditioning, aircon, cooling vest`,
  stress_management: said`
    stress management, stress reduction programme, gratitude, journaling, journalling, stress course, biofeedback`,
  shift_work: said`
    shift work, night shift, rotating shift, shift worker, on call, rota, night duty, night nurse, night work, working nights, nights at
    work, lates and earlies, early shift, late shift, back to back nights`,
  travel: said`
    travel, travelling, traveling, jet lag, jetlag, flight, flying, time zone, long haul, overnight train, night train, business trip,
    layover, just landed, flew, flown, jet lagged, jetlagged`,
  hormonal_contraception: said`
    contraceptive, contraception, birth control, the pill, hormonal iud, my pill, oral contraceptive, mini pill, minipill, combined pill,
    hormonal coil, mirena, nuvaring, vaginal ring, contraceptive ring, depo, contraceptive implant, the implant, my implant, hormone
    implant, pill break, pill user, pill free week, on the pill, off the pill, coming off the pill, stopped the pill, pill week, pill pack,
    sugar pill, placebo week`,
  energy_availability: said`
    energy availability, underfuel, underfuelling, underfueling, underfuelled, red s, eating enough, eat enough, fuelling, fueling,
    undereating, too few calories, eating too little, eat too little, low energy availability, not eating enough, undereat, starving`,
  altitude: said`altitude, mountain, high elevation, high altitude, 3000 m, 2500 m, 2000 m, ski resort`,
  self_tracking: said`
    tracking, track, tracker, wearable, ring, watch, orthosomnia, fitbit, garmin, apple watch, whoop, oura, polar, smartwatch, chest strap,
    wristband, fitness band`,
  weight_management: said`
    weight loss, weight, body weight, bmi, lose weight, losing weight, weight gain, gain weight, overweight, diet pill, slim down, lose fat,
    kilos lost, lost weight`,
  smoking: said`
    smoking, smoke, cigarette, nicotine, vaping, vape, smoker, quit smoking, cigarettes, ciggie, nicotine patch`,
  social_support: said`
    social support, time with friends, loneliness, lonely, partner support, friendship, cuddle, hug`,
};
