/** A folder that is gone after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function temporaryFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `phasewise-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
