import { writeCode } from "./code.js";
import { freshBody } from "./requests.js";

const KEPT = "phasewise-tenant";
/** The wearable that the pages are written with. */
const WRITTEN = "oura";
const PATH = /\/v1\/[\w-]+\/recommendation/g;

/** Lets a reader choose a wearable, whose path and body then stand in the samples of a page. */
export function enableTenants() {
  // A page of the reference is about one wearable.
  if (document.body.classList.contains("wide")) return;
  const bodies = codesOf("[data-request]");
  const calls = codesOf('[data-language="sh"], [data-language="ts"], [data-language="python"]');
  const named = calls.filter((code) => code.textContent?.match(PATH));
  const first = document.querySelector("[data-request]") ?? named[0]?.closest(".tabs, figure");
  if (first == null || named.length === 0) return;
  const select = document.createElement("select");
  for (const tenant of tenants()) select.append(new Option(tenant, tenant));
  select.value = WRITTEN;
  const show = async (/** @type {string} */ tenant) => {
    const body = bodies.length === 0 ? "" : await readyBody(tenant);
    for (const code of bodies) writeCode(code, body);
    for (const code of named)
      writeCode(code, (code.textContent ?? "").replace(PATH, `/v1/${tenant}/recommendation`));
    select.value = tenant;
  };
  select.addEventListener("change", () => {
    show(select.value);
    try {
      localStorage.setItem(KEPT, select.value);
    } catch {
      // The choice then lasts for this page.
    }
  });
  const label = document.createElement("label");
  label.className = "tenant";
  label.append("Your wearable ", select);
  first.before(label);
  const kept = keptTenant();
  if (kept !== WRITTEN && tenants().includes(kept)) show(kept);
}

/** @param {string} kind of figures, as a selector */
function codesOf(kind) {
  const figures = [...document.querySelectorAll("main figure.code")];
  return figures
    .filter((figure) => figure.matches(kind))
    .flatMap((figure) => figure.querySelector("code") ?? []);
}

/** Those that the service has, as the list of pages names them. */
function tenants() {
  const links = [...document.querySelectorAll("nav.side a")];
  return links.flatMap(
    (link) => /\/recommend-([\w-]+)$/.exec(link.getAttribute("href") ?? "")?.[1] ?? [],
  );
}

/** @param {string} tenant */
async function readyBody(tenant) {
  const response = await fetch(`/docs/recommend-${tenant}.json`);
  return freshBody(await response.text());
}

function keptTenant() {
  try {
    return localStorage.getItem(KEPT) ?? WRITTEN;
  } catch {
    return WRITTEN;
  }
}
