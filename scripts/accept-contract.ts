/**
 * Takes the contract as it is now for the one that was agreed, and prints what changed. A test
 * compares the two. What the last commit had left out is told apart.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CONTRACT_FILE, changesOf, contractFacts } from "./contract-facts.ts";

const root = join(import.meta.dir, "..");

/** What the document needs that a commit holds. */
const SOURCES = ["src", "scripts", "docs", "corpus/vocabulary", "CHANGELOG.md", "package.json"];

function agreedIn(file: string): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

/** What the sources of the last commit say otherwise than the contract that it agreed. */
async function staleAtHead(): Promise<string[]> {
  // In `build`, so that the sources find this tree's packages.
  const folder = mkdtempSync(join(root, "build/contract-"));
  try {
    const paths = [...SOURCES, CONTRACT_FILE];
    await Bun.$`git archive HEAD ${paths} | tar -x -C ${folder}`.cwd(root).quiet();
    const head = await import(join(folder, "scripts/contract-facts.ts"));
    return changesOf(agreedIn(join(folder, CONTRACT_FILE)), head.contractFacts());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const file = join(root, CONTRACT_FILE);
const after = contractFacts();
const changes = changesOf(agreedIn(file), after);
const stale = new Set(await staleAtHead());
const left = changes.filter((change) => stale.has(change));
await Bun.write(file, `${after.join("\n")}\n`);
const told = [...changes, `${changes.length} lines changed`];
if (left.length > 0)
  told.push(
    `${left.length} of them changed in an earlier commit, which did not agree them:`,
    ...left,
  );
process.stdout.write(`${told.join("\n")}\n`);
