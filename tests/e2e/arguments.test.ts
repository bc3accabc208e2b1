/**
 * Guarantees of the command line: help for every command, a variable for every option, one line of
 * failure and the right exit code.
 *
 * @slow it starts the program for each case
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { SOURCE } from "../support/program.ts";

/** Each call starts a process, up to a second where others work too. */
setDefaultTimeout(30_000);

const folder = temporaryFolder("arguments");
afterAll(() => folder.remove());

async function program(words: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([...SOURCE, ...words], { env, cwd: "/", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

describe("help", () => {
  test("asked for twice, of nothing or of something unknown ends in order", async () => {
    for (const words of [
      ["-h", "-h"],
      ["help", "--help"],
      ["--help", "--json"],
    ]) {
      const { stdout, code } = await program(words);
      expect([code, stdout.startsWith("phasewise <command>")]).toEqual([0, true]);
    }
    const unknown = await program(["help", "nonsense"]);
    expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toBe("no such command: nonsense. Try: phasewise --help\n");
  });

  test.each(["keys --help", "keys -h", "help keys"])(
    "of a command's first word lists its commands: %s",
    async (words) => {
      const { stdout, stderr, code } = await program(words.split(" "));
      expect([code, stderr]).toEqual([0, ""]);
      for (const name of ["keys issue", "keys list", "keys revoke", "keys rotate"])
        expect(stdout).toContain(name);
      expect(stdout).not.toContain("consent");
    },
  );

  test("of a command is the same however it is asked for, and names a variable for every option", async () => {
    const [plain, short, first] = await Promise.all([
      program(["corpus", "import", "--help"]),
      program(["corpus", "import", "-h"]),
      program(["help", "corpus", "import"]),
    ]);
    expect([short.stdout, first.stdout]).toEqual([plain.stdout, plain.stdout]);
    const options = plain.stdout.split("\n").filter((line) => line.startsWith("  --"));
    expect(options.length).toBeGreaterThan(4);
    for (const line of options)
      if (!line.startsWith("  --help")) expect(line).toMatch(/\(env PHASEWISE_[A-Z_]+/);
  });

  test("nothing at all prints the overview and is a usage error", async () => {
    const { stdout, code } = await program([]);
    expect(code).toBe(2);
    expect(stdout).toContain("phasewise <command> [options]");
  });
});

describe("options from the environment", () => {
  const data = join(folder.path, "data");

  test("count as if they were typed, and what is typed wins", async () => {
    const env = { PHASEWISE_DATA_DIR: data, PHASEWISE_JSON: "1", PHASEWISE_TENANT: "oura" };
    const issued = await program(["keys", "issue", "--environment", "sandbox"], env);
    expect([issued.code, issued.stderr]).toEqual([0, ""]);
    expect(JSON.parse(issued.stdout)).toMatchObject({ client_id: "sandbox-oura" });
    const refused = await program(
      ["keys", "issue", "--environment", "sandbox", "--tenant", "nobody"],
      env,
    );
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("nobody");
  });

  test("what is meant for the service does not reach a demo, whose folder and port are its own", async () => {
    const { stdout } = await program(["demo", "--help"]);
    const own = stdout.split("\n").filter((line) => /^ {2}--(?:data-dir|port) /.test(line));
    expect(own).toHaveLength(2);
    for (const line of own) expect(line).not.toContain("(env");
  });

  test("a switch is on or off, and anything else is a usage error that names the variable", async () => {
    const listed = (PHASEWISE_JSON: string) =>
      program(["keys", "list", "--data-dir", data], { PHASEWISE_JSON });
    expect(JSON.parse((await listed("true")).stdout)).toBeArray();
    for (const off of ["", "0", "false"]) expect((await listed(off)).stdout).not.toStartWith("[");
    const odd = await listed("maybe");
    expect([odd.code, odd.stdout]).toEqual([2, ""]);
    expect(odd.stderr).toBe('PHASEWISE_JSON is "maybe": give 1 or leave it out\n');
  });
});

describe("what is mistyped", () => {
  test.each([
    ["key list", "no such command: key list. Did you mean keys list?"],
    ["keys lst", "no such command: keys lst. Did you mean keys list?"],
    ["srve --port 1", "no such command: srve. Did you mean serve?"],
    ["keys", "no such command: keys. There are keys issue, keys list, keys revoke, keys rotate."],
    ["keys list --data-dri x", "Unknown option '--data-dri'. Did you mean --data-dir?"],
  ])("%s is answered with what was meant", async (words, line) => {
    const { stdout, stderr, code } = await program(words.split(" "));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toStartWith(line);
    expect(stderr.split("\n")).toHaveLength(2);
  });

  test("what resembles nothing gets no guess", async () => {
    for (const words of [["quux"], ["keys", "list", "--quux"]])
      expect((await program(words)).stderr).not.toContain("Did you mean");
  });
});

test("which phasewise this is can be asked in two ways, for people and machines", async () => {
  const { version } = await Bun.file(join(import.meta.dir, "../../package.json")).json();
  const [command, flag, json] = await Promise.all([
    program(["version"]),
    program(["--version"]),
    program(["--version", "--json"]),
  ]);
  expect(command.stdout).toStartWith(`phasewise ${version} (`);
  expect(flag).toEqual(command);
  expect(JSON.parse(json.stdout)).toEqual({
    version,
    contract_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    build_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

describe("a file of settings", () => {
  const conf = join(folder.path, "phasewise.conf");
  const inFile = join(folder.path, "in-file");
  const issue = ["keys", "issue", "--tenant", "oura", "--environment", "sandbox"];
  const issued = async (words: readonly string[], env: Record<string, string> = {}) => {
    const { code, stderr } = await program([...issue, "--config", conf, ...words], env);
    expect([code, stderr]).toEqual([0, ""]);
  };
  const exists = (path: string) => existsSync(join(path, "state"));

  test("holds below variables and flags, and above defaults", async () => {
    await Bun.write(conf, `# where\n\n  data-dir =  ${inFile} \nport = 70\r\nlog-level=warn\n`);
    const [inVariable, inFlag] = [join(folder.path, "in-variable"), join(folder.path, "in-flag")];
    const env = { PHASEWISE_DATA_DIR: inVariable };
    await issued(["--data-dir", inFlag], env);
    expect([inFile, inVariable, inFlag].map(exists)).toEqual([false, false, true]);
    await issued([], env);
    expect([inFile, inVariable].map(exists)).toEqual([false, true]);
    await issued([]);
    expect(exists(inFile)).toBe(true);
  });

  test("is named by a variable too", async () => {
    const { code, stderr } = await program(["serve"], {
      PHASEWISE_CONFIG: join(folder.path, "absent"),
    });
    expect(code).toBe(1);
    expect(stderr).toBe(`cannot read --config ${join(folder.path, "absent")} (ENOENT)\n`);
  });

  test("is refused whole, with every line that cannot be understood", async () => {
    await Bun.write(conf, "port = 1\ndata-dri = x\nport = 2\nquux = 1\nnonsense\n");
    const { code, stdout, stderr } = await program(["keys", "list", "--config", conf]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("; ")).toEqual([
      `${conf} line 2: no setting is called "data-dri"`,
      "did you mean data-dir?",
      `${conf} line 3: port stands in line 1 already`,
      `${conf} line 4: no setting is called "quux"`,
      `${conf} line 5: "nonsense" is not of the form name = value`,
    ]);
  });

  test("a value out of bounds is told with its line, beside what is wrong elsewhere", async () => {
    await Bun.write(conf, "\nport = many\n");
    const { code, stderr } = await program(["serve", "--config", conf, "--gateway", "none"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${conf} line 2: port must be a whole number`);
    expect(stderr).toContain("--gateway must be one of");
  });
});

test("an option before the command is told where it belongs", async () => {
  const { stderr, stdout, code } = await program(["--data-dir", "/tmp", "keys", "list"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("options come after the command");
});
