/**
 * Vectors of texts that come again: embedded once, while they are among the last ones used. In memory only.
 * @module
 */
import { RecentMap } from "./recent.ts";

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/**
 * `embed`, asked only for texts that are not remembered, each of them once.
 * @param max texts remembered; those not used for longest are forgotten
 * @returns one vector for each text, in their order. What `embed` throws is thrown, and nothing is remembered of that call
 */
export function remembering(
  max: number,
  embed: Embed,
): (texts: readonly string[]) => Promise<Float32Array[]> {
  const remembered = new RecentMap<string, Float32Array>(max);
  return async (texts) => {
    // Held here too: what is remembered now may be forgotten while the rest is embedded.
    const known = new Map(texts.map((text) => [text, remembered.get(text)]));
    const unseen = [...known].filter(([, vector]) => vector === undefined).map(([text]) => text);
    const made = unseen.length === 0 ? [] : await embed(unseen);
    for (const [at, text] of unseen.entries()) known.set(text, made[at]);
    return texts.map((text) =>
      remembered.getOrMake(text, () => {
        const vector = known.get(text);
        if (vector === undefined) throw new Error(`${made.length} vectors came for ${unseen.length} texts`);
        return vector;
      }),
    );
  };
}
