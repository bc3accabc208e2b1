/**
 * LaTeX in a BibTeX field as the characters it prints: accents, symbols, Greek of formulas,
 * commands without trace.
 * @module
 */
import { decodeHTMLStrict } from "entities/decode";
import { fraction, normaliseText } from "./plain-text.ts";

/** Accent command → combining character; composed characters come from Unicode normalisation. */
const ACCENTS: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "'": "\u0301",
  "^": "\u0302",
  "~": "\u0303",
  "=": "\u0304",
  u: "\u0306",
  ".": "\u0307",
  '"': "\u0308",
  r: "\u030a",
  H: "\u030b",
  v: "\u030c",
  d: "\u0323",
  c: "\u0327",
  k: "\u0328",
  b: "\u0331",
  hat: "\u0302",
  tilde: "\u0303",
  bar: "\u0304",
  dot: "\u0307",
  ddot: "\u0308",
};
const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  "ss ß ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ S § P ¶ dag † ddag ‡ copyright © pounds £ ldots … dots … textellipsis … textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textasciitilde ~ textasciicircum ^ textbackslash \\ backslash \\ textless < textgreater > textbar | textunderscore _ textbullet • textdegree ° degree ° textregistered ® texttrademark ™ textmu µ textpm ± textonehalf ½ pm ± mp ∓ times × cdot · div ÷ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ lt < gt > approx ≈ sim ∼ simeq ≃ equiv ≡ propto ∝ infty ∞ circ ° rightarrow → to → leftarrow ← leftrightarrow ↔ uparrow ↑ downarrow ↓ sum ∑ prod ∏ int ∫ sqrt √ partial ∂ nabla ∇ in ∈ prime ′ ast ∗ star ⋆ Delta Δ varepsilon ε vartheta θ varphi φ varsigma ς slash / lbrace { rbrace } guillemotleft « guillemotright » textexclamdown ¡ textquestiondown ¿ textquotesingle ' textquotedbl \" quotesinglbase ‚ quotedblbase „ texttimes × textdiv ÷ textminus − textperiodcentered · textasteriskcentered ∗ textcelsius °C celsius °C textohm Ω textonequarter ¼ textthreequarters ¾ textonesuperior ¹ texttwosuperior ² textthreesuperior ³ textperthousand ‰ textsection § textparagraph ¶ textdaggerdbl ‡ texteuro € euro € yen ¥ deg ° micro µ permil ‰ dagger † textleftarrow ← textuparrow ↑ textrightarrow → textdownarrow ↓ leqslant ≤ leqq ≤ geqslant ≥ geqq ≥ ll ≪ gg ≫ lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ cong ≅ perp ⊥ mid | bullet • cdots ⋯ ell ℓ cup ∪ cap ∩ subset ⊂ Leftarrow ⇐ Rightarrow ⇒ nearrow ↗ searrow ↘ log log ln ln exp exp max max min min quad \u2003 qquad \u2003"
    .split(" ")
    .flatMap((name, i, words): [string, string][] =>
      i % 2 === 0 ? [[name, words[i + 1] ?? ""]] : [],
    ),
);
/** Their first argument is not for reading. */
const HIDDEN_ARGUMENT = new Set(
  "begin end href label cite ref textcolor color hspace vspace includegraphics".split(" "),
);
const FRACTIONS = new Set("frac dfrac tfrac".split(" "));
/**
 * They say how a formula looks; what else a formula holds is read as its name rather than left out.
 */
const LAYOUT = new Set(
  "left right middle big Big bigl bigr Bigl Bigr bigg Bigg displaystyle textstyle scriptstyle limits nolimits nonumber rm bf it sf tt cal mathrm mathbf mathit mathsf".split(
    " ",
  ),
);
const DEPTH_MAX = 40;
const COMMAND_CHARS_MAX = 40;

/**
 * Printed ligatures; while scanning they are private characters, so that escaped characters never
 * form one.
 */
const LIGATURES: readonly { written: string; mark: string; printed: string }[] = [
  { written: "---", mark: "\ue001", printed: "—" },
  { written: "--", mark: "\ue000", printed: "–" },
  { written: "``", mark: "\ue002", printed: "“" },
  { written: "''", mark: "\ue003", printed: "”" },
];

