/**
 * What earlier runs have found out, so that a run that was stopped goes on where it was. Each
 * finding stands under a digest of all that it depends on, so none is ever out of date.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * @returns the finding under this digest, which `find` makes where the file has none yet; nothing
 * found is looked for again the next time
 */
type Remembered = <Finding>(digest: string, find: () => Promise<Finding>) => Promise<Finding>;

export function rememberedIn(path: string): Remembered {
  const findings = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  return async (digest, find) => {
    if (Object.hasOwn(findings, digest)) return findings[digest];
    const finding = await find();
    if (finding === undefined) return finding;
    findings[digest] = finding;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(findings));
    renameSync(`${path}.new`, path);
    return finding;
  };
}
