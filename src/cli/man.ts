/** `man`: prints the manual page, made from the commands' own descriptions. */
import { VERSION } from "../native/build-info.ts";
import { type Command, defineCommand, optionTable, shownOption, usageOf } from "./command.ts";
import { printLine } from "./output.ts";

/**
 * Escapes text, so that no character means anything to the typesetter and no line starts as a
 * request.
 */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^[.']/gm, "\\&$&")
    .replace(
      /[^ -~\n]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

function section(command: Command): string[] {
  const options = Object.entries(optionTable(command)).flatMap(([flag, option]) => [
    ".TP",
    `.B ${roff(shownOption(flag, option))}`,
    roff(option.help),
  ]);
  return [`.SS ${roff(usageOf(command))}`, roff(command.summary), ...options];
}

function page(commands: readonly Command[]): string {
  return [
    `.TH PHASEWISE 1 "" "phasewise ${roff(VERSION)}" "User Commands"`,
    ".SH NAME",
    "phasewise \\- wellness guidance from wearable data, with its sources",
    ".SH SYNOPSIS",
    ".B phasewise",
    ".I command",
    roff("[options]"),
    ".SH COMMANDS",
    ...commands.flatMap(section),
    ".SH ENVIRONMENT",
    "Each option has the variable that its text names. A flag wins over its variable, a variable over",
    roff("the file of --config, that file over the default."),
    ".SH FILES",
    roff("The file of --config holds one setting a line:"),
    ".PP",
    ".nf",
    roff("# where the state lives"),
    roff("data-dir = /var/lib/phasewise"),
    roff("port = 8080"),
    ".fi",
    ".PP",
    "A name is the flag of a setting without dashes. A name that no setting has is refused, with its line.",
    ".SH EXIT STATUS",
    ".TP",
    "0",
    "done",
    ".TP",
    "1",
    "failed; one line on the standard error says what to do",
    ".TP",
    "2",
    "the command line was not understood",
  ].join("\n");
}

/** @param all every command, including this one */
export function manOf(all: () => readonly Command[]): Command {
  return defineCommand({
    name: "man",
    summary: "prints the manual page: phasewise man | man -l -",
    settings: [],
    run() {
      printLine(page(all()));
      return 0;
    },
  });
}
