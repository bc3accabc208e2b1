/**
 * Character references of XML and HTML: numbers, and the names of ISO 8859-1, Greek and common punctuation.
 *
 * The article DTDs define these names too; the declarations themselves are never read from a file.
 * @module
 */

const LATIN_1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/** U+0391 on; `.` where the code point has no name of its own. */
const GREEK =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho . Sigma Tau Upsilon Phi Chi Psi Omega . . . . . . . alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";
const OTHERS =
  "amp & lt < gt > quot \" apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ minus − lowast ∗ radic √ infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ sim ∼ thinsp \u2009 ensp \u2002 emsp \u2003 zwnj \u200c zwj \u200d";

/** Text by entity name. */
export const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...named(LATIN_1, 0xa0),
  ...named(GREEK, 0x391),
  ...pairs(OTHERS.split(" ")),
]);

function named(names: string, first: number): [string, string][] {
  return names
    .split(" ")
    .map((name, i): [string, string] => [name, String.fromCodePoint(first + i)])
    .filter(([name]) => name !== ".");
}

function pairs(words: readonly string[]): [string, string][] {
  return words.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, words[i + 1] ?? ""]] : []));
}

const CODE_POINT_MAX = 0x10ffff;

/** References replaced once; what is not a known reference stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g,
    (whole, ...found) => {
      const [decimal, hex, name] = found as (string | undefined)[];
      if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole;
      const point = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? "", 16);
      const valid = point >= 0x20 && point <= CODE_POINT_MAX && (point < 0xd800 || point > 0xdfff);
      return valid ? String.fromCodePoint(point) : whole;
    },
  );
}
