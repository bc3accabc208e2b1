/** phasewise: table of contents. Each command is one file in `cli/`. */
import { auditExport, auditList, auditVerify } from "./cli/audit.ts";
import { auditReplay } from "./cli/audit-replay.ts";
import { type Command, helpText, parseInvocation } from "./cli/command.ts";
import { consentActivate, consentProvision, consentRevoke, consentShow } from "./cli/consent.ts";
import { corpusSearch, corpusStatus, corpusVerify } from "./cli/corpus.ts";
import { corpusExport } from "./cli/corpus-bundle.ts";
import { corpusImport } from "./cli/corpus-import.ts";
import { corpusRefresh } from "./cli/corpus-refresh.ts";
import { corpusDiff, corpusRollback } from "./cli/corpus-versions.ts";
import { demo } from "./cli/demo.ts";
import { doctor } from "./cli/doctor.ts";
import { evalRetrieval } from "./cli/eval.ts";
import { evalAnswers } from "./cli/eval-answers.ts";
import { evalRecommendations } from "./cli/eval-recommendations.ts";
import { keysIssue, keysList, keysRevoke, keysRotate } from "./cli/keys.ts";
import { modelsList, modelsVerify } from "./cli/models.ts";
import { modelsUse } from "./cli/models-use.ts";
import { openapi } from "./cli/openapi.ts";
import { printFailure, printLine } from "./cli/output.ts";
import { serve } from "./cli/serve.ts";
import { readOption } from "./config/settings.ts";
import { UsageError } from "./contract/error.ts";

const COMMANDS: readonly Command[] = [
  serve,
  demo,
  keysIssue,
  keysList,
  keysRevoke,
  keysRotate,
  consentShow,
  consentProvision,
  consentActivate,
  consentRevoke,
  auditList,
  auditExport,
  auditVerify,
  auditReplay,
  corpusStatus,
  corpusSearch,
  corpusVerify,
  corpusRefresh,
  corpusImport,
  corpusExport,
  corpusDiff,
  corpusRollback,
  evalRetrieval,
  evalAnswers,
  evalRecommendations,
  modelsList,
  modelsVerify,
  modelsUse,
  openapi,
  doctor,
];

function overview(commands = COMMANDS): string {
  const width = Math.max(0, ...commands.map((command) => command.name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return ["phasewise <command> [options]", "", ...rows, "", "phasewise <command> --help tells more."].join(
    "\n",
  );
}

function find(words: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(" ");
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(count) };
  }
  if (words[0]?.startsWith("-"))
    throw new UsageError(
      `options come after the command: phasewise <command> ${words[0]}. Try: phasewise --help`,
    );
  throw new UsageError(`no such command: ${words.slice(0, 2).join(" ") || "(none)"}. Try: phasewise --help`);
}

const HELP_FLAGS = ["--help", "-h"];

async function main(words: readonly string[]): Promise<number> {
  const asked = words.filter((word) => HELP_FLAGS.includes(word)).length > 0 || words[0] === "help";
  const named = words.filter((word, at) => !HELP_FLAGS.includes(word) && !(at === 0 && word === "help"));
  if (words.length === 0 || (asked && (named[0]?.startsWith("-") ?? true))) {
    printLine(overview());
    return asked ? 0 : 2;
  }
  if (asked) {
    const [topic] = named;
    const group = COMMANDS.filter(({ name }) => name.startsWith(`${topic} `));
    if (group.length > 0 && !group.some(({ name }) => name === named.slice(0, 2).join(" "))) {
      printLine(overview(group));
      return 0;
    }
    printLine(helpText(find(named).command));
    return 0;
  }
  const { command, rest } = find(words);
  return command.run(parseInvocation(command, rest));
}

/** A variable that cannot be read must not hide the failure it would tell more of. */
function isVerbose(): boolean {
  try {
    return readOption("verbose", {}) === true;
  } catch {
    return false;
  }
}

/** Of what a command may leave behind: handles that close, workers that end. */
const LEFT_BEHIND_MS = 2_000;

let code: number;
try {
  code = await main(process.argv.slice(2));
} catch (error) {
  const line = error instanceof Error ? error.message.replaceAll("\n", " ") : String(error);
  const verbose = process.argv.includes("--verbose") || isVerbose();
  code = error instanceof UsageError ? 2 : 1;
  await printFailure(verbose && error instanceof Error ? (error.stack ?? line) : line);
}
process.exitCode = code;
// A write to a log that nobody reads would keep the process for ever.
setTimeout(() => process.exit(code), LEFT_BEHIND_MS).unref();
