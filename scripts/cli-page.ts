/**
 * Writes `docs/cli.md` from what the commands say of themselves; a test holds the file to it.
 *
 *     bun scripts/cli-page.ts
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, optionTable, shownOption, usageOf } from "../src/cli/command.ts";
import { COMMANDS } from "../src/main.ts";

export const CLI_PAGE = join(import.meta.dir, "../docs/cli.md");

const INTRODUCTION = `# Command line

Made from the program by \`bun scripts/cli-page.ts\`; do not edit. \`phasewise <command> --help\` says the
same, \`phasewise man | man -l -\` too, and \`source <(phasewise completions bash)\` (or \`zsh\`,
\`phasewise completions fish | source\`) completes it.

Exit 0: done. 1: failed, and one line on stderr says what to do. 2: the command line was not
understood.

## A file of settings

\`--config FILE\` (or \`PHASEWISE_CONFIG\`) reads settings from lines of the form \`name = value\`. A name is
the flag of a setting without dashes; lines that start with \`#\` and empty lines say nothing. The
value is the rest of the line, without quotes.

    # /etc/phasewise.conf
    data-dir = /var/lib/phasewise
    port = 8080
    log-level = warn

One file serves all commands: each takes the settings it has. A flag wins over its variable, a
variable over the file, the file over the default. A line that names no setting, or one twice, is
refused with its number. Secrets have no place in it: they have files or variables of their own.
`;

/** Within a cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function section(command: Command): string {
  const options = Object.entries(optionTable(command)).map(
    ([flag, option]) => `| \`${cell(shownOption(flag, option))}\` | ${cell(option.help)} |`,
  );
  const table = ["| option | what it does |", "|---|---|", ...options].join("\n");
  return `## ${command.name}\n\n    ${usageOf(command)}\n\n${command.summary}\n\n${table}\n`;
}

export function cliPage(commands: readonly Command[]): string {
  return [INTRODUCTION, ...commands.map(section)].join("\n");
}

if (import.meta.main) writeFileSync(CLI_PAGE, cliPage(COMMANDS));
