/** How long a button says that it has copied. */
const COPIED_MS = 2000;
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?)/g;

/**
 * Gives each block of code its colours and a button that copies it.
 * @param {ParentNode} root
 */
export function dressCode(root) {
  for (const figure of root.querySelectorAll("figure.code")) {
    const code = figure.querySelector("code");
    const caption = figure.querySelector("figcaption");
    if (code === null || caption === null) continue;
    if (figure instanceof HTMLElement && figure.dataset.language === "json") colour(code);
    caption.append(copyButton(code));
  }
}

/**
 * A block as the server writes it, for what comes later.
 * @param {string} text
 * @param {string} language
 */
export function codeBlock(text, language) {
  const figure = document.createElement("figure");
  figure.className = "code";
  figure.dataset.language = language;
  const caption = document.createElement("figcaption");
  const name = document.createElement("span");
  name.textContent = language === "json" ? "JSON" : "Text";
  caption.append(name);
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", "Response");
  const code = document.createElement("code");
  code.textContent = text;
  pre.append(code);
  figure.append(caption, pre);
  const holder = document.createElement("div");
  holder.append(figure);
  dressCode(holder);
  return figure;
}

/**
 * Puts another text into a block that has its button already.
 * @param {HTMLElement} code
 * @param {string} text
 */
export function writeCode(code, text) {
  code.textContent = text.trimEnd();
  const figure = code.closest("figure");
  if (figure?.dataset.language === "json") colour(code);
}

/** @param {HTMLElement} code */
function copyButton(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    button.textContent = (await copy(code)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => {
      button.textContent = "Copy";
    }, COPIED_MS);
  });
  button.setAttribute("aria-live", "polite");
  return button;
}

/**
 * Browsers give the clipboard to secure pages only; elsewhere the text is selected and copied.
 * @param {HTMLElement} code
 */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    return true;
  } catch {
    const selection = getSelection();
    selection?.selectAllChildren(code);
    return document.execCommand("copy");
  }
}

/** @param {HTMLElement} code */
function colour(code) {
  const text = code.textContent ?? "";
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(JSON_TOKEN)) {
    const [whole, string, colon, word] = match;
    const shown = string ?? whole;
    const span = document.createElement("span");
    span.className =
      string === undefined
        ? word === undefined
          ? "number"
          : "word"
        : colon === undefined
          ? "string"
          : "name";
    span.textContent = shown;
    parts.push(text.slice(end, match.index), span);
    end = match.index + shown.length;
  }
  code.replaceChildren(...parts, text.slice(end));
}
