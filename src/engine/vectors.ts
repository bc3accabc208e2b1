/**
 * Arithmetic of the encoders' vectors.
 * @module
 */

/** The dot product of two vectors of one length; for unit vectors it is their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
