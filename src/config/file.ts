/**
 * Settings from a file: one `name = value` per line, where a name is a setting's flag without
 * dashes. Empty lines and lines that start with `#` are ignored. One file serves all commands; each
 * reads the settings it has.
 * @module
 */
import { readFileSync } from "node:fs";
import { OperatorError, UsageError } from "../contract/error.ts";
import { nearest } from "./nearest.ts";
import type { SettingsFile } from "./read-settings.ts";
import { SETTINGS } from "./settings.ts";

const ENTRY = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/;
const IGNORED_LINE = /^\s*(?:#|$)/;

const FLAGS: readonly string[] = Object.values(SETTINGS).map(({ flag }) => flag);

function faultOf(
  line: string,
  name: string | undefined,
  earlier: number | undefined,
): string | null {
  if (name === undefined) return `${JSON.stringify(line.trim())} is not of the form name = value`;
  if (!FLAGS.includes(name)) {
    const meant = nearest(name, FLAGS);
    return `no setting is called ${JSON.stringify(name)}${meant === null ? "" : `; did you mean ${meant}?`}`;
  }
  return earlier === undefined ? null : `${name} stands in line ${earlier} already`;
}

/**
 * @param path as given with `--config`; without it there are no entries
 * @throws OperatorError where the file cannot be read, UsageError which names every faulty line
 */
export function configFileOf(path: unknown): SettingsFile {
  const entries = new Map<string, { value: string; source: string }>();
  if (typeof path !== "string") return entries;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(
      `cannot read --config ${path} (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const problems: string[] = [];
  const lines = new Map<string, number>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (IGNORED_LINE.test(line)) continue;
    const [, name, value = ""] = ENTRY.exec(line) ?? [];
    const number = at + 1;
    const fault = faultOf(line, name, lines.get(name ?? ""));
    if (fault !== null) problems.push(`${path} line ${number}: ${fault}`);
    else if (name !== undefined) {
      lines.set(name, number);
      entries.set(name, { value, source: `${path} line ${number}: ${name}` });
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join("; "));
  return entries;
}
