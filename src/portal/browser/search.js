const SHOWN_MAX = 12;
/** What a word of the question is worth where it is found. */
const WORTH = { start: 8, title: 4, text: 2, where: 1 };

/**
 * @typedef {object} Entry
 * @property {string} t title
 * @property {string} w where it stands
 * @property {string} h address
 * @property {string} x further words that find it
 */

/** Opens with the button, `/` or Control+K; arrows choose, Enter goes there, Escape closes. */
export function enableSearch() {
  const dialog = document.querySelector("dialog.search");
  const input = dialog?.querySelector("input");
  const list = dialog?.querySelector("ul");
  const note = dialog?.querySelector(".search-note");
  if (!(dialog instanceof HTMLDialogElement) || !input || !list || !note) return;
  /** @type {Entry[] | null} */
  let entries = null;
  let chosen = -1;

  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    entries ??= await (await fetch("/docs/search.json")).json();
    show();
  };
  const choose = (/** @type {number} */ at) => {
    chosen = at;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute("aria-selected", String(index === at));
      if (index === at) option.scrollIntoView({ block: "nearest" });
    }
    if (at === -1) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${at}`);
  };
  const show = () => {
    const found = entries === null ? [] : find(entries, input.value);
    list.replaceChildren(...found.map(option));
    input.setAttribute("aria-expanded", String(found.length > 0));
    note.textContent = noteOf(input.value, found.length);
    choose(found.length > 0 ? 0 : -1);
  };
  const go = () => {
    const option = list.children[chosen];
    if (!(option instanceof HTMLElement)) return;
    dialog.close();
    location.assign(option.dataset.address ?? "");
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = list.children.length;
    if (step !== undefined && count > 0) {
      event.preventDefault();
      choose((chosen + step + count) % count);
    }
    if (event.key === "Enter") go();
  });
  list.addEventListener("click", (event) => {
    choose(
      [...list.children].findIndex((each) => each.contains(/** @type {Node} */ (event.target))),
    );
    go();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.querySelector("[data-search]")?.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof Element && event.target.matches("input, textarea, select");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const control = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!slash && !control) return;
    event.preventDefault();
    open();
  });
}

/**
 * The entries that have every word of the question, best first.
 * @param {readonly Entry[]} entries
 * @param {string} question
 */
function find(entries, question) {
  const words = question
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, worth: worthOf(entry, words) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry);
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} words
 */
function worthOf({ t, w, x }, words) {
  const title = t.toLowerCase();
  let worth = 0;
  let alone = true;
  for (const word of words) {
    const here =
      (title.split(/[\s_/]+/).some((part) => part.startsWith(word)) || title.startsWith(word)
        ? WORTH.start
        : 0) +
      (title.includes(word) ? WORTH.title : 0) +
      (w.toLowerCase().includes(word) ? WORTH.where : 0) +
      (x.toLowerCase().includes(word) ? WORTH.text : 0);
    if (here === 0) return 0;
    if (here > WORTH.where) alone = false;
    worth += here;
  }
  // What stands below something is not that thing itself.
  if (alone) return 0;
  // Of equals the shorter title says it more exactly.
  return worth + 1 / (1 + title.length);
}

/**
 * @param {Entry} entry
 * @param {number} at
 */
function option({ t, w, h }, at) {
  const item = document.createElement("li");
  item.id = `found-${at}`;
  item.setAttribute("role", "option");
  item.dataset.address = h;
  const title = document.createElement("span");
  title.className = "found-title";
  title.textContent = t;
  const where = document.createElement("span");
  where.className = "found-where";
  where.textContent = w;
  item.append(title, where);
  return item;
}

/**
 * @param {string} question
 * @param {number} count
 */
function noteOf(question, count) {
  if (question.trim() === "") return "Type a word: a page, an error, a member such as average_hrv.";
  return count === 0
    ? "Nothing has all of these words."
    : `${count} shown. Arrows choose, Enter opens.`;
}
