import { dressCode } from "./code.js";
import { freshenRequests } from "./requests.js";
import { enableSearch } from "./search.js";
import { makeTabs } from "./tabs.js";
import { enableTenants } from "./tenants.js";
import { enableTrying } from "./try-it.js";

for (const element of document.querySelectorAll("[data-script]")) element.removeAttribute("hidden");
freshenRequests();
dressCode(document);
makeTabs();
enableTenants();
enableSearch();
enableTrying();
enableTheme();
enableMenu();
openTarget();
addEventListener("hashchange", openTarget);

/** The button flips between light and dark, and the choice is kept in this browser. */
function enableTheme() {
  const button = document.querySelector("[data-theme-button]");
  if (button === null) return;
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const other = () =>
    (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark" ? "light" : "dark";
  const name = () => {
    button.textContent = other() === "dark" ? "Dark" : "Light";
    button.setAttribute("aria-label", `${button.textContent} theme`);
  };
  name();
  system.addEventListener("change", name);
  button.addEventListener("click", () => {
    root.dataset.theme = other();
    name();
    try {
      localStorage.setItem("phasewise-theme", root.dataset.theme);
    } catch {
      // The choice then lasts for this page.
    }
  });
}

/** The list of pages is closed on a narrow screen, where it stands above the text. */
function enableMenu() {
  const menu = document.querySelector(".menu");
  const narrow = matchMedia("(max-width: 60rem)");
  const follow = () => {
    if (menu instanceof HTMLDetailsElement) menu.open = !narrow.matches;
  };
  follow();
  narrow.addEventListener("change", follow);
  menu?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** Opens what hides the target of the address. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  for (let at = target.parentElement; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  target.scrollIntoView();
}
