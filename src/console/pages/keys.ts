/** The partners' keys: list, issue, rotate, revoke. */

import { type Html, html } from "../../markup/html.ts";
import { SLUGS } from "../../operator/clients.ts";
import { ENVIRONMENTS, type IssuedKey } from "../../store/records.ts";
import {
  byCommand,
  csrf,
  day,
  moment,
  options,
  type Page,
  pill,
  type Tone,
  table,
} from "../layout.ts";
import type { Session } from "../sessions.ts";
import type { ShownKey } from "../store-access.ts";

export const DEFAULT_GRACE = "24h";
const TONES: Record<ShownKey["status"], Tone> = { valid: "good", expired: "mute", revoked: "bad" };

export function keysPage(keys: readonly ShownKey[], session: Session): Page {
  const rows = keys.map((key) => [
    html`<span>${key.client_id} <span class="mute">${key.label}</span><br><span class="id">${key.key_id}</span>${key.replaces !== null && html`<br><span class="mute">replaces <span class="id">${key.replaces}</span></span>`}</span>`,
    html`<span>${pill(TONES[key.status], key.status)}${key.changes.map(changeSentence)}</span>`,
    day(key.created_at),
    day(key.expires_at, "never"),
    moment(key.last_used_at, "never"),
    key.status === "valid" ? acts(key, session) : null,
  ]);
  const body = html`<section class="card"><h2>Issue a key</h2>${issueForm(session)}</section>
<section class="card">${table(
    ["key", "status", "created", "expires", "last used", "change"],
    rows,
    { caption: "Keys, newest first", empty: "There are no keys yet." },
  )}</section>${byCommand("phasewise keys issue|list|rotate|revoke")}`;
  return { title: "Keys", under: "/keys", body };
}

function changeSentence({ change, at, by }: ShownKey["changes"][number]): Html {
  return html`<br><span class="mute">${change} ${day(at)}, ${by}</span>`;
}

function issueForm(session: Session): Html {
  return html`<form method="post" action="/keys" class="fields">${csrf(session)}
<label>Tenant<select name="tenant">${options(SLUGS, undefined)}</select></label>
<label>Environment<select name="environment">${options(ENVIRONMENTS, undefined)}</select></label>
<label>Label<input name="label" maxlength="200" autocomplete="off" placeholder="a note for this list"></label>
<label>Lifetime<input name="expires_in" maxlength="8" autocomplete="off" placeholder="365d; blank: no end"></label>
<button class="main">Issue</button></form>`;
}

function acts({ key_id, client_id }: ShownKey, session: Session): Html {
  return html`<span class="acts"><details class="act"><summary>Rotate …</summary>
<form method="post" action="/keys/${key_id}/rotate">${csrf(session)}
<label>The old key works for<input name="grace" value="${DEFAULT_GRACE}" maxlength="8" size="6"></label>
<p class="acts"><button>Issue the successor</button></p></form></details>
<details class="act"><summary>Revoke …</summary>
<form method="post" action="/keys/${key_id}/revoke">${csrf(session)}
<p>The next request of ${client_id} with this key is refused.</p><button class="danger">Revoke now</button></form></details></span>`;
}

/** The only time that a key is shown. */
export function issuedPage(
  { key, key_id, client_id, expires_at }: IssuedKey,
  consent: string,
): Page {
  const body = html`<section class="card"><p>Give this key to the partner now. Only its hash is stored, so it cannot be shown again.</p>
<code class="secret" id="key">${key}</code>
<p class="acts"><button type="button" data-copy="key" hidden>Copy</button><a class="button" href="/keys">Done</a></p>
<p class="mute">${client_id} · <span class="id">${key_id}</span> · expires ${moment(expires_at, "never")}</p></section>
${
  consent !== "active" &&
  html`<p class="note fault" role="alert">Consent of ${client_id} is ${consent.replaceAll("_", " ")}, so requests with this key are refused. <a href="/consent/${client_id}">Change it</a></p>`
}`;
  return { title: "A new key", under: "/keys", body };
}
