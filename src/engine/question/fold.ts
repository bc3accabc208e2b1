/**
 * One spelling for many: case, accents, look-alike letters, invisible characters and spaced-out letters.
 * @module
 */

/** Letters of other scripts that look like Latin ones and survive compatibility normalisation. */
const LOOK_ALIKES: Record<string, string> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ο: "o",
  α: "a",
  ı: "i",
  ø: "o",
};
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join("")}]`, "g");
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}]/gu;
/** Digits and signs that people write for letters inside a word. */
const DIGIT_LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
};

/** Lower case, ASCII letters where there is one, words separated by single spaces; keeps digits, `.`, `%`, `@` and `$`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(INVISIBLE, "")
    .toLowerCase()
    .replace(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(/['’‘`´]/g, "")
    .replace(/[^\p{L}\p{N}.%@$]+/gu, " ")
    .replace(/(?<!\d)\.|\.(?!\d)/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

export function words(text: string): string[] {
  return fold(text)
    .replace(/[@$%]/g, " ")
    .split(" ")
    .filter((word) => word !== "");
}

/** `d1agn0se` → `diagnose`; words of digits alone stay. */
export function withoutDigitLetters(folded: string): string {
  return folded
    .split(" ")
    .map((word) =>
      /[a-z]/.test(word) ? word.replace(/[013457@$]/g, (sign) => DIGIT_LETTERS[sign] ?? sign) : word,
    )
    .join(" ");
}

/** `p c o s` → `pcos`: runs of three or more single letters are one word. */
export function joinSpacedLetters(folded: string): string {
  return folded.replace(/\b(?:[a-z] ){2,}[a-z]\b/g, (run) => run.replaceAll(" ", ""));
}

/** Plural and singular are one word here. */
export function singular(word: string): string {
  // What is lifted is not what is lost.
  if (word === "weights") return word;
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  return /(sh|ch|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
