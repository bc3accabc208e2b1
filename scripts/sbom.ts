/**
 * Prints what the executable is made of as a CycloneDX 1.6 document: Bun, and every package that
 * the dependencies of `package.json` bring along, at the version and with the hash of `bun.lock`.
 *
 *     bun scripts/sbom.ts > phasewise.cdx.json
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** A line of the lock file: name and version, registry, what it needs, hash. */
type Locked = [string, string, { dependencies?: Record<string, string> }?, string?];
const { packages } = Bun.JSONC.parse(readFileSync(join(root, "bun.lock"), "utf8")) as {
  packages: Record<string, Locked>;
};

/** Finds the copy of a dependency that a package uses: its own nested one, or the shared one. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") {
    const place = at === "" ? name : `${at}/${name}`;
    if (packages[place] !== undefined) return place;
    if (at === "") return undefined;
  }
}

const reached = new Set<string>();
const visit = (place: string) => {
  if (reached.has(place)) return;
  reached.add(place);
  for (const name of Object.keys(packages[place]?.[2]?.dependencies ?? {})) {
    const next = placeOf(name, place);
    if (next !== undefined) visit(next);
  }
};
for (const name of Object.keys(manifest.dependencies)) visit(name);

function licencesOf(name: string, version: string): { license: { name: string } }[] {
  const file = join(root, "node_modules", name, "package.json");
  if (!existsSync(file)) return [];
  const { version: installed, license } = JSON.parse(readFileSync(file, "utf8"));
  return installed === version && typeof license === "string"
    ? [{ license: { name: license } }]
    : [];
}

const components = [...reached].sort().map((place) => {
  const [id = ""] = packages[place] ?? [];
  const at = id.lastIndexOf("@");
  const [name, version] = [id.slice(0, at), id.slice(at + 1)];
  const integrity = packages[place]?.[3] ?? "";
  const sha512 = integrity.startsWith("sha512-")
    ? Buffer.from(integrity.slice(7), "base64").toString("hex")
    : null;
  return {
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: licencesOf(name, version),
    ...(sha512 !== null && { hashes: [{ alg: "SHA-512", content: sha512 }] }),
  };
});

const document = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    component: {
      type: "application",
      name: manifest.name,
      version: manifest.version,
      licenses: [{ license: { id: manifest.license } }],
    },
  },
  components: [
    {
      type: "platform",
      name: "bun",
      version: manifest.engines.bun,
      licenses: [{ license: { id: "MIT" } }],
    },
    ...components,
  ],
};
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
