/** Guarantees of the command line itself: help for whatever is typed, a variable for every option, one line and the right exit code. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { SOURCE } from "../support/program.ts";

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
    const refused = await program(["keys", "issue", "--environment", "sandbox", "--tenant", "nobody"], env);
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

test("an option before the command is told where it belongs", async () => {
  const { stderr, stdout, code } = await program(["--data-dir", "/tmp", "keys", "list"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("options come after the command");
});
