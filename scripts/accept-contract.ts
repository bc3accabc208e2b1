/**
 * Takes the contract as it is now for the one that was agreed, and prints what changed. A test
 * compares the two.
 */
import { readFileSync } from "node:fs";
import {
  CONTRACT_FILE,
  changesOf,
  contractFacts,
} from "../tests/contract/support/contract-facts.ts";

const before = readFileSync(CONTRACT_FILE, "utf8").trimEnd().split("\n");
const after = contractFacts();
await Bun.write(CONTRACT_FILE, `${after.join("\n")}\n`);
const changes = changesOf(before, after);
process.stdout.write(`${[...changes, `${changes.length} lines changed`].join("\n")}\n`);
