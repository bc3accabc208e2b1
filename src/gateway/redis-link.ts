/**
 * One connection to a Redis or Valkey server that is either usable or known not to be.
 *
 * Whatever goes wrong ends the connection: so no command waits behind one that hangs, and after a
 * failover the name is looked up again. While there is no connection, commands fail at once. Once
 * a second the link proves itself or connects anew.
 * @module
 */
import { connect } from "node:net";
import { RedisClient } from "bun";
import type { LinkFailure } from "../telemetry/metrics.ts";

/** An answer waits for the server no longer than this. A reply takes about a hundredth of it. */
const REPLY_MS_MAX = 250;
/** Longer than a reply, because a connection needs several, and TLS more of them. */
const CONNECT_MS_MAX = 1_000;
const LOOK_EVERY_MS = 1_000;
const DEFAULT_PORT = 6_379;
/** The server does not know a script after its restart. That is no fault. */
const UNKNOWN_SCRIPT = /^NOSCRIPT\b/;

export class LinkError extends Error {
  constructor(
    readonly failure: LinkFailure,
    message: string,
  ) {
    super(message);
  }
}

interface LinkOptions {
  /** With user and password, where the server wants them. It is never shown. */
  url: string;
  /** Whether the server can do what is needed. It throws where it cannot. */
  prove(): Promise<unknown>;
  /** Called at each change: with the cause when the server is lost, with null when it is usable. */
  onChange(fault: string | null): void;
}

export class RedisLink {
  readonly #options: LinkOptions;
  #client: RedisClient | null = null;
  /** Not usable yet. */
  #connecting: RedisClient | null = null;
  /** Null too until the first connection has failed. */
  #fault: string | null = null;
  #reportedFault: string | null | undefined;
  #checking = false;
  #ended = false;
  #timer: Timer | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Connects for the first time. Resolves when that has succeeded or failed. */
  async start(): Promise<void> {
    await this.#check();
  }

  /** Why the server cannot be used now; null where it can. */
  fault(): string | null {
    return this.#fault;
  }

  /** @throws LinkError */
  async send(command: string, args: string[]): Promise<unknown> {
    const client = this.#client;
    if (client === null) throw new LinkError("unreachable", this.#fault ?? "not connected");
    try {
      return await inTime(client.send(command, args), REPLY_MS_MAX);
    } catch (error) {
      const linkError = linkErrorOf(error);
      if (!UNKNOWN_SCRIPT.test(linkError.message)) this.#drop(client, linkError.message);
      throw linkError;
    }
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    const client = this.#client ?? this.#connecting;
    this.#client = null;
    client?.close();
  }

  #drop(client: RedisClient, cause: string): void {
    if (client !== this.#client) return;
    const wasUsable = this.#fault === null;
    this.#client = null;
    this.#fault = cause;
    client.close();
    this.#reportChange();
    // A server that lets this service in and then refuses its commands is given a pause.
    if (wasUsable) this.#checkIn(0);
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#ended) this.#timer = setTimeout(() => this.#check(), ms).unref();
  }

  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      if (this.#client === null) await this.#connect();
      else await this.#prove();
    } catch (error) {
      // Whatever it is, the next look must come.
      if (this.#client === null) this.#fault = (error as Error).message;
    } finally {
      this.#checking = false;
      this.#checkIn(LOOK_EVERY_MS);
    }
  }

  /** A failure is noted by `send`. */
  async #prove(): Promise<void> {
    await this.#options.prove().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new RedisClient(this.#options.url, {
      connectionTimeout: CONNECT_MS_MAX,
      autoReconnect: false,
      enableOfflineQueue: false,
    });
    this.#connecting = client;
    try {
      await inTime(client.connect(), CONNECT_MS_MAX);
    } catch {
      client.close();
      if (this.#ended) return;
      this.#fault = await causeOf(this.#options.url);
      if (!this.#ended) this.#reportChange();
      return;
    } finally {
      this.#connecting = null;
    }
    if (this.#ended) return client.close();
    this.#client = client;
    client.onclose = () => this.#drop(client, "the server closed the connection");
    await this.#prove();
    if (this.#client !== client) return;
    this.#fault = null;
    this.#reportChange();
  }

  #reportChange(): void {
    if (this.#reportedFault === this.#fault) return;
    this.#reportedFault = this.#fault;
    this.#options.onChange(this.#fault);
  }
}

function linkErrorOf(error: unknown): LinkError {
  if (error instanceof LinkError) return error;
  const { code, message } = error as Error & { code?: string };
  return code === "ERR_REDIS_SERVER_ERROR"
    ? new LinkError("refused", message)
    : new LinkError("unreachable", message);
}

/** @throws LinkError `late` */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  // A reply that came while this process was busy is read before anything is called late.
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new LinkError("late", `no reply within ${ms} ms`))),
    ms,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The client tells every failed connection with the same words, so this finds out more. */
async function causeOf(url: string): Promise<string> {
  const { protocol, hostname, port, pathname } = new URL(url);
  const local = protocol === "redis+unix:";
  const portUsed = port === "" ? DEFAULT_PORT : Number(port);
  const place = local ? pathname : `${hostname}:${portUsed}`;
  const opened = Promise.withResolvers<string | null>();
  const socket = connect(
    local ? { path: pathname } : { host: unbracketed(hostname), port: portUsed },
    () => opened.resolve(null),
  );
  socket.on("error", (error: NodeJS.ErrnoException) => opened.resolve(error.code ?? "no answer"));
  socket.setTimeout(CONNECT_MS_MAX, () => opened.resolve("ETIMEDOUT"));
  const fault = await opened.promise;
  socket.destroy();
  if (fault !== null) return `${place} cannot be reached (${fault})`;
  return `${place} does not let this service in: look at user and password, and at redis:// or rediss:// (TLS)`;
}

function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
