/**
 * The console's script. Every page works without it: it only renews what changes and copies a key.
 * What changes is marked `data-live`; it is taken from the same page, asked for again.
 */

/** @type {RequestInit} */
const LIVE = { headers: { "x-console-live": "1" }, redirect: "error" };
const EVERY_MS = 5_000;
const FULL_SPEED_MS = 1_000;

/** @returns {NodeListOf<HTMLElement>} */
function liveParts() {
  return document.querySelectorAll("[data-live]");
}

/** @param {Element} part */
function isRead(part) {
  // What somebody has opened or is about to press stays where it is.
  return part.contains(document.activeElement) || part.querySelector("details[open]") !== null;
}

async function renew() {
  if (document.hidden) return;
  const response = await fetch(location.href, LIVE);
  if (response.status === 401) location.reload();
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of liveParts()) {
    const next = fresh.getElementById(part.id);
    if (next === null || isRead(part)) continue;
    if (next.innerHTML !== part.innerHTML) part.replaceChildren(...next.childNodes);
  }
}

/** @param {boolean} reached */
function showReach(reached) {
  document.body.classList.toggle("unreachable", !reached);
}

/** Work that is under way is looked at more often. */
function later() {
  const busy = document.querySelector("main progress") !== null;
  setTimeout(loop, busy ? FULL_SPEED_MS : EVERY_MS);
}

function loop() {
  renew()
    .then(() => showReach(true))
    .catch(() => showReach(false))
    .finally(later);
}

// On a narrow screen the navigation is a strip that may begin elsewhere.
document
  .querySelector("nav [aria-current]")
  ?.scrollIntoView({ block: "nearest", inline: "center" });

if (document.querySelector("main [data-live]") !== null) later();

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
  document.querySelectorAll("[data-copy]")
)) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const copied = document.getElementById(button.dataset.copy ?? "")?.textContent ?? "";
    await navigator.clipboard.writeText(copied);
    button.textContent = "Copied";
  });
}
