/** Guarantee: LaTeX in a field is read as the characters it prints. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { latexToText } from "../../../src/ingest/formats/latex.ts";

test.each([
  ["{\\'E}ric \\`a la \\^ile", "Éric à la île"],
  ['M{\\"u}ller, M\\"{u}ller, M\\"uller', "Müller, Müller, Müller"],
  [
    "\\c{c}edilla, \\v{S}koda, \\H{o}, \\k{a}, \\r{a}, \\u{g}, \\.{z}, \\={a}, \\~{n}",
    "çedilla, Škoda, ő, ą, å, ğ, ż, ā, ñ",
  ],
  ["\\'{\\i}, \\'\\i, {\\i}", "í, í, ı"],
  [
    "Stra{\\ss}e, {\\O}re, \\AA ngstr\\\"om, \\ae ro, {\\L}\\'od\\'z",
    "Straße, Øre, Ångström, æro, Łódź",
  ],
  ["{\\~{}}50{\\%} of $5 \\& \\#1\\_a \\{b\\}", "~50% of 5 & #1_a {b}"],
  ["pages 1--2 --- ``quoted'' 'single'", "pages 1–2 — “quoted” 'single'"],
  [
    "$\\alpha$-wave, $\\mathrm{VO}_{2}$max, CO$_2$, x$^{2}$, p $\\leq$ .05, 5 $\\pm$ 1, 3\\,\\textmu g",
    "α-wave, VO2max, CO2, x2, p ≤ .05, 5 ± 1, 3 µg",
  ],
  [
    "\\textit{in vivo} \\emph{and \\textbf{bold}} \\href{http://x.org}{link} {{Nested {Braces}}}",
    "in vivo and bold link Nested Braces",
  ],
  ["tie~here\\\\ next", "tie here next"],
  ["\\unknown{kept} \\unknown rest", "kept rest"],
  [
    "Women{\\textquotesingle}s 2{\\texttimes}2 study, 3{\\textperiodcentered}2, IL-1\\textbeta, 37\\,\\textcelsius",
    "Women's 2×2 study, 3·2, IL-1β, 37 °C",
  ],
  [
    "$p\\leqslant0.05$, $n \\gt 30$, $q \\lt 0.1$, $\\dot{V}O_{2\\max}$, $$x_1$$",
    "p≤0.05, n >30, q <0.1, V̇O2max, x1",
  ],
  ["$\\frac{1}{2}$ of \\frac{a + b}{SD}", "1/2 of (a + b)/SD"],
  [
    "a sign nobody knows: $p \\mysign 0.05$, $\\left( x \\right)$",
    "a sign nobody knows: p mysign 0.05, ( x )",
  ],
  ["\\begin{center}Naps\\end{center}", "Naps"],
  ["trailing \\", "trailing"],
])("%s", (source, expected) => {
  expect(latexToText(source)).toBe(expected);
});

test("in addresses dashes stay dashes", () => {
  expect(latexToText("10.1000/a--b{\\_}c{\\textless}d", false)).toBe("10.1000/a--b_c<d");
});

test("any text comes back as one line, and plain words as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(latexToText(text)).not.toMatch(/[\n\r]/);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9 .,;:()é]*$/), (text) => {
      expect(latexToText(text)).toBe(text.replace(/ +/g, " ").trim());
    }),
  );
});
