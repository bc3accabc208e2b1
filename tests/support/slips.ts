/** Slips as made on a phone, the same for the same seed. */

const NEAR: Readonly<Record<string, string>> = {
  a: "s",
  b: "v",
  c: "x",
  d: "f",
  e: "r",
  f: "g",
  g: "h",
  h: "j",
  i: "o",
  j: "k",
  k: "l",
  l: "k",
  m: "n",
  n: "m",
  o: "p",
  p: "o",
  q: "w",
  r: "t",
  s: "a",
  t: "y",
  u: "i",
  v: "b",
  w: "e",
  x: "c",
  y: "u",
  z: "x",
};

/** Mulberry32: small, seeded, good enough to place slips. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * One letter in so many is exchanged with the next, doubled, hit beside or left out; apostrophes
 * go, half of the messages lose their capitals.
 */
export function withSlips(text: string, seed: number, oneIn = 25): string {
  const next = random(seed);
  const plain = next() < 0.5 ? text.toLowerCase() : text;
  const letters = [...plain.replace(/['’]/g, "")];
  const out: string[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? "";
    const following = letters[at + 1] ?? "";
    if (!/[a-z]/i.test(letter) || next() >= 1 / oneIn) {
      out.push(letter);
      continue;
    }
    const kind = Math.floor(next() * 4);
    if (kind === 0 && /[a-z]/i.test(following)) {
      out.push(following, letter);
      at++;
    } else if (kind === 1) out.push(letter, letter);
    else if (kind === 2) out.push(NEAR[letter.toLowerCase()] ?? letter);
  }
  return out.join("");
}