/** The printed text, on one line. Without `ligatures` "--" stays as it is, as a DOI needs it. */
export function latexToText(source: string, ligatures = true): string {
  let text = new Scanner(source).rest();
  for (const { written, mark, printed } of LIGATURES)
    text = text.replaceAll(mark, ligatures ? printed : written);
  return normaliseText(text);
}

/** A formula in TeX as it prints; of a document that was made for it only the formula. */
export function texFormula(source: string): string {
  const [formula = ""] = source.split("\\begin{document}").at(-1)?.split("\\end{document}") ?? [];
  return latexToText(`$${formula.replaceAll("$", "")}$`);
}

/**
 * The character of a command; Greek letters have the names of HTML, also with "text" before them.
 */
function symbol(name: string): string | undefined {
  if (Object.hasOwn(SYMBOLS, name)) return SYMBOLS[name];
  const letter = decodeHTMLStrict(`&${name.replace(/^text/, "")};`);
  return /^\p{Script=Greek}$/u.test(letter) ? letter : undefined;
}

class Scanner {
  readonly #source: string;
  #at = 0;
  /** Between two dollar signs "^" and "_" are commands. */
  #math = false;

  constructor(source: string) {
    this.#source = source;
  }

  rest(): string {
    let text = "";
    while (this.#at < this.#source.length) text += this.#next(0);
    return text;
  }

  /** What the next token prints. */
  #next(depth: number): string {
    const character = this.#source[this.#at] ?? "";
    if (character === "\\") return this.#command(depth);
    const ligature = LIGATURES.find(({ written }) => this.#source.startsWith(written, this.#at));
    if (ligature !== undefined) {
      this.#at += ligature.written.length;
      return ligature.mark;
    }
    this.#at++;
    if (character === "~") return " ";
    if (character === "$") this.#dollar();
    if ("^_".includes(character))
      return this.#math || this.#source[this.#at] === "{" ? "" : character;
    return "{}$".includes(character) ? "" : character;
  }

  #command(depth: number): string {
    const [whole = "\\", name = ""] =
      /^\\([A-Za-z]+|[\s\S]?)/.exec(this.#source.slice(this.#at, this.#at + COMMAND_CHARS_MAX)) ??
      [];
    this.#at += whole.length;
    const accent = Object.hasOwn(ACCENTS, name) ? ACCENTS[name] : undefined;
    if (accent !== undefined) return this.#accented(name, accent, depth);
    if (name.length !== 1 || /[A-Za-z]/.test(name)) {
      this.#skipSpaces();
      if (HIDDEN_ARGUMENT.has(name)) this.#argument(depth);
      if (FRACTIONS.has(name)) return fraction(this.#argument(depth), this.#argument(depth));
      return symbol(name) ?? this.#unknown(name);
    }
    // Escaped characters print themselves; a line break and thin spaces are spaces; hyphenation
    // marks are nothing.
    if ("\\,;: !/".includes(name)) return " ";
    return "-()[]@".includes(name) ? "" : name;
  }

  /**
   * Commands of text are mostly about its looks; one that stands alone in a formula is a sign or an
   * operator.
   */
  #unknown(name: string): string {
    const isSign = this.#math && name.length > 1 && this.#source[this.#at] !== "{";
    return isSign && !LAYOUT.has(name) ? ` ${name} ` : "";
  }

  #dollar(): void {
    if (this.#source[this.#at] === "$") this.#at++;
    this.#math = !this.#math;
  }

  #accented(name: string, accent: string, depth: number): string {
    if (/[A-Za-z]/.test(name)) this.#skipSpaces();
    const letter = this.#argument(depth);
    if (letter === "") return /[`'^~="]/.test(name) ? name : "";
    const [first = "", ...others] = [...letter.replace(/^ı/, "i").replace(/^ȷ/, "j")];
    return `${first}${accent}${others.join("")}`.normalize("NFC");
  }

  /** The next group without its braces, or the next token. */
  #argument(depth: number): string {
    if (depth > DEPTH_MAX) return "";
    if (this.#source[this.#at] !== "{")
      return this.#at < this.#source.length ? this.#next(depth + 1) : "";
    this.#at++;
    let text = "";
    for (let open = 1; this.#at < this.#source.length; ) {
      const character = this.#source[this.#at];
      if (character === "{") open++;
      if (character === "}" && --open === 0) {
        this.#at++;
        break;
      }
      text += this.#next(depth + 1);
    }
    return text;
  }

  #skipSpaces(): void {
    while (this.#source[this.#at] === " ") this.#at++;
  }
}
