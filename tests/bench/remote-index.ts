/**
 * LanceDB on the index of the starter corpus: from a local copy, and from an object store directly.
 *
 *     bun tests/bench/remote-index.ts [MILLISECONDS a request of the store takes]
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@lancedb/lancedb";
import { percentile } from "../support/percentile.ts";
import { S3_ACCESS, S3_BUCKET, S3_REGION, startS3 } from "../support/s3.ts";

const SEARCHES = 30;
const DEPTH = 50;
const built = join(import.meta.dir, "../../build/corpus");
const release = join(built, readFileSync(join(built, "STARTER"), "utf8").trim());
const s3 = startS3();
s3.fault.delayMs = Number(process.argv[2] ?? 0);
for (const path of readdirSync(release, { recursive: true }) as string[]) {
  const file = join(release, path);
  if (statSync(file).isFile())
    s3.objects.set(path, { bytes: new Uint8Array(readFileSync(file)), etag: `"${path.length}"` });
}

const place = { awsAccessKeyId: S3_ACCESS.id, awsSecretAccessKey: S3_ACCESS.secret };
const storageOptions = { ...place, awsRegion: S3_REGION, awsEndpoint: s3.url, allowHttp: "true" };
await searches("a local copy", join(release, "index"));
s3.seen.length = 0;
await searches("the store", `s3://${S3_BUCKET}/index`, { storageOptions });
process.stdout.write(`${s3.seen.length} requests of the store for ${2 * SEARCHES} searches\n`);
process.exit(0);

async function searches(name: string, uri: string, options = {}): Promise<void> {
  const opened = performance.now();
  const table = await (await connect(uri, options)).openTable("passages");
  const [any] = await table.query().select(["vector"]).limit(1).toArray();
  const vector = Array.from(any.vector as Iterable<number>);
  const openMs = performance.now() - opened;
  const dense: number[] = [];
  const lexical: number[] = [];
  for (let i = 0; i < SEARCHES; i++) {
    const near = vector.map((value, at) => value + (at === i ? 0.1 : 0));
    let begun = performance.now();
    await table.query().nearestTo(near).distanceType("cosine").limit(DEPTH).toArray();
    dense.push(performance.now() - begun);
    begun = performance.now();
    await table.query().fullTextSearch("sleep and heart rate").limit(DEPTH).toArray();
    lexical.push(performance.now() - begun);
  }
  const told = (times: number[]) =>
    `first ${times[0]?.toFixed(0)} ms, p50 ${percentile(
      [...times].sort((a, b) => a - b),
      0.5,
    ).toFixed(1)} ms`;
  process.stdout.write(
    `${name}: open ${openMs.toFixed(0)} ms; by vectors ${told(dense)}; by words ${told(lexical)}\n`,
  );
}
