/**
 * Guarantee: whoever has the portal gets the clients whole, as they are in the repository.
 *
 * @slow it starts programs
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { portalFiles } from "../contract/support/portal.ts";

const root = join(import.meta.dir, "../..");
const folder = mkdtempSync(join(tmpdir(), "phasewise-downloads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git has of a client. */
function committed(client: string): string[] {
  const { stdout } = Bun.spawnSync(["git", "ls-files", "."], {
    cwd: join(root, "clients", client),
  });
  return stdout.toString().trim().split("\n").sort();
}

test.each(["python", "typescript"])("the client in %s", async (client) => {
  const name = `phasewise-client-${client}`;
  await Bun.write(join(folder, `${name}.tar`), portalFiles.get(`/docs/${name}.tar`)?.text ?? "");
  const { exitCode, stderr } = Bun.spawnSync(["tar", "-xf", `${name}.tar`], { cwd: folder });
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
  const found = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) =>
      join(parentPath, file).slice(folder.length + name.length + 2),
    );
  expect(found.sort()).toEqual(committed(client));
  for (const path of found)
    expect(readFileSync(join(folder, name, path), "utf8")).toBe(
      readFileSync(join(root, "clients", client, path), "utf8"),
    );
});
