/**
 * The commands that the console may run, a closed list. Words that come from a caller are checked,
 * so that none of them is read as an option.
 */
import { UsageError } from "../contract/error.ts";
import type { AllowedCommand } from "./command-runner.ts";

export const CORPUS_STATUS: AllowedCommand = {
  title: "Read the corpus",
  words: ["corpus", "status"],
  heavy: false,
};
export const MODELS_LIST: AllowedCommand = {
  title: "Read the models",
  words: ["models", "list"],
  heavy: false,
};
export const STORAGE: AllowedCommand = {
  title: "Measure storage",
  words: ["storage"],
  heavy: false,
};

/** What an operator may start with one click, by its name in the path. */
export const CHECKS: Readonly<Record<string, AllowedCommand>> = {
  doctor: { title: "Doctor", words: ["doctor"], heavy: true },
  "audit-verify": { title: "Verify the audit trail", words: ["audit", "verify"], heavy: false },
  "corpus-verify": { title: "Verify the corpus", words: ["corpus", "verify"], heavy: true },
  "models-verify": { title: "Verify the models", words: ["models", "verify"], heavy: true },
};

const ROW_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const RELEASE = /^(?:corpus-[0-9a-f]{16}|starter)$/;

function requireForm(text: string, form: RegExp, named: string, example: string): string {
  if (!form.test(text))
    throw new UsageError(`${named} is ${JSON.stringify(text)}: give ${example}`);
  return text;
}

export function requireRowId(id: string): string {
  return requireForm(id, ROW_ID, "the row's id", "one that the audit page lists");
}

export function replayCommand(id: string): AllowedCommand {
  return {
    title: `Replay row ${id}`,
    words: ["audit", "replay", requireRowId(id)],
    heavy: true,
  };
}

function requireRelease(name: string, named: string): string {
  return requireForm(name, RELEASE, named, "a version that the corpus page lists, or starter");
}

export function diffCommand(from: string, to: string): AllowedCommand {
  const [a, b] = [requireRelease(from, "from"), requireRelease(to, "to")];
  return { title: `Compare ${a} with ${b}`, words: ["corpus", "diff", a, b], heavy: false };
}

export function rollbackCommand(name: string): AllowedCommand {
  return {
    title: `Put ${name} into use`,
    words: ["corpus", "rollback", requireRelease(name, "version")],
    heavy: true,
  };
}
