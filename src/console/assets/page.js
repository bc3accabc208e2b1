/**
 * The console's script. Every page works without it: it only renews what changes and copies a key.
 * What changes is marked `data-live`; it is taken from the same page, asked for again.
 */
const LIVE = { headers: { "x-console-live": "1" }, redirect: "error" };
const EVERY_MS = Number(document.querySelector("[data-every]")?.dataset.every ?? 5000);

async function renew() {
  if (document.hidden) return;
  const response = await fetch(location.href, LIVE);
  if (response.status === 401) location.reload();
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const next = fresh.getElementById(part.id);
    // What somebody reads or is about to press stays where it is.
    if (next === null || part.contains(document.activeElement)) continue;
    if (next.innerHTML !== part.innerHTML) part.replaceChildren(...next.childNodes);
  }
}

function showReach(reached) {
  document.body.classList.toggle("unreachable", !reached);
}

function loop() {
  renew()
    .then(() => showReach(true))
    .catch(() => showReach(false))
    .finally(() => setTimeout(loop, EVERY_MS));
}

if (document.querySelector("main [data-live]") !== null) setTimeout(loop, EVERY_MS);

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}
