/** A part of the page of benchmarks: its rows, and the measurement that fills them. */

/** What a figure has to keep, in the unit of its row. */
export type Bar = { least: number } | { most: number };

export interface Row {
  name: string;
  unit: string;
  /** Digits behind the point. */
  digits: number;
  bar?: Bar;
}

export type Rows = Readonly<Record<string, Row>>;
export type Figures<R extends Rows = Rows> = Readonly<Record<keyof R, number>>;

interface Conditions {
  /** A run to try the bench with: short, and its figures say little. */
  quick: boolean;
  /** Rows that the store's commands are timed at. */
  rows: number;
}

export interface Part<R extends Rows = Rows> {
  title: string;
  /** How it was measured, in a sentence or two. */
  note: string;
  rows: R;
  measure(conditions: Conditions): Promise<Figures<R>>;
}

/** Keeps the names of the rows, so that a figure that is not measured does not compile. */
export function definePart<const R extends Rows>(part: Part<R>): Part<R> {
  return part;
}

export function holds(figure: number, bar: Bar): boolean {
  return "least" in bar ? figure >= bar.least : figure <= bar.most;
}
