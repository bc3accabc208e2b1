/**
 * Reads the certificate of `serve --tls-cert FILE --tls-key FILE` and checks it before the socket
 * opens.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "../config/settings.ts";
import { OperatorError, UsageError } from "../contract/error.ts";

export interface TlsPair {
  cert: string;
  key: string;
}

/**
 * Null without the settings: another program ends TLS in front of the service.
 * @throws UsageError where one of the two is missing; OperatorError with one line about the files
 */
export function readTls(
  { tlsCert, tlsKey }: Settings<"tlsCert" | "tlsKey">,
  nowMs: number,
): TlsPair | null {
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null)
    throw new UsageError("--tls-cert and --tls-key go together");
  const cert = read(tlsCert);
  const key = read(tlsKey);
  const certificate = parse(
    `${tlsCert} holds no certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const privateKey = parse(`${tlsKey} holds no private key in PEM without a passphrase`, () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new OperatorError(`${tlsKey} is not the key of the certificate in ${tlsCert}`);
  }
  if (Date.parse(certificate.validTo) <= nowMs) {
    throw new OperatorError(`the certificate in ${tlsCert} expired on ${certificate.validTo}`);
  }
  return { cert, key };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new OperatorError(
      `cannot read ${path}: it is missing, or the service's user may not read it`,
    );
  }
}

function parse<T>(message: string, act: () => T): T {
  try {
    return act();
  } catch {
    // The parser's message may quote the file. This one says what is needed.
    throw new OperatorError(message);
  }
}
