/**
 * The scripts, styles and pictures of the portal, as they are served.
 * @module
 */
import shared from "../markup/base.css" with { type: "text" };
import base from "./browser/base.css" with { type: "text" };
import codeStyle from "./browser/code.css" with { type: "text" };
import code from "./browser/code.js" with { type: "text" };
import frame from "./browser/frame.css" with { type: "text" };
import icon from "./browser/icon.svg" with { type: "text" };
import portal from "./browser/portal.js" with { type: "text" };
import prose from "./browser/prose.css" with { type: "text" };
import reference from "./browser/reference.css" with { type: "text" };
import requests from "./browser/requests.js" with { type: "text" };
import screens from "./browser/screens.css" with { type: "text" };
import searchStyle from "./browser/search.css" with { type: "text" };
import search from "./browser/search.js" with { type: "text" };
import tabs from "./browser/tabs.js" with { type: "text" };
import tenants from "./browser/tenants.js" with { type: "text" };
import theme from "./browser/theme.js" with { type: "text" };
import tryItStyle from "./browser/try-it.css" with { type: "text" };
import tryIt from "./browser/try-it.js" with { type: "text" };

export interface PortalFile {
  mediaType: string;
  /** Makes it; pages are made when somebody asks for them. */
  text(): string;
}

/** What narrow screens change comes last. */
const STYLES = [shared, base, frame, prose, codeStyle, reference, tryItStyle, searchStyle, screens];

/** By name, which is the last part of the address. */
export const ASSETS: Readonly<Record<string, PortalFile>> = {
  "portal.css": { mediaType: "text/css; charset=utf-8", text: () => STYLES.join("\n") },
  "icon.svg": { mediaType: "image/svg+xml", text: () => icon },
  ...Object.fromEntries(
    Object.entries({
      "theme.js": theme,
      "portal.js": portal,
      "code.js": code,
      "tabs.js": tabs,
      "tenants.js": tenants,
      "requests.js": requests,
      "search.js": search,
      "try-it.js": tryIt,
    }).map(([name, text]) => [
      name,
      { mediaType: "text/javascript; charset=utf-8", text: () => text },
    ]),
  ),
};
