/**
 * Temperature in the unit of the engine.
 * @module
 */

/** °F → °C. */
export function celsiusOf(fahrenheit: number): number {
  return ((fahrenheit - 32) * 5) / 9;
}
