import { codeBlock } from "./code.js";
import { freshBody, withNewId } from "./requests.js";

const PRODUCTION_KEY = /^\s*pw_production_/i;

export function enableTrying() {
  for (const form of document.querySelectorAll("form[data-try]"))
    if (form instanceof HTMLFormElement) enable(form);
}

/** @param {HTMLFormElement} form */
function enable(form) {
  const body = form.querySelector("textarea");
  const examples = form.querySelector("#try-example");
  const take = (/** @type {string} */ at) => {
    const example = form.querySelector(`template[data-example="${at}"]`);
    if (body !== null && example instanceof HTMLTemplateElement)
      body.value = freshBody(example.content.textContent ?? "");
  };
  take("0");
  if (examples instanceof HTMLSelectElement)
    examples.addEventListener("change", () => take(examples.value));
  form.querySelector("[data-new-id]")?.addEventListener("click", () => {
    if (body !== null) body.value = withNewId(body.value);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const key = form.querySelector("input.key");
  const body = form.querySelector("textarea");
  const button = form.querySelector("button[type=submit]");
  const headers = new Headers();
  if (key instanceof HTMLInputElement) {
    if (PRODUCTION_KEY.test(key.value)) {
      tell(form, "Not sent: this is a production key. Use a sandbox key here.", "bad");
      key.focus();
      return;
    }
    headers.set("authorization", `ApiKey ${key.value.trim()}`);
  }
  for (const field of form.querySelectorAll("[data-header]"))
    if (
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.value !== ""
    )
      headers.set(field.dataset.header ?? "", field.value);
  if (body !== null) headers.set("content-type", "application/json");
  tell(form, "Sending …", "");
  if (button instanceof HTMLButtonElement) button.disabled = true;
  const started = performance.now();
  try {
    const response = await fetch(form.dataset.path ?? "", {
      method: form.dataset.method ?? "GET",
      headers,
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      ...(body !== null && { body: body.value }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - started);
    tell(
      form,
      `${response.status} ${response.statusText} · ${ms} ms`,
      response.ok ? "good" : "bad",
    );
    show(form, response.headers, text);
  } catch (error) {
    tell(form, `No answer: ${error instanceof Error ? error.message : error}`, "bad");
  } finally {
    if (button instanceof HTMLButtonElement) button.disabled = false;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {"good" | "bad" | ""} kind
 */
function tell(form, text, kind) {
  const outcome = form.querySelector(".outcome");
  const answer = form.querySelector(".answer");
  if (!(outcome instanceof HTMLElement) || !(answer instanceof HTMLElement)) return;
  outcome.textContent = text;
  outcome.dataset.kind = kind;
  answer.hidden = true;
}

/**
 * @param {HTMLFormElement} form
 * @param {Headers} headers
 * @param {string} text
 */
function show(form, headers, text) {
  const answer = form.querySelector(".answer");
  if (!(answer instanceof HTMLElement)) return;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Headers";
  details.append(summary, codeBlock(lines, ""));
  answer.replaceChildren(codeBlock(pretty(text), "json"), details);
  answer.hidden = false;
  answer.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
