/** Files of every format, damaged: each is read to its end or refused in one line that names it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { FORMATS } from "../../../src/ingest/formats/index.ts";
import {
  BIBTEX,
  fileOf,
  NBIB,
  PUBMED,
  RIS,
  readFile,
  removeFiles,
} from "../../ingest/formats/support.ts";
import type { Surface } from "./surface.ts";

const NAME = "fuzzed.txt";
const REFUSAL = /^fuzzed\.txt[^\n]*$/;

const evidence = readFileSync(join(import.meta.dir, "../../../corpus/hrv.ndjson"), "utf8")
  .split("\n", 2)
  .join("\n");
const JATS = `<article><front><journal-meta><journal-title>Journal</journal-title></journal-meta><article-meta>
<article-id pub-id-type="doi">10.1000/naps.1</article-id><title-group><article-title>Naps</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>King</surname><given-names>Ana</given-names></name></contrib>
</contrib-group><pub-date><year>2019</year></pub-date><abstract><p>Forty women napped.</p></abstract>
</article-meta></front></article>`;
const work = {
  DOI: "10.1000/naps.1",
  doi: "https://doi.org/10.1000/naps.1",
  type: "journal-article",
  title: ["Naps"],
  "container-title": ["Journal"],
  author: [{ family: "García", given: "Ana" }],
  authorString: "García A.",
  authorships: [{ author: { display_name: "Ana García" } }],
  issued: { "date-parts": [[2019]] },
  publication_year: 2019,
  pubYear: "2019",
  abstract: "Forty women napped.",
  abstractText: "Forty women napped.",
  abstract_inverted_index: { Forty: [0], women: [1], napped: [2] },
};
const WHOLE = [
  PUBMED,
  NBIB,
  JATS,
  RIS,
  BIBTEX,
  JSON.stringify([work]),
  JSON.stringify({ message: { items: [work, work] } }),
  JSON.stringify({ results: [work] }),
  JSON.stringify({ resultList: { result: [work] } }),
  evidence,
];
const PIECES = [
  "\u0000",
  "\r",
  "\ud800",
  "<![CDATA[",
  "]]>",
  "<!--",
  "&#x0;",
  "&lt",
  "{",
  "}",
  "\\",
  '"',
  "  - ",
  "ER  - ",
  "\n",
];

const file = fc.record({
  of: fc.nat(),
  format: fc.option(fc.constantFrom(...FORMATS)),
  cut: fc.option(fc.nat()),
  edits: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...PIECES), fc.integer({ min: 0, max: 40 })), {
    maxLength: 5,
  }),
});
export type FileCase = typeof file extends fc.Arbitrary<infer T> ? T : never;

export const files: Surface<FileCase> = {
  name: "files",
  socket: false,
  cases: file,
  async strike({ of, format, cut, edits }) {
    let text = WHOLE[of % WHOLE.length] ?? "";
    for (const [at, piece, removed] of edits) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + piece + text.slice(place + removed);
    }
    if (cut !== null) text = text.slice(0, cut % (text.length + 1));
    // Whatever is thrown but a refusal ends here as a finding.
    const { refused } = await readFile(fileOf(text, NAME), format ?? undefined);
    return refused === null || REFUSAL.test(refused) ? null : `refused in other words: ${refused}`;
  },
  written: () => "",
  async stop() {
    removeFiles();
  },
};
