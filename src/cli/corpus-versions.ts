/** `corpus diff|rollback`: shows what changed between releases, and returns to an earlier one. */
import { diffReleases, type ReleaseDiff } from "../library/diff.ts";
import { currentVersion } from "../library/installed-releases.ts";
import { rollBack } from "../library/put-in-use.ts";
import { findRelease } from "../library/release-in-use.ts";
import { openRuntime } from "../native/assets.ts";
import { embeddersOnDemand } from "../service/embedders.ts";
import { defineCommand } from "./command.ts";
import { requireDataFor } from "./new-data-dir.ts";
import { printJson, printLine, printTable } from "./output.ts";
import { PROGRESS_OPTION, startProgress } from "./progress.ts";

const TITLE_CHARS = 80;

function shortened(title: string): string {
  return title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title;
}

function printDiff(diff: ReleaseDiff): void {
  const rows = [
    ...diff.added.map(({ doi, title }) => ["added", doi, shortened(title)]),
    ...diff.removed.map(({ doi, title }) => ["removed", doi, shortened(title)]),
    ...diff.changed.map(({ doi, title, members }) => [
      "changed",
      doi,
      `${shortened(title)} (${members.join(", ")})`,
    ]),
  ];
  if (rows.length > 0) printTable(["", "doi", "title"], rows);
  const { added, removed, changed, unchanged } = diff;
  printLine(
    `${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`,
  );
}

export const corpusDiff = defineCommand({
  name: "corpus diff",
  summary:
    "lists the documents that were added, removed and changed from release A to B (versions, `starter` or `current`)",
  positionals: ["A", "B"],
  settings: ["dataDir"],
  expectsData: true,
  async run({ settings, positionals, json }) {
    const [a = "", b = ""] = positionals;
    requireDataFor(settings.dataDir, a, b);
    const { starter } = await openRuntime(settings.dataDir);
    const before = await findRelease(settings.dataDir, starter, a);
    const after = await findRelease(settings.dataDir, starter, b);
    const diff = diffReleases(before.folder, after.folder);
    if (json) printJson({ from: before.manifest.version, to: after.manifest.version, ...diff });
    else printDiff(diff);
    return 0;
  },
});

export const corpusRollback = defineCommand({
  name: "corpus rollback",
  summary: "puts an earlier release back in use (a version, or `starter`)",
  positionals: ["VERSION"],
  settings: ["dataDir", "inferenceThreads"],
  expectsData: true,
  options: PROGRESS_OPTION,
  async run({ settings, options, positionals, json }) {
    const [name = ""] = positionals;
    requireDataFor(settings.dataDir, name);
    const { starter, models } = await openRuntime(settings.dataDir);
    const places = { dataDir: settings.dataDir, starter };
    await findRelease(settings.dataDir, starter, name);
    const from = currentVersion(settings.dataDir);
    const progress = startProgress(options.progress === true);
    const embedders = embeddersOnDemand(models, settings);
    try {
      progress.show("examining the release: hashes, documents, index", true);
      const { version } = await rollBack(places, name, embedders.queryEmbedder);
      progress.end();
      if (json) printJson({ from, version });
      else
        printLine(
          version === from
            ? `${version} was in use already`
            : `${version} is in use, before: ${from}`,
        );
    } finally {
      progress.end();
      await embedders.close();
    }
    return 0;
  },
});
