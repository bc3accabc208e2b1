/**
 * `completions SHELL`: prints a script with which a shell completes commands, options and their
 * values.
 */
import { UsageError } from "../contract/error.ts";
import { type Command, defineCommand, type Option, optionTable } from "./command.ts";
import { printLine } from "./output.ts";

type Commands = readonly Command[];

/**
 * The words of commands as a shell sees them: a single word, or a first word with those that may
 * follow it.
 */
interface Word {
  word: string;
  summary: string;
  command: Command | null;
  next: readonly Word[];
}

function wordsOf(commands: Commands): Word[] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  return firsts.map((word) => {
    const command = commands.find(({ name }) => name === word) ?? null;
    const next = commands
      .filter(({ name }) => name.startsWith(`${word} `))
      .map((each) => ({
        word: each.name.slice(word.length + 1),
        summary: each.summary,
        command: each,
        next: [],
      }));
    return {
      word,
      summary: command?.summary ?? next.map((each) => each.word).join(", "),
      command,
      next,
    };
  });
}

/**
 * The values that a placeholder such as `csv|ndjson` lists. A placeholder in capitals stands for
 * any text.
 */
function choicesOf({ value = "" }: Pick<Option, "value">): string[] {
  return /^[a-z]/.test(value) ? value.split("|") : [];
}

function isFile({ value = "" }: Pick<Option, "value">): boolean {
  return /FILE|DIR/.test(value);
}

function positionalChoices({ positionals = [] }: Command): string[] {
  return positionals.flatMap((value) => choicesOf({ value }));
}

