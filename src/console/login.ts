/**
 * One-time links into the console.
 *
 * A running console keeps a random secret in a file that only its user can read. The command
 * `console login` signs a link with it. So whoever can read the data directory can make a link, and
 * nobody else. The secret and every link end with the process.
 * @module
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../contract/error.ts";
import { writeFileDurably } from "../files/durable.ts";

export const LINK_MINUTES = 5;
const LINK_MS = LINK_MINUTES * 60_000;
const SECRET_BYTES = 32;
const NONCE_BYTES = 16;
/** A token is a few hundred characters; a longer one is not read. */
const TOKEN_CHARS_MAX = 1_024;

/** What a running console tells the commands of its user. */
interface ConsoleEndpoint {
  url: string;
  secret: string;
  pid: number;
}

interface Ticket {
  /** Who asked for the link. */
  by: string;
  expires_ms: number;
  nonce: string;
}

export type Refusal = "not a link of this console" | "the link has expired" | "a used link";

function endpointFile(stateDir: string): string {
  return join(stateDir, "console-door.json");
}

function signatureOf(secret: string, text: string): Buffer {
  return createHmac("sha256", secret).update(text).digest();
}

/** The side of the running console. */
export class Links {
  readonly #stateDir: string;
  readonly #secret = randomBytes(SECRET_BYTES).toString("base64url");
  readonly #now: () => number;
  /** Nonces of used links, until these would have expired anyway. */
  readonly #used = new Map<string, number>();

  constructor(stateDir: string, now: () => number) {
    this.#stateDir = stateDir;
    this.#now = now;
  }

  /** From now on the commands of this user can make links. */
  open(url: string): void {
    mkdirSync(this.#stateDir, { recursive: true, mode: 0o700 });
    const endpoint: ConsoleEndpoint = { url, secret: this.#secret, pid: process.pid };
    writeFileDurably(endpointFile(this.#stateDir), JSON.stringify(endpoint));
  }

  close(): void {
    rmSync(endpointFile(this.#stateDir), { force: true });
  }

  /** Uses a link up: who asked for it, or why it is refused. */
  use(token: string): { by: string } | { refused: Refusal } {
    const ticket = this.#read(token);
    if (ticket === null) return { refused: "not a link of this console" };
    const now = this.#now();
    if (ticket.expires_ms <= now) return { refused: "the link has expired" };
    for (const [nonce, expires] of this.#used) if (expires <= now) this.#used.delete(nonce);
    if (this.#used.has(ticket.nonce)) return { refused: "a used link" };
    this.#used.set(ticket.nonce, ticket.expires_ms);
    return { by: ticket.by };
  }

  #read(token: string): Ticket | null {
    if (token.length > TOKEN_CHARS_MAX) return null;
    const [payload = "", signature = "", ...rest] = token.split(".");
    const presented = Buffer.from(signature, "base64url");
    const expected = signatureOf(this.#secret, payload);
    if (rest.length > 0 || presented.length !== expected.length) return null;
    if (!timingSafeEqual(presented, expected)) return null;
    // Only `makeLink` can have signed it, so it has the form of a ticket.
    return JSON.parse(Buffer.from(payload, "base64url").toString()) as Ticket;
  }
}

/**
 * A link into the console that runs on this data directory.
 * @param by who asks for it; the ledger names them for every change they make
 * @throws OperatorError where no console runs there
 */
export function makeLink(
  stateDir: string,
  by: string,
  nowMs: number,
): { url: string; expires_at: string } {
  const { url, secret } = readEndpoint(stateDir);
  const ticket: Ticket = {
    by,
    expires_ms: nowMs + LINK_MS,
    nonce: randomBytes(NONCE_BYTES).toString("base64url"),
  };
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  const token = `${payload}.${signatureOf(secret, payload).toString("base64url")}`;
  return {
    url: `${url}/login?token=${token}`,
    expires_at: new Date(ticket.expires_ms).toISOString(),
  };
}

function readEndpoint(stateDir: string): ConsoleEndpoint {
  let text: string;
  try {
    text = readFileSync(endpointFile(stateDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      throw new OperatorError(
        `cannot read ${endpointFile(stateDir)}: run this command as the service's user`,
      );
    throw new OperatorError(
      "no console runs on this data directory: start the service with --console-port, and check --data-dir",
    );
  }
  const endpoint = JSON.parse(text) as ConsoleEndpoint;
  if (!runs(endpoint.pid))
    throw new OperatorError(
      "the service whose console was here has ended: start it again with --console-port",
    );
  return endpoint;
}

/** A process of another user counts as running. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
