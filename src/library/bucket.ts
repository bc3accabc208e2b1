/**
 * A folder of an S3-compatible object store: small objects with their tags, and large ones from and
 * to files, in bounded memory.
 *
 * Requests go to addresses that the client has signed, so that each has a time limit, a condition
 * and a status. A signed address is as good as a key for minutes, so no message repeats one.
 * @module
 */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { OperatorError } from "../contract/error.ts";

const SIGNED_SECONDS = 300;
const ANSWER_MS_MAX = 10_000;
/** A transfer that brings nothing for so long has ended. */
const SILENCE_MS_MAX = 20_000;
/** Ten thousand parts of this size are the largest object: 160 GB. */
const PART_BYTES = 16 << 20;
const PARTS_AT_ONCE = 2;
const PART_TRIES = 3;
const ADDRESS =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_=-][A-Za-z0-9_.=-]*)*)\/?$/;
/** The store's own name of a fault, such as `AccessDenied`. */
const CODE = /<Code>([A-Za-z]{1,60})<\/Code>/;

export interface BucketPlace {
  /** `s3://BUCKET/PREFIX`. */
  url: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

/** The store could not be asked, or refused. What is in it is another matter. */
export class BucketError extends OperatorError {
  constructor(
    message: string,
    /** The status of the answer; 0 where there was none. */
    readonly status: number,
  ) {
    super(message);
  }
}

export interface StoredObject {
  bytes: Uint8Array;
  /** Changes with the content. */
  tag: string;
}

export class Bucket {
  readonly #client: Bun.S3Client;
  readonly #url: string;
  readonly #prefix: string;

  /** @throws OperatorError where the address is none */
  constructor({ url, endpoint, region, ...credentials }: BucketPlace) {
    const [, bucket, prefix = ""] = ADDRESS.exec(url) ?? [];
    if (bucket === undefined)
      throw new OperatorError(`${JSON.stringify(url)} is not s3://BUCKET or s3://BUCKET/PREFIX`);
    this.#url = url.replace(/\/$/, "");
    this.#prefix = prefix === "" ? "" : `${prefix.slice(1)}/`;
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    this.#client = new Bun.S3Client({
      bucket,
      endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
    });
  }

  /**
   * A small object.
   * @param known the tag of what the caller has
   * @returns null where the object still has that tag
   * @throws BucketError
   */
  async read(name: string, bytesMax: number, known?: string): Promise<StoredObject | null> {
    const headers: Record<string, string> = known === undefined ? {} : { "if-none-match": known };
    const { signal, heard } = silence();
    const response = await this.#ask("GET", name, { headers, signal });
    if (response.status === 304) return null;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this.#body(name, response, heard)) {
      size += part.length;
      if (size > bytesMax) throw this.#error(name, "is larger than it may be", response.status);
      parts.push(part);
    }
    return { bytes: Buffer.concat(parts), tag: response.headers.get("etag") ?? "" };
  }

  /**
   * Writes a large object into a new file.
   * @param bytes how many it has
   * @throws BucketError, also where it has another size
   */
  async download(name: string, path: string, bytes: number): Promise<void> {
    const { signal, heard } = silence();
    const response = await this.#ask("GET", name, { signal });
    const out = openSync(path, "wx", 0o600);
    try {
      let size = 0;
      for await (const part of this.#body(name, response, heard)) {
        size += part.length;
        if (size > bytes) break;
        for (let done = 0; done < part.length; ) done += writeSync(out, part, done);
      }
      if (size !== bytes)
        throw this.#error(name, `has not the ${bytes} bytes that were published`, response.status);
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
  }

  /** @throws BucketError */
  async upload(name: string, path: string): Promise<void> {
    const file = Bun.file(path);
    try {
      await this.#client.write(this.#prefix + name, file, {
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        retry: PART_TRIES,
      });
      const { size } = await this.#client.stat(this.#prefix + name);
      if (size === file.size) return;
    } catch (error) {
      const { code = "no answer" } = error as { code?: string };
      throw this.#error(name, `cannot be written (${code})`, 0);
    }
    throw this.#error(name, "has another size than what was written", 0);
  }

  /**
   * Puts a small object in the place of the one with this tag.
   * @param tag null where there is none yet
   * @throws BucketError with status 412 where another one is there by now
   */
  async replace(name: string, bytes: Uint8Array<ArrayBuffer>, tag: string | null): Promise<void> {
    const condition = tag === null ? { "if-none-match": "*" } : { "if-match": tag };
    const { signal } = silence();
    await this.#ask("PUT", name, { headers: condition, body: bytes, signal });
  }

  async #ask(
    method: "GET" | "PUT",
    name: string,
    request: {
      headers?: Record<string, string>;
      body?: Uint8Array<ArrayBuffer>;
      signal: AbortSignal;
    },
  ): Promise<Response> {
    const address = this.#client.presign(this.#prefix + name, {
      method,
      expiresIn: SIGNED_SECONDS,
    });
    const response = await fetch(address, { method, redirect: "manual", ...request }).catch(
      (error: Error) => {
        throw this.#error(name, `cannot be reached (${causeOf(error)})`, 0);
      },
    );
    if (response.ok || response.status === 304) return response;
    const text = await response.text().catch(() => "");
    const code = CODE.exec(text)?.[1] ?? String(response.status);
    throw this.#error(name, `is refused (${code})${remedyFor(code)}`, response.status);
  }

  async *#body(name: string, response: Response, heard: () => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of response.body ?? []) {
        heard();
        yield part;
      }
    } catch (error) {
      if (error instanceof BucketError) throw error;
      throw this.#error(name, `was cut off (${causeOf(error as Error)})`, response.status);
    }
  }

  #error(name: string, fault: string, status: number): BucketError {
    return new BucketError(`${this.#url}/${name} ${fault}`, status);
  }
}

/** A signal that gives up when nothing is heard for too long. */
function silence(): { signal: AbortSignal; heard(): void } {
  const control = new AbortController();
  const give = () => control.abort(new DOMException("nothing came", "TimeoutError"));
  let timer = setTimeout(give, ANSWER_MS_MAX).unref();
  return {
    signal: control.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(give, SILENCE_MS_MAX).unref();
    },
  };
}

/** A word for a fault of the connection. The message may hold the signed address. */
function causeOf(error: Error & { code?: unknown }): string {
  return typeof error.code === "string" ? error.code : error.name;
}

function remedyFor(code: string): string {
  if (code === "RequestTimeTooSkewed") return ": set this machine's clock";
  if (/AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|403/.test(code))
    return ": look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their rights";
  if (/NoSuchKey|404/.test(code)) return ": nothing was published there";
  return "";
}
