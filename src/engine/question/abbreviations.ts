/**
 * Abbreviations of the field, spelled out in the words that evidence and other people's questions use. Those that everybody writes ("HRV", "PMS")
 * stay as they are.
 * @module
 */

/** In any case. */
const ALWAYS: Readonly<Record<string, string>> = {
  vms: "hot flushes (vasomotor symptoms)",
  dcbti: "online CBT-I",
  "dcbt-i": "online CBT-I",
  waso: "time awake at night (wake after sleep onset)",
  tst: "total sleep time",
  psqi: "sleep quality",
  sws: "deep sleep (slow wave sleep)",
  psg: "polysomnography",
  osa: "sleep apnoea",
  hrvb: "HRV biofeedback",
  "hrv-bf": "HRV biofeedback",
  sdnn: "HRV (SDNN)",
  mbsr: "mindfulness-based stress reduction",
  mvpa: "moderate to vigorous activity",
  ltpa: "leisure-time physical activity",
  ocp: "the pill (oral contraceptives)",
  ocps: "the pill (oral contraceptives)",
  coc: "the pill (combined oral contraceptives)",
  cocs: "the pill (combined oral contraceptives)",
  "lng-ius": "the hormonal coil",
  mht: "hormone therapy",
  bmd: "bone density",
  hmb: "heavy periods",
  nsaid: "anti-inflammatory painkiller",
  nsaids: "anti-inflammatory painkillers",
  ssri: "antidepressant (SSRI)",
  ssris: "antidepressants (SSRI)",
  "red-s": "low energy availability",
  // Coffee by its cup.
  latte: "latte (coffee)",
  lattes: "lattes (coffee)",
  cappuccino: "cappuccino (coffee)",
  espresso: "espresso (coffee)",
  e2: "oestradiol",
  p4: "progesterone",
};

/** Only in capitals as here: in others these are words or something else. */
const IN_THIS_CASE: Readonly<Record<string, string>> = {
  Fe: "iron",
  HT: "hormone therapy",
  SOL: "time to fall asleep (sleep onset latency)",
  ISI: "insomnia",
  LEA: "low energy availability",
  REDs: "low energy availability",
  GSM: "vaginal dryness after menopause",
  EDA: "electrodermal activity",
  RSA: "respiratory sinus arrhythmia",
};

const TERM = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;
const SMALL = /\p{Ll}/u;

/** The question with its abbreviations spelled out; where all of it is in capitals, these tell nothing. */
export function spelledOutTerms(query: string): string {
  const shouted = !SMALL.test(query);
  return query.replace(/\bflat whites?\b/gi, "coffee").replace(TERM, (term) => {
    const own = shouted ? undefined : lookUp(IN_THIS_CASE, term);
    return own ?? lookUp(ALWAYS, term.toLowerCase()) ?? term;
  });
}

function lookUp(table: Readonly<Record<string, string>>, term: string): string | undefined {
  return Object.hasOwn(table, term) ? table[term] : undefined;
}
