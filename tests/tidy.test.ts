/**
 * Guarantee: the source tree keeps its shape: one-way imports, short files, no side doors to the
 * world.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { testFiles } from "../scripts/test-files.ts";

const root = join(import.meta.dir, "../src");
const LINES_MAX = 350;
const COMMENT_COLUMNS_MAX = 100;

/** Which rooms each room may import from, besides itself. */
const ARROWS: Record<string, readonly string[]> = {
  contract: [],
  files: ["contract"],
  config: ["contract"],
  engine: ["contract"],
  tenants: ["contract", "engine"],
  ingest: ["contract", "engine"],
  library: ["contract", "engine", "files", "ingest"],
  refresh: ["contract", "engine", "files", "ingest", "library"],
  inference: ["contract", "engine", "files"],
  eval: ["contract", "engine", "ingest", "library", "inference", "files"],
  store: ["contract", "engine", "files"],
  telemetry: ["contract", "config"],
  native: ["contract", "files"],
  origin: ["contract", "engine", "tenants", "store", "telemetry"],
  markup: [],
  portal: ["contract", "markup"],
  gateway: ["contract", "engine", "tenants", "store", "telemetry", "origin", "portal"],
  operator: ["contract", "config", "tenants", "store"],
  mcp: ["contract", "tenants", "native", "origin", "gateway"],
  console: ["contract", "markup", "files", "store", "telemetry", "operator"],
  service: [
    ...["contract", "config", "files", "engine", "library", "inference", "store", "native"],
    ...["telemetry", "tenants", "origin", "gateway", "operator", "mcp", "console"],
  ],
};

/** Beside the rooms, because its place is what makes it work. */
const FOR_ALL_ROOMS = "spawn-worker.ts";
/** The stages of the engine, in the order of the data. */
const STAGES = ["signals", "guidance", "understanding", "evidence", "verdict", "writing"];

/** What only named places may do, and what to use instead. */
const BANS: readonly { pattern: RegExp; allowed: RegExp; instead: string }[] = [
  {
    pattern: /process\.env/,
    allowed: /^(config|native)\//,
    instead: "a setting in config/settings.ts",
  },
  { pattern: /\bconsole\./, allowed: /^$/, instead: "cli/output.ts or the logger" },
  {
    pattern: /(?<![.\w])fetch\(/,
    allowed: /^(cli\/(demo|doctor|health|mcp)\.ts|refresh\/http\.ts|library\/bucket\.ts)$/,
    instead:
      "nothing: the process opens no connection but to itself, those of corpus refresh and the object store",
  },
  { pattern: /\b(TODO|FIXME|XXX)\b/, allowed: /^$/, instead: "doing it, or an issue" },
  {
    pattern: /\bMath\.random\b/,
    allowed: /^$/,
    instead: "crypto, or nothing: answers are deterministic",
  },
];

/**
 * Data that scientists edit and that is part of the program, and what names its version; rooms may
 * read it as they read their own files.
 */
const DATA =
  /^\.\.\/(?:corpus\/vocabulary\/[a-z]+\.yaml|(?:CHANGELOG|docs\/[\w/-]+)\.md|package\.json)$/;
/** Writes code for partners, which this process never runs. */
const SAMPLES = "portal/reference/samples.ts";
/** Says what such a file is when it is imported; no room, and no file imports it. */
const DECLARATIONS = "text.d.ts";

const files = [...new Bun.Glob("**/*.ts").scanSync(root)]
  .filter((path) => path !== DECLARATIONS)
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) =>
    normalize(join(path, "..", match[1] ?? "")),
  );
}

