/** Guesses which known word a mistyped one means. */

const LETTERS_PER_SLIP = 4;
const SLIPS_MAX = 3;

/** Edit distance: letters added, left out, changed or swapped with their neighbour. */
function slips(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const same = typed[i - 1] === meant[j - 1];
      const swapped =
        i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[meant.length] ?? 0;
}

/** The nearest known word; null where none is near enough. */
export function nearest(typed: string, known: readonly string[]): string | null {
  const allowed = Math.min(SLIPS_MAX, Math.max(1, Math.floor(typed.length / LETTERS_PER_SLIP)));
  let best: { word: string; slips: number } | null = null;
  for (const word of known) {
    const count = slips(typed, word);
    if (count <= allowed && count < (best?.slips ?? Infinity)) best = { word, slips: count };
  }
  return best?.word ?? null;
}
