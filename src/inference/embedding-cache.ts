/**
 * Caches the vectors of recently used texts, in memory only.
 * @module
 */
import { LruMap } from "./lru-map.ts";

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/**
 * Wraps `embed`, which is then called only for texts that are not cached, once for each.
 * @param max texts cached; the least recently used are dropped
 * @returns one vector per text, in order. An error of `embed` is thrown on, and nothing of that
 *   call is cached
 */
export function cachedEmbeddings(
  max: number,
  embed: Embed,
): (texts: readonly string[]) => Promise<Float32Array[]> {
  const remembered = new LruMap<string, Float32Array>(max);
  return async (texts) => {
    // Kept here too, because a cached vector may be dropped while the rest is embedded.
    const vectors = new Map(texts.map((text) => [text, remembered.get(text)]));
    const unseen = [...vectors].filter(([, vector]) => vector === undefined).map(([text]) => text);
    const made = unseen.length === 0 ? [] : await embed(unseen);
    for (const [at, text] of unseen.entries()) vectors.set(text, made[at]);
    return texts.map((text) =>
      remembered.getOrMake(text, () => {
        const vector = vectors.get(text);
        if (vector === undefined)
          throw new Error(`${made.length} vectors came for ${unseen.length} texts`);
        return vector;
      }),
    );
  };
}
