/**
 * Guarantee: markup inside a field is read as the characters it prints; what only looks like markup
 * stays.
 */
import { expect, test } from "bun:test";
import { markupSections, stripMarkup } from "../../../src/ingest/formats/markup.ts";

const MATH = '<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">';
const P_VALUE = `${MATH}<mml:mi>p</mml:mi><mml:mo>&lt;</mml:mo><mml:mn>0.05</mml:mn></mml:math>`;

test.each([
  [
    "V<inf>2</inf> of <jats:email>a@b.c</jats:email>, one.<jats:break/>Two",
    "V2 of a@b.c, one. Two",
  ],
  ["<jats:any-new-name x='1'>kept</jats:any-new-name> <mml:mi>x</mml:mi>", "kept x"],
  [
    "so p<0.05 in <women and men> and <http://example.org>",
    "so p<0.05 in <women and men> and <http://example.org>",
  ],
  [`fell (${P_VALUE})`, "fell (p<0.05)"],
  [
    "<math><mfrac><mi>LF</mi><mrow><mi>LF</mi><mo>+</mo><mi>HF</mi></mrow></mfrac></math>",
    "LF/(LF+HF)",
  ],
  [
    `fell <jats:inline-formula><jats:alternatives><jats:tex-math>$$p &lt; 0.05$$</jats:tex-math>${P_VALUE}<jats:graphic/></jats:alternatives></jats:inline-formula> in women`,
    "fell p<0.05 in women",
  ],
  [
    "by <inline-formula><tex-math>\\documentclass{x}\\begin{document}$$12\\%$$\\end{document}</tex-math></inline-formula>",
    "by 12%",
  ],
  [
    "by <inline-formula><inline-graphic href='x.gif'/></inline-formula> here",
    "by [Formula: see text] here",
  ],
  [
    "<math><semantics><mi>x</mi><annotation encoding='TeX'>$x$</annotation></semantics></math> rose",
    "x rose",
  ],
  ["<math>never closed <i>x</i>", "never closed x"],
  ["<tex-math>a < b</tex-math> is not well-formed", "a < b is not well-formed"],
  [
    "R&D; &constructor; p &lesssim; .05, &#150;1 to&#10;1&#xd800;",
    "R&D; &constructor; p ≲ .05, –1 to 1\ufffd",
  ],
])("%s", (fragment, plain) => {
  expect(stripMarkup(fragment)).toBe(plain);
});

test("formulas stand in their sections", () => {
  const fragment = `<jats:title>Results</jats:title><jats:p>It fell, ${P_VALUE}.</jats:p>`;
  expect(markupSections(fragment)).toEqual([{ label: "Results", text: "It fell, p<0.05." }]);
});
