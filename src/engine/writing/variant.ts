/** Chooses among equal wordings: the same parts give the same number on every machine (FNV-1a, 32 bit). */
export function variantOf(parts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify(parts)))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The low bits of a short FNV are the least mixed.
  return (hash >>> 7) ^ (hash & 0x7f);
}
