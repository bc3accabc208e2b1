/**
 * The changelog as an Atom feed (RFC 4287), one entry for each release.
 * @module
 */
import { article, slug } from "./markdown.ts";
import { CONTRACT_CHANGES } from "./prose.ts";

/** A release's heading, such as `0.2.0 (2026-11-28)`. */
const RELEASE = /^(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/;
/** Ids of entries stay the same wherever the service runs. */
const TAG = "tag:phasewise,2026:changelog";

/**
 * @param origin of the service; the feed's addresses begin with it
 * @throws Error where a release has no date
 */
export function changelogFeed(origin: string): string {
  const releases = CONTRACT_CHANGES.split(/^## /m)
    .slice(1)
    .map((text) => {
      const heading = text.slice(0, text.indexOf("\n")).trim();
      const [, version, day] = RELEASE.exec(heading) ?? [];
      if (version === undefined || day === undefined)
        throw new Error(`CHANGELOG.md: "${heading}" is not of the form "1.2.3 (2026-11-28)"`);
      const { body } = article(
        `# ${heading}\n${text.slice(heading.length)}`,
        () => `${origin}/docs`,
      );
      return { version, updated: `${day}T00:00:00Z`, id: slug(heading), body };
    });
  const entries = releases.map(
    ({ version, updated, id, body }) => `<entry>
<id>${TAG}/${version}</id>
<title>API ${version}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="${origin}/docs/changelog#${id}"/>
<content type="html">${Bun.escapeHTML(body.text)}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${TAG}</id>
<title>Changes of the phasewise API</title>
<updated>${releases[0]?.updated}</updated>
<author><name>phasewise</name></author>
<link rel="self" type="application/atom+xml" href="${origin}/docs/changelog.atom"/>
<link rel="alternate" type="text/html" href="${origin}/docs/changelog"/>
${entries.join("\n")}
</feed>
`;
}
