/** Certificates of an authority of the test's own, made by openssl. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const OPENSSL = Bun.which("openssl");
export const HAS_OPENSSL = OPENSSL !== null;
if (!HAS_OPENSSL)
  process.stderr.write("tests: openssl is not here: some tests of TLS are skipped\n");

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

export interface Pair {
  /** Paths of PEM files. */
  cert: string;
  key: string;
}

export interface Authority {
  /** The path of its own certificate. */
  cert: string;
  /** @param days how long it holds; one that is negative has expired */
  issue(name: string, subjectAltName: string, days?: number): Pair;
}

function openssl(...words: string[]): void {
  const run = Bun.spawnSync(["openssl", ...words], { stdout: "ignore", stderr: "pipe" });
  if (!run.success) throw new Error(run.stderr.toString());
}

export function makeAuthority(folder: string): Authority {
  const own = { cert: join(folder, "ca.pem"), key: join(folder, "ca.key") };
  const self = ["-x509", ...KEY, "-days", "2", "-subj", "/CN=authority of the tests"];
  openssl("req", ...self, "-keyout", own.key, "-out", own.cert);
  return {
    cert: own.cert,
    issue(name, subjectAltName, days = 2) {
      const path = (ending: string) => join(folder, `${name}.${ending}`);
      const pair = { cert: path("pem"), key: path("key") };
      openssl("req", ...KEY, "-subj", `/CN=${name}`, "-keyout", pair.key, "-out", path("csr"));
      writeFileSync(path("ext"), `subjectAltName=${subjectAltName}\n`);
      const by = ["-CA", own.cert, "-CAkey", own.key, "-CAcreateserial", "-days", String(days)];
      openssl(
        "x509",
        "-req",
        "-in",
        path("csr"),
        ...by,
        "-extfile",
        path("ext"),
        "-out",
        pair.cert,
      );
      return pair;
    },
  };
}
