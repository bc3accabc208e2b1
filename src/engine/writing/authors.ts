/**
 * Turns author names as published ("Given Family", "Family, Given", "Family GH", or a group) into a
 * citation and an inline marker.
 * @module
 */

const PARTICLES = new Set(
  "van von de der den del della di da das dos do du la le el al bin ibn ben ter ten zu zur af av st st. 't".split(
    " ",
  ),
);
const SUFFIX = /^(jr|sr|ii|iii|iv|phd|md)\.?$/i;
const GROUP =
  /\b(group|consortium|committee|society|association|college|investigators|network|collaboration|organi[sz]ation|team|task force|federation|academy|panel|council|institute|foundation|working|study|project|university|ministry|agency|cent(?:er|re)|alliance|initiative)\b/i;
const TRAILING_INITIALS = /^\p{Lu}{1,3}$/u;

interface Name {
  surname: string;
  /** Upper-case first letter of the given name; empty for groups and single names. */
  initial: string;
}

function parseName(author: string): Name {
  const name = author.normalize("NFC").replace(/\s+/g, " ").trim();
  if (GROUP.test(name) || !name.includes(" "))
    return { surname: name.replace(/,$/, ""), initial: "" };
  const comma = name.indexOf(",");
  if (comma > 0) {
    const rest = name.slice(comma + 1).trim();
    if (!SUFFIX.test(rest))
      return { surname: name.slice(0, comma).trim(), initial: initialOf(rest) };
  }
  const parts = name
    .replaceAll(",", "")
    .split(" ")
    .filter((part, at) => at === 0 || !SUFFIX.test(part));
  const last = parts.at(-1) ?? name;
  const before = parts.slice(0, -1);
  if (TRAILING_INITIALS.test(last) && before.some((part) => /\p{Ll}/u.test(part)))
    return { surname: before.join(" "), initial: last.slice(0, 1) };
  let start = parts.length - 1;
  while (start > 1 && PARTICLES.has((parts[start - 1] ?? "").toLowerCase())) start--;
  // "de Zambotti" is a particle and a surname; "Ben Desbrow" has a given name.
  if (start === 1 && PARTICLES.has(parts[0] ?? "")) start = 0;
  return {
    surname: parts.slice(start).join(" "),
    initial: start === 0 ? "" : initialOf(parts[0] ?? ""),
  };
}

function initialOf(given: string): string {
  return (/\p{L}/u.exec(given)?.[0] ?? "").toUpperCase();
}

function formatted({ surname, initial }: Name): string {
  return initial === "" ? surname : `${surname} ${initial}`;
}

/** `Baker F`, `Baker F & Driver H`, `Schmalenberger K et al.` */
export function citationAuthors(authors: readonly string[]): string {
  const [first = "", second = ""] = authors;
  if (authors.length === 1) return formatted(parseName(first));
  if (authors.length === 2)
    return `${formatted(parseName(first))} & ${formatted(parseName(second))}`;
  return `${formatted(parseName(first))} et al.`;
}

/**
 * `Schmalenberger et al., 2019`, `Baker & Driver, 2007`, `Maijala, 2019`; without the parentheses.
 */
export function inlineMarker(authors: readonly string[], year: number): string {
  const [first = "", second = ""] = authors.slice(0, 2).map((author) => parseName(author).surname);
  if (authors.length === 1) return `${first}, ${year}`;
  if (authors.length === 2) return `${first} & ${second}, ${year}`;
  return `${first} et al., ${year}`;
}

/** The inline marker of a document, without its parentheses. */
export function markerOf({ authors, year }: { authors: readonly string[]; year: number }): string {
  return inlineMarker(authors, year);
}
