/**
 * Reads the text of a file. Its encoding comes from a byte order mark or XML declaration, else it
 * is UTF-8. The line formats have neither, so each of their lines is decoded by itself.
 * @module
 */
import { isUtf8 } from "node:buffer";
import { OperatorError } from "../../contract/error.ts";
import { checkFile, fileBytes, isGzip } from "./file-bytes.ts";
import { RECORD_CHARS_MAX } from "./file-fault.ts";

const HEAD_CHARS = 1024;

/** Containers and documents that people often send instead of the export in them. */
const NOT_TEXT: readonly { magic: string; what: string }[] = [
  { magic: "%PDF-", what: "a PDF document" },
  { magic: "PK\u0003\u0004", what: "a zip archive (or an Office document); unpack it" },
  { magic: "BZh", what: "packed with bzip2; unpack it" },
  { magic: "\u00fd7zXZ", what: "packed with xz; unpack it" },
  { magic: "\u0028\u00b5\u002f\u00fd", what: "packed with zstd; unpack it" },
  { magic: "7z\u00bc\u00af", what: "a 7z archive; unpack it" },
  { magic: "SQLite format 3", what: "a database" },
  { magic: "{\\rtf", what: "a rich text document; save it as plain text" },
  { magic: "\u00d0\u00cf\u0011\u00e0", what: "an Office document" },
];

/**
 * The text in pieces.
 * @throws OperatorError (without file name) where the file is not readable text
 */
export async function* readText(path: string): AsyncGenerator<string> {
  checkFile(path);
  const encoding = await encodingOf(path);
  if (encoding === null) {
    for await (const lines of wholeLines(withoutNul(path))) yield decodedLines(lines);
    return;
  }
  const decoder = new TextDecoder(encoding as Bun.Encoding, { fatal: true });
  let bytes = 0;
  for await (const piece of encoding.startsWith("utf-16") ? fileBytes(path) : withoutNul(path)) {
    yield decoded(decoder, piece, bytes);
    bytes += piece.length;
  }
  yield decoded(decoder, null, bytes);
}

async function* withoutNul(path: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of fileBytes(path)) {
    const nul = piece.indexOf(0);
    if (nul >= 0) throw new OperatorError(`is not a text file: byte ${bytes + nul + 1} is NUL`);
    yield piece;
    bytes += piece.length;
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * More characters than a reader accepts in any encoding, so that the reader refuses the line by its
 * number.
 */
const LINE_BYTES_MAX = 3 * RECORD_CHARS_MAX;

/** The same bytes, split only at line ends. */
async function* wholeLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let unfinished: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf(LINE_FEED), piece.lastIndexOf(CARRIAGE_RETURN)) + 1;
    length += piece.length;
    if (end === 0 && length <= LINE_BYTES_MAX) {
      unfinished.push(piece);
      continue;
    }
    yield Buffer.concat([...unfinished, piece.subarray(0, end)]);
    unfinished = [piece.subarray(end)];
    length = piece.length - end;
  }
  yield Buffer.concat(unfinished);
}

const UTF_8 = new TextDecoder("utf-8");
const WINDOWS_1252 = new TextDecoder("windows-1252");

/** One file may combine exports of two databases, each with an encoding of its own. */
function decodedLines(lines: Buffer): string {
  if (isUtf8(lines)) return UTF_8.decode(lines);
  return lines
    .toString("latin1")
    .split(/(?<=[\r\n])/)
    .map((line) => {
      const bytes = Buffer.from(line, "latin1");
      return (isUtf8(bytes) ? UTF_8 : WINDOWS_1252).decode(bytes);
    })
    .join("");
}

function decoded(decoder: TextDecoder, piece: Uint8Array | null, before: number): string {
  let text: string;
  try {
    text = piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new OperatorError(
      `is not ${decoder.encoding.toUpperCase()} text (near byte ${before + 1})`,
    );
  }
  if (text.includes("\0"))
    throw new OperatorError(`is not a text file: NUL near byte ${before + 1}`);
  return text;
}

/** Null where each line must be decoded by itself. */
async function encodingOf(path: string): Promise<string | null> {
  const bytes = await head(path);
  const ascii = String.fromCharCode(...bytes.subarray(0, HEAD_CHARS));
  if (isGzip(bytes)) throw new OperatorError("is packed with gzip twice");
  const other = NOT_TEXT.find(({ magic }) => ascii.startsWith(magic));
  if (other !== undefined) throw new OperatorError(`is ${other.what}`);
  if (/^(?:\u00ff\u00fe\0\0|\0\0\u00fe\u00ff)/.test(ascii))
    throw new OperatorError("is UTF-32; save it as UTF-8");
  if (ascii.startsWith("\u00ff\u00fe")) return "utf-16le";
  if (ascii.startsWith("\u00fe\u00ff")) return "utf-16be";
  const declared = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
    ascii,
  )?.[1];
  if (declared !== undefined) return supported(declared);
  // XML and JSON without a declaration are UTF-8. The older line formats are often Latin-1 and
  // cannot declare it.
  const isLineFormat = !/^(?:\u00ef\u00bb\u00bf)?\s*[<{[]/.test(ascii);
  return isLineFormat ? null : "utf-8";
}

function supported(label: string): string {
  try {
    const { encoding } = new TextDecoder(label as Bun.Encoding);
    // The declaration was read byte by byte, so the file is not in that encoding.
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    throw new OperatorError(`is in an unknown encoding, "${label}"`);
  }
}

async function head(path: string): Promise<Uint8Array> {
  for await (const piece of fileBytes(path)) return piece;
  return new Uint8Array();
}
