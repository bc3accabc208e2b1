/** What operators do meanwhile, by the command line: keys, consent, corpus. */
import { samples, writeNbib } from "../../library/samples.ts";
import { EXECUTABLE } from "../../support/executable.ts";
import { run } from "../../support/program.ts";

const MS_PER_SECOND = 1_000;
const NEW_ARTICLES = 4;

export interface Chore {
  name: string;
  everyMs: number;
  /** @throws Error where a command fails */
  act(): Promise<void>;
}

export function chores(dataDir: string, folder: string): Chore[] {
  const command = async (...words: string[]) => {
    const { code, stdout, stderr } = await run([EXECUTABLE, ...words, "--data-dir", dataDir]);
    if (code !== 0) throw new Error(`${words.join(" ")}: exit ${code} ${stderr}`);
    return stdout;
  };
  let imports = 0;
  return [
    {
      name: "key issued and revoked",
      everyMs: 30 * MS_PER_SECOND,
      async act() {
        const issued = await command(
          "keys",
          "issue",
          "--tenant",
          "oura",
          "--environment",
          "sandbox",
          "--json",
        );
        await command("keys", "revoke", (JSON.parse(issued) as { key_id: string }).key_id);
      },
    },
    {
      name: "consent revoked and given",
      everyMs: 60 * MS_PER_SECOND,
      async act() {
        await command("consent", "activate", "production-oura");
        await command("consent", "revoke", "production-oura", "--reason", "soak");
      },
    },
    {
      name: "corpus imported and rolled back",
      everyMs: 600 * MS_PER_SECOND,
      async act() {
        const articles = samples(NEW_ARTICLES, 1 + NEW_ARTICLES * imports++);
        await command("corpus", "import", writeNbib(folder, `soak-${imports}.nbib`, articles));
        await command("corpus", "rollback", "starter");
      },
    },
  ];
}
