/** What is checked before any test runs: by `bun run check`, and by the gate. */

interface Check {
  name: string;
  words: readonly string[];
}

const TSC = [process.execPath, "node_modules/typescript/bin/tsc", "--noEmit"];
const BIOME = [process.execPath, "node_modules/@biomejs/biome/bin/biome", "check"];
const KNIP = [process.execPath, "node_modules/knip/bin/knip.js"];

export const CHECKS: readonly Check[] = [
  { name: "types", words: TSC },
  { name: "types of the portal's scripts", words: [...TSC, "-p", "src/portal/browser"] },
  { name: "types of the console's script", words: [...TSC, "-p", "src/console/assets"] },
  { name: "lint", words: [...BIOME, "--error-on-warnings", "."] },
  { name: "unused code", words: [...KNIP, "--no-progress"] },
];