/** The workers that a file starts. */
function workersOf(text: string): string[] {
  return [...text.matchAll(/\bspawnWorker\("([^"]+)"/g)].map((match) => match[1] ?? "");
}

describe("imports point one way", () => {
  test("no room reaches back", () => {
    const wrong = files.flatMap(({ path, text }) => {
      const room = path.split("/")[0] ?? "";
      const allowed = ARROWS[room];
      if (room === "cli" || room === "main.ts" || room === FOR_ALL_ROOMS) return [];
      if (allowed === undefined) return [`${path}: ${room} is not a room`];
      return importsOf(path, text)
        .filter((target) => {
          const other = target.split("/")[0] ?? "";
          return ![room, ...allowed, FOR_ALL_ROOMS].includes(other) && !DATA.test(target);
        })
        .map((target) => `${path} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test("no stage of the engine reaches forward to a later one", () => {
    const stageOf = (path: string) => STAGES.indexOf(path.split("/")[1] ?? "");
    const wrong = files
      .filter(({ path }) => path.startsWith("engine/") && path !== "engine/index.ts")
      .flatMap(({ path, text }) => {
        // Files beside the stages bring them together, up to the verdict; `index.ts` all of them.
        const last = stageOf(path) >= 0 ? stageOf(path) : STAGES.indexOf("verdict");
        return importsOf(path, text)
          .filter((target) => target.startsWith("engine/") && stageOf(target) > last)
          .map((target) => `${path} imports ${target}`);
      });
    expect(wrong).toEqual([]);
  });

  test("no file imports itself in a circle", () => {
    const graph = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]) => {
      if (trail.includes(path))
        circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      else if (!done.has(path)) {
        for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });
});

/** They take up to a third of a second, which `keys list` need not wait for. */
const LOADED_LATE = /^(?:elysia|eld|@modelcontextprotocol|@huggingface|@lancedb)(?:\/|$)/;
const EVALUATED = /^(?:import|export)(?! type\b)[^;"]*? from "([^"]+)"/gm;

test("what only engine and service need is loaded by the commands that start them", () => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const early = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (early.has(path)) return;
    early.add(path);
    for (const [, target = ""] of (texts.get(path) ?? "").matchAll(EVALUATED)) {
      if (LOADED_LATE.test(target)) expect([...trail, path, target].join(" → ")).toBe("");
      if (target.startsWith(".")) visit(normalize(join(path, "..", target)), [...trail, path]);
    }
  };
  visit("main.ts", []);
  expect(early.has("cli/keys.ts")).toBe(true);
});

const DEPENDENCIES_PAGE = "docs/decisions/dependencies.md";

test.each(["ARCHITECTURE.md", DEPENDENCIES_PAGE])("every file that %s names is there", (name) => {
  const page = readFileSync(join(root, "..", name), "utf8");
  const known = new Set(files.map(({ path }) => path));
  const named = [...page.matchAll(/`(?:src\/)?([\w./-]+\.ts)`/g)].map((match) => match[1] ?? "");
  const gone = named.filter((path) => !known.has(path) && !existsSync(join(root, "..", path)));
  expect([named.length > 0, gone]).toEqual([true, []]);
});

test("every dependency is pinned exactly and has its reason on the page of dependencies", () => {
  const page = readFileSync(join(root, "..", DEPENDENCIES_PAGE), "utf8");
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "../package.json"), "utf8"),
  ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const table = page.split("## Taken")[1]?.split("## Weighed and not taken")[0] ?? "";
  const given = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    cell.replace(/^dev: /, "").split(/,? /),
  );
  expect(versions.filter(([name]) => !given.includes(name))).toEqual([]);
});

test("every file can be read whole", () => {
  const long = files
    .filter(({ text }) => text.split("\n").length > LINES_MAX)
    .map(({ path }) => path);
  expect(long).toEqual([]);
});

/** Prose of a comment; a command line in one stands four columns further in. */
const COMMENT = /^\s*(?:\/\/|\/?\*)(?! {5})/;

test("every comment fits the page", () => {
  const paths = [...new Bun.Glob("{src,scripts,tests}/**/*.ts").scanSync(join(root, ".."))];
  const wide = paths.flatMap((path) =>
    readFileSync(join(root, "..", path), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        COMMENT.test(line) && line.length > COMMENT_COLUMNS_MAX ? [`${path}:${at + 1}`] : [],
      ),
  );
  expect([paths.length > files.length, wide]).toEqual([true, []]);
});

/** What starts the program or loads the models, so that no test with it is over at once. */
const HEAVY =
  /from "[^"]*\/(?:support\/program|library\/samples|inference\/shipped|engine\/model-ports|src\/inference\/client|src\/service\/(?:runtime|engine|embedders))\.ts"/;

test("a test says how it has to run, and why", () => {
  const tests = testFiles();
  const unsaid = tests.flatMap(({ path, text, marks }) => [
    ...[...marks].flatMap(([mark, why]) =>
      (mark === "alone" || mark === "slow") && why !== "" ? [] : [`${path}: @${mark} ${why}`],
    ),
    ...(HEAVY.test(text) && !marks.has("slow") ? [`${path}: @slow is missing`] : []),
  ]);
  expect([tests.length > 0, unsaid]).toEqual([true, []]);
});

test.each(BANS)("$pattern stays where it belongs", ({ pattern, allowed, instead }) => {
  const found = files
    .filter(
      ({ path, text }) =>
        path !== SAMPLES &&
        !allowed.test(path) &&
        pattern.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")),
    )
    .map(({ path }) => `${path}: use ${instead}`);
  expect(found).toEqual([]);
});

test("every source file is used by the program or by the build of its starter corpus", () => {
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    const file = files.find((candidate) => candidate.path === path);
    if (file === undefined) return;
    for (const next of [...importsOf(path, file.text), ...workersOf(file.text)]) visit(next);
  };
  visit("main.ts");
  // `scripts/build-index.ts` checks the guidance; the program trusts the release that came of it.
  visit("library/guidance.ts");
  expect(files.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});
