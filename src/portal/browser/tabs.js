const KEPT = "phasewise-language";

/** Turns blocks that say the same in several languages into tabs; one choice holds for all. */
export function makeTabs() {
  const groups = [...document.querySelectorAll(".tabs")].map((group, at) => tabsOf(group, at));
  const choose = (/** @type {string} */ language) => {
    for (const select of groups) select(language);
    try {
      localStorage.setItem(KEPT, language);
    } catch {
      // The choice then lasts for this page.
    }
  };
  for (const group of document.querySelectorAll(".tabs"))
    group.addEventListener("choose", (event) => {
      if (event instanceof CustomEvent) choose(event.detail);
    });
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // The first language is shown.
  }
  for (const select of groups) select(kept ?? "");
}

/**
 * @param {Element} group
 * @param {number} at
 * @returns a function that shows one language, or the first where it is not there
 */
function tabsOf(group, at) {
  const panels = [...group.children].filter((each) => each instanceof HTMLElement);
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.id = `tab-${at}-${index}`;
    tab.textContent = panel.querySelector("figcaption span")?.textContent ?? "";
    panel.id = `panel-${at}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => tell(group, panel));
    list.append(tab);
    return tab;
  });
  list.addEventListener("keydown", (event) => {
    const now = tabs.findIndex((tab) => tab.matches(":focus"));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (now === -1 || step === undefined) return;
    event.preventDefault();
    const next = (now + step + tabs.length) % tabs.length;
    tabs[next]?.focus();
    const panel = panels[next];
    if (panel !== undefined) tell(group, panel);
  });
  group.prepend(list);
  return (/** @type {string} */ language) => {
    const found = panels.findIndex((panel) => panel.dataset.language === language);
    const shown = Math.max(found, 0);
    for (const [index, panel] of panels.entries()) {
      panel.hidden = index !== shown;
      tabs[index]?.setAttribute("aria-selected", String(index === shown));
      tabs[index]?.setAttribute("tabindex", index === shown ? "0" : "-1");
    }
  };
}

/**
 * @param {Element} group
 * @param {HTMLElement} panel
 */
function tell(group, panel) {
  group.dispatchEvent(new CustomEvent("choose", { detail: panel.dataset.language }));
}
