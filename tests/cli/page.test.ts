/**
 * Guarantee: the documentation of the command line matches the program.
 *
 * @slow it starts the program
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CLI_PAGE, cliPage } from "../../scripts/cli-page.ts";
import { completionsOf } from "../../src/cli/completions.ts";
import { COMMANDS } from "../../src/main.ts";
import { TENANTS } from "../../src/tenants/index.ts";
import { run, SOURCE } from "../support/program.ts";

test("docs/cli.md is what the command table makes of it (bun scripts/cli-page.ts)", () => {
  expect(readFileSync(CLI_PAGE, "utf8")).toBe(cliPage(COMMANDS));
});

test("the manual page names every command and option, and the typesetter has nothing to say against it", async () => {
  const { stdout: source, code } = await run([...SOURCE, "man"]);
  expect(code).toBe(0);
  for (const { name } of COMMANDS) expect(source).toContain(`.SS phasewise ${name}`);
  expect(source).toContain("\\-\\-metrics\\-port N");
  // A line that starts with a point is a request to the typesetter; these are all we make.
  const requests = source.split("\n").flatMap((line) => /^\.\S*/.exec(line)?.[0] ?? []);
  expect([...new Set(requests)].sort()).toEqual([
    ".B",
    ".I",
    ".PP",
    ".SH",
    ".SS",
    ".TH",
    ".TP",
    ".fi",
    ".nf",
  ]);
  if (Bun.which("groff") === null) return;
  const typeset = Bun.spawn(["groff", "-man", "-ww", "-Tutf8", "-P-cbu"], {
    stdin: new Blob([source]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [page, warnings] = await Promise.all([
    new Response(typeset.stdout).text(),
    new Response(typeset.stderr).text(),
  ]);
  expect(warnings).toBe("");
  expect(page.includes("phasewise corpus rollback")).toBe(true);
});

const scripts = new Map<string, string>();
async function scriptFor(shell: string): Promise<string> {
  const made = scripts.get(shell) ?? (await run([...SOURCE, "completions", shell])).stdout;
  scripts.set(shell, made);
  return made;
}

/** What bash offers for a line, the last word being the one under the cursor. */
async function offered(...words: string[]): Promise<string[]> {
  const script = await scriptFor("bash");
  const set = words.map((word) => `'${word}'`).join(" ");
  const { stdout, stderr } = await run([
    "bash",
    "-c",
    `${script}\nCOMP_WORDS=(phasewise ${set}); COMP_CWORD=${words.length}; _phasewise; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
}

test("bash completes commands, their second words, options and the choices of an option", async () => {
  expect(await offered("ke")).toEqual(["keys"]);
  expect(await offered("keys", "")).toEqual(["issue", "list", "revoke", "rotate"]);
  expect(await offered("keys", "issue", "--exp")).toEqual(["--expires-in"]);
  expect(await offered("keys", "issue", "--tenant", "")).toEqual(TENANTS.map(({ slug }) => slug));
  expect(await offered("serve", "--gateway", "ext")).toEqual(["external"]);
  expect(await offered("completions", "")).toContain("zsh");
  // Empty: the shell goes on with file names.
  expect(await offered("serve", "--data-dir", "")).toEqual([]);
});

for (const shell of ["zsh", "fish"]) {
  test.skipIf(Bun.which(shell) === null)(`${shell} takes its script`, async () => {
    const stdout = await scriptFor(shell);
    const checked = Bun.spawn([shell, "-n", "/dev/stdin"], {
      stdin: new Blob([stdout]),
      stderr: "pipe",
    });
    expect(await new Response(checked.stderr).text()).toBe("");
    expect(await checked.exited).toBe(0);
  });

  test(`the script for ${shell} names every command and every option`, async () => {
    const stdout = await scriptFor(shell);
    for (const { name, options = {} } of COMMANDS) {
      for (const word of name.split(" ")) expect(stdout).toContain(word);
      for (const flag of Object.keys(options))
        expect(stdout).toContain(shell === "fish" ? ` -l ${flag}` : `--${flag}[`);
    }
  });
}

test("a shell that is not known is refused with those that are", async () => {
  expect(completionsOf(() => COMMANDS).positionals).toEqual(["bash|zsh|fish"]);
  const { stdout, stderr, code } = await run([...SOURCE, "completions", "tcsh"]);
  expect([code, stdout, stderr]).toEqual([
    2,
    "",
    'no completions for "tcsh": give bash or zsh or fish\n',
  ]);
});
