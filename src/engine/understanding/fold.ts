/**
 * Folds the spellings of a word into one: case, accents, look-alike letters, invisible characters.
 * @module
 */

/**
 * Letters of other scripts that look like Latin ones and that compatibility normalisation keeps.
 */
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
/**
 * Lower case, ASCII where a letter has an ASCII form, words separated by one space. A hyphen
 * separates words.
 */
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