/** Within single quotes no character has a meaning for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bashCase(pattern: string, command: Command): string[] {
  const options = Object.entries(optionTable(command));
  const values = options.flatMap(([flag, option]) => {
    const choices = choicesOf(option);
    if (option.value === undefined) return [];
    const found =
      choices.length === 0
        ? ""
        : `COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$cur")); `;
    return [`        --${flag}) ${found}return ;;`];
  });
  const offered = [...positionalChoices(command), ...options.map(([flag]) => `--${flag}`)].join(
    " ",
  );
  return [
    `    ${pattern})`,
    `      case $prev in`,
    ...values,
    "      esac",
    `      COMPREPLY=($(compgen -W ${quoted(offered)} -- "$cur"))`,
    "      ;;",
  ];
}

function bash(commands: Commands): string {
  const firsts = wordsOf(commands);
  const offer = (words: readonly Word[]) =>
    `COMPREPLY=($(compgen -W ${quoted(words.map(({ word }) => word).join(" "))} -- "$cur"))`;
  return [
    "# Completes phasewise in bash: source <(phasewise completions bash)",
    "_phasewise() {",
    `  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} first="" second=""`,
    `  ((COMP_CWORD > 1)) && first=\${COMP_WORDS[1]}`,
    `  ((COMP_CWORD > 2)) && second=\${COMP_WORDS[2]}`,
    "  COMPREPLY=()",
    '  case "$first $second" in',
    ...firsts.flatMap(({ word, next }) =>
      next.flatMap(({ word: second, command }) =>
        command === null ? [] : bashCase(quoted(`${word} ${second}`), command),
      ),
    ),
    ...firsts.flatMap(({ word, command, next }) =>
      command === null
        ? [`    ${quoted(`${word} `)}*) ${offer(next)} ;;`]
        : bashCase(`${quoted(`${word} `)}*`, command),
    ),
    `    *) ${offer(firsts)} ;;`,
    "  esac",
    "}",
    "# Where nothing of ours fits, file names do.",
    "complete -o default -F _phasewise phasewise",
  ].join("\n");
}

/** Escapes the characters that `_arguments` and `_describe` interpret. */
function zshText(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function zshNames(words: readonly Word[], indent: string): string[] {
  const names = words.map(({ word, summary }) => quoted(`${word}:${zshText(summary)}`));
  return [`${indent}names=(${names.join(" ")})`, `${indent}_describe command names; return`];
}

function zshArguments(command: Command, shift: number): string {
  const options = Object.entries(optionTable(command)).map(([flag, option]) => {
    const choices = choicesOf(option);
    const any = isFile(option) ? "_files" : " ";
    const action = choices.length === 0 ? any : `(${choices.join(" ")})`;
    const value = option.value === undefined ? "" : `:${zshText(option.value)}:${action}`;
    return quoted(`${option.multiple ? "*" : ""}--${flag}[${zshText(option.help)}]${value}`);
  });
  const choices = positionalChoices(command);
  const rest = choices.length === 0 ? "*:file:_files" : `1:value:(${choices.join(" ")})`;
  return `shift ${shift} words; (( CURRENT -= ${shift} )); _arguments ${[...options, quoted(rest)].join(" ")}`;
}

function zsh(commands: Commands): string {
  const firsts = wordsOf(commands);
  return [
    "#compdef phasewise",
    "# Completes phasewise in zsh: source <(phasewise completions zsh)",
    "_phasewise() {",
    "  local -a names",
    "  if (( CURRENT == 2 )); then",
    ...zshNames(firsts, "    "),
    "  fi",
    "  case $words[2] in",
    ...firsts.flatMap(({ word, command, next }) =>
      command === null
        ? [
            `    (${word})`,
            "      if (( CURRENT == 3 )); then",
            ...zshNames(next, "        "),
            "      fi",
            "      case $words[3] in",
            ...next.flatMap((each) =>
              each.command === null
                ? []
                : [`        (${each.word}) ${zshArguments(each.command, 2)} ;;`],
            ),
            "      esac ;;",
          ]
        : [`    (${word}) ${zshArguments(command, 1)} ;;`],
    ),
    "  esac",
    "}",
    "if [[ $funcstack[1] == _phasewise ]]; then _phasewise; else compdef _phasewise phasewise; fi",
  ].join("\n");
}

function fishOptions(condition: string, command: Command): string[] {
  const options = Object.entries(optionTable(command)).map(([flag, option]) => {
    const choices = choicesOf(option);
    const any = isFile(option) ? " -r -F" : " -x";
    const files = option.value === undefined ? "" : any;
    const value = choices.length === 0 ? files : ` -x -a ${quoted(choices.join(" "))}`;
    return `complete -c phasewise -n ${quoted(condition)} -l ${flag}${value} -d ${quoted(option.help)}`;
  });
  const choices = positionalChoices(command);
  if (choices.length === 0) return options;
  return [
    `complete -c phasewise -n ${quoted(condition)} -a ${quoted(choices.join(" "))}`,
    ...options,
  ];
}

function fish(commands: Commands): string {
  const firsts = wordsOf(commands);
  const all = firsts.map(({ word }) => word).join(" ");
  const name = (condition: string, { word, summary }: Word) =>
    `complete -c phasewise -f -n ${quoted(condition)} -a ${word} -d ${quoted(summary)}`;
  return [
    "# Completes phasewise in fish: phasewise completions fish | source",
    ...firsts.map((word) => name(`not __fish_seen_subcommand_from ${all}`, word)),
    ...firsts.flatMap(({ word, command, next }) => {
      const seen = `__fish_seen_subcommand_from ${word}`;
      if (command !== null) return fishOptions(seen, command);
      const seconds = next.map((each) => each.word).join(" ");
      return [
        ...next.map((each) =>
          name(`${seen}; and not __fish_seen_subcommand_from ${seconds}`, each),
        ),
        ...next.flatMap((each) =>
          each.command === null
            ? []
            : fishOptions(`${seen}; and __fish_seen_subcommand_from ${each.word}`, each.command),
        ),
      ];
    }),
  ].join("\n");
}

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };

/** @param all every command, including this one */
export function completionsOf(all: () => Commands): Command {
  return defineCommand({
    name: "completions",
    summary: "prints the script that lets a shell complete phasewise",
    positionals: [Object.keys(SHELLS).join("|")],
    settings: [],
    run({ positionals }) {
      const [shell = ""] = positionals;
      const script = SHELLS[shell];
      if (script === undefined)
        throw new UsageError(
          `no completions for ${JSON.stringify(shell)}: give ${Object.keys(SHELLS).join(" or ")}`,
        );
      printLine(script(all()));
      return 0;
    },
  });
}
