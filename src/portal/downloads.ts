/**
 * The source of the clients as tar archives (POSIX ustar). Their bytes are UTF-8 throughout, so an
 * archive is a text like every other file of the portal.
 * @module
 */
import type { PortalFile } from "./assets.ts";
import { clientFiles } from "./client-files.ts" with { type: "macro" };

const BLOCK_BYTES = 512;
/** Where a header has its checksum, which counts as blanks while it is made. */
const CHECKSUM = { at: 148, bytes: 8 };
/** The same in each archive, so that equal sources give equal bytes. */
const MODIFIED = 0;

const FILES: Readonly<Record<string, readonly [path: string, text: string][]>> = {
  python: clientFiles("python"),
  typescript: clientFiles("typescript"),
};

/** By the folder of each client, the name of its download. */
export const DOWNLOAD_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(FILES).map((client) => [`clients/${client}`, `phasewise-client-${client}.tar`]),
);

/** By name, which is the last part of the address. */
export const DOWNLOADS: Readonly<Record<string, PortalFile>> = Object.fromEntries(
  Object.entries(FILES).map(([client, files]) => {
    const folder = `phasewise-client-${client}`;
    return [
      `${folder}.tar`,
      { mediaType: "application/x-tar", text: () => archiveOf(folder, files) },
    ];
  }),
);

function archiveOf(folder: string, files: readonly [path: string, text: string][]): string {
  const entries = files.map(([path, text]) => {
    const bytes = Buffer.byteLength(text);
    const padding = "\0".repeat((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
    return header(`${folder}/${path}`, bytes) + text + padding;
  });
  return entries.join("") + "\0".repeat(2 * BLOCK_BYTES);
}

function header(name: string, bytes: number): string {
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const fields = [
    name.padEnd(100, "\0"),
    octal(0o644, 7),
    octal(0, 7),
    octal(0, 7),
    octal(bytes, 11),
    octal(MODIFIED, 11),
    " ".repeat(CHECKSUM.bytes),
    "0",
    "\0".repeat(100),
    "ustar\x0000",
  ].join("");
  const block = fields.padEnd(BLOCK_BYTES, "\0");
  const sum = [...block].reduce((total, character) => total + character.charCodeAt(0), 0);
  const { at, bytes: width } = CHECKSUM;
  return `${block.slice(0, at)}${octal(sum, 6)} ${block.slice(at + width)}`;
}
