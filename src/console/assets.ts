/** The style sheet, the script and the icon, which travel inside the program as text. */

import shared from "../markup/base.css" with { type: "text" };
import icon from "./assets/icon.svg" with { type: "text" };
import style from "./assets/page.css" with { type: "text" };
import script from "./assets/page.js" with { type: "text" };

const ASSETS: Readonly<Record<string, { type: string; text: string }>> = {
  "page.css": { type: "text/css; charset=utf-8", text: `${shared}\n${style}` },
  "page.js": { type: "text/javascript; charset=utf-8", text: script },
  "icon.svg": { type: "image/svg+xml", text: icon },
};

export function assetPath(name: string): string {
  return `/assets/${name}`;
}

/** Null where there is no such asset; names are looked up and never read as paths. */
export function asset(name: string): Response | null {
  const found = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (found === undefined) return null;
  return new Response(found.text, { headers: { "content-type": found.type } });
}
