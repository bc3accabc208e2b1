/**
 * The source of the two clients. The transpiler calls it (`with { type: "macro" }`), so the texts
 * travel inside the program.
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CLIENTS = join(import.meta.dir, "../../clients");
/** What belongs to a client. Folders of builds may lie beside it. */
const PARTS = {
  python: ["README.md", "pyproject.toml", "phasewise_client"],
  typescript: ["README.md", "package.json", "tsconfig.json", "src"],
};

/** @returns each file as its path in the client's folder and its text */
export function clientFiles(client: keyof typeof PARTS): [path: string, text: string][] {
  const folder = join(CLIENTS, client);
  const paths = PARTS[client].flatMap((part) =>
    part.includes(".")
      ? [part]
      : readdirSync(join(folder, part), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => `${part}/${name}`),
  );
  return paths.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]);
}
