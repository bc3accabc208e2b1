/**
 * Makes every file of the portal for one address, off the event loop: the pages are rendered from
 * the API document and compressed. The thread ends after that.
 * @module
 */
import { portalFiles } from "../portal/index.ts";
import type { PortalReply, PortalTask } from "./portal.ts";
import { encode } from "./static-page.ts";

declare const self: Worker;

self.onmessage = ({ data: { document, origin } }: MessageEvent<PortalTask>) => {
  const files = portalFiles(JSON.parse(document), origin);
  const reply: PortalReply = [...files].map(([path, { mediaType, text }]) => ({
    path,
    mediaType,
    encoded: encode(text()),
  }));
  const buffers = reply.flatMap(({ encoded: { plain, br, gzip } }) => [plain, br, gzip]);
  self.postMessage(
    reply,
    buffers.map(({ buffer }) => buffer),
  );
};
