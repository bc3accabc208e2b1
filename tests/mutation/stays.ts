/**
 * Mutants that no test can tell from the original, each with its reason: by file, and by the line
 * as it reads after the change. They count as mutants, and once more apart. A change that a caller
 * could notice has no place here.
 */
export const STAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "src/gateway/app.ts": {
    "const IDLE_TIMEOUT_SECONDS = 61;": "a budget: how long an idle connection is kept",
    "development: true,": "every fault is answered before Bun sees it",
  },
  "src/gateway/portal.ts": {
    "const ORIGINS_MAX = 9;": "a budget: for how many hosts the portal is kept",
    "const full = portals.size > ORIGINS_MAX && !portals.has(wanted);":
      "a budget: for how many hosts the portal is kept",
    'return spawnWorker("gateway/portal.worker.ts", { name: "portal", smol: false });':
      "memory alone",
  },
  "src/gateway/redis-link.ts": {
    "if (wasUsable) this.#checkIn(1);": "a timer of nothing and one of a millisecond are the same",
    "this.#checking = false;": "two looks at once end as one: the second finds what the first made",
    "autoReconnect: true,": "a client that has lost its connection is closed at once",
    "enableOfflineQueue: true,": "no command is sent before the connection is there",
  },
  "src/gateway/server.ts": {
    "const ANSWER_OUT_MS = 1001;": "a budget: how long a stop waits for the last answer",
    "const MS_PER_SECOND = 1001;": "a budget: ten milliseconds of the deadline of a request",
    "await server.stop(false);": "an answer of a stopping service closes its connection itself",
    "await metricsServer?.stop(false);":
      "the page is made at once, so no request is ever open there",
    "development: true,": "every fault is answered before Bun sees it",
    'const code = error instanceof Error || "code" in error ? String(error.code) : "unknown error";':
      "what Bun throws is an error with a code; the types ask for both",
  },
  "src/gateway/shared-rate-limit.ts": {
    "const PROOF = { name: `${PREFIX}proof`, windowMs: 1001, requestsMax: 1_000_000 } as const;":
      "a budget: how long the proof is kept",
    "const PROOF = { name: `${PREFIX}proof`, windowMs: 1_000, requestsMax: 1000001 } as const;":
      "a budget: no server is asked so often in a second",
  },
  "src/gateway/static-page.ts": {
    "const BROTLI_QUALITY = 6;": "a budget: processor time for size",
  },
  "src/origin/mask.ts": {
    "const PASSES_MAX = 9;":
      "masking a masked text changes nothing, so one pass more does not either",
    "for (let pass = 0; pass <= PASSES_MAX; pass++) {":
      "masking a masked text changes nothing, so one pass more does not either",
    "for (let pass = 1; pass < PASSES_MAX; pass++) {":
      "masking a masked text changes nothing, so one pass less of eight does not either",
    "([from = 1, to = 0]) => (start > from && start < to) || (start >= from && end <= to),":
      "a range has both its ends; the types ask for it",
    "([from = 0, to = 1]) => (start > from && start < to) || (start >= from && end <= to),":
      "a range has both its ends; the types ask for it",
    "if (span.rank <= last.rank) last.label = span.label;": "each finder has one label",
    "start: at[start] ?? 1,": "every place has an original; the types ask for it",
    "end: at[end] ?? 1,": "every place has an original; the types ask for it",
  },
  "src/origin/mask/identifiers.ts": {
    "return text.match(/\\d/g)?.length ?? 1;": "no number of digits that counts is as small",
  },
  "src/origin/mask/secrets.ts": {
    "return /[a-z]/.test(word) && /[A-Z]/.test(word) && (word.match(/\\d/g)?.length ?? 1) >= 2;":
      "no number of digits that counts is as small",
  },
  "src/origin/mask/names.ts": {
    "if (first === undefined && last === undefined) return [];":
      "a range has both its ends; the types ask for it",
    'const first = TITLES.has(words[index]?.lower ?? "") ? index - 1 : index;':
      "every title announces a name itself",
    'const first = TITLES.has(words[index]?.lower ?? "") ? index + 2 : index;':
      "every title announces a name itself",
    "let end = 1;": "nobody asks what stands before the first word",
    "if (word === undefined) return true;": "a range without a word is dropped",
    "while (end <= words.length && end - index < WORDS_OF_A_NAME_MAX) {":
      "after the last word there is none; the next condition says so",
  },
  "src/origin/mask/numbers.ts": {
    "(value >= READING_MAX && value % ROUND_STEP === 0)": "220 is a reading already",
    "return values.length >= 1 && values.every((value) => isReading(value));":
      "a range of one value is a reading already",
  },
  "src/origin/mask/spans.ts": {
    'if (character < "\\u007f") return character;': "the one character is folded to itself",
    'if (plain >= "9" && DIGIT.test(plain)) return digitOf(plain);': "a 9 is folded to a 9",
    "return end >= start ? [{ start, end, label }] : [];": "no pattern matches nothing",
  },
  "src/origin/body.ts": {
    "const ONE_CHUNK_BYTES_MAX = 65 * 1024;":
      "a body is received whole or in chunks, with the same result",
    "const ONE_CHUNK_BYTES_MAX = 64 / 1024;":
      "a body is received whole or in chunks, with the same result",
    "const ONE_CHUNK_BYTES_MAX = 64 * 1025;":
      "a body is received whole or in chunks, with the same result",
    "const isSmall = declared !== null && Number(declared) < ONE_CHUNK_BYTES_MAX;":
      "a body is received whole or in chunks, with the same result",
    "const isSmall = declared !== null || Number(declared) <= ONE_CHUNK_BYTES_MAX;":
      "a body is received whole or in chunks, with the same result",
  },
  "src/origin/body-reader.ts": {
    "const [seed = 0n] = crypto.getRandomValues(new BigUint64Array(2));":
      "the first number is used, and it is as random",
    'return spawnWorker("origin/body-reader.worker.ts", { name: "body-reader", smol: false });':
      "memory alone",
    "const AT_ONCE_BYTES_MAX = 17 * 1024;":
      "a small body and a large one are read with the same result; a budget",
    "const AT_ONCE_BYTES_MAX = 16 * 1025;":
      "a small body and a large one are read with the same result; a budget",
    "if (bytesOf(chunks) < AT_ONCE_BYTES_MAX) {":
      "a small body and a large one are read with the same result; a budget",
    "const REQUEST_IDS_CACHED = 1025;": "a budget: how many request ids are cached",
  },
  "src/origin/sandbox.ts": {
    "const REFUSED_ONCE_MAX = 1025;": "a budget: how many refused names are kept",
    "if (this.#refused.size <= REFUSED_ONCE_MAX) break;":
      "a budget: how many refused names are kept",
  },
  "src/origin/explain.ts": {
    "const SERVED_WITHIN_MS = 330001;": "longer than any request; a budget",
    "const CLOCK_SLACK_MS = 1001;": "longer than clocks of one machine differ; a budget",
    "limit: 2,": "the first row is used",
  },
  "src/origin/request.ts": {
    'if (problems.length > 0 && !("measurements" in parsed) || !base.fits(known))':
      "where measurements are missing there is a problem already; the types ask for both",
    'if (problems.length > 0 || !("measurements" in parsed) && !base.fits(known))':
      "where measurements are missing there is a problem already; the types ask for both",
  },
  "src/origin/admission.ts": {
    "#sinceMs = 1;": "the first answer to begin sets it before anybody reads it",
    "const DECAY_MS = 10001;": "how fast a slow answer is forgotten: a budget",
  },
  "src/origin/event-loop-turns.ts": {
    "const TURN_MS = 6;": "a budget: how long one turn holds the event loop",
    "if (this.#beganMs !== null) return performance.now() - this.#beganMs <= TURN_MS;":
      "two readings of a clock are never so far apart to the last digit",
  },
  "src/origin/thread-handles.ts": {
    "const HANDLES_OF_A_THREAD = 33;": "a budget: more handles than a thread needs",
    'while (handles.length <= HANDLES_OF_A_THREAD) handles.push(openSync("/dev/null", "r"));':
      "a budget: more handles than a thread needs",
  },
  "src/origin/trace-id.ts": {
    "const BYTES_AT_ONCE = 1025;": "a budget: how much randomness is fetched at once",
    "return (bytes[used++] ?? 1) / 256;": "every place has a byte; the types ask for it",
    "used = 1;": "one random byte in a thousand is not used",
  },
  "src/store/upkeep-round.ts": {
    "const store = await openState(place, { create: true });":
      "the lock before it asks for a store",
    "const before = new Date(Math.max(1, today - retainMs)).toISOString();":
      "a millisecond after 1970",
    "const PAUSE_MS = 21;": "a budget: how long other writers get",
  },
  "src/store/key-format.ts": {
    "for (let at = 0; at < CHECKSUM_BYTES; at++) rest = rest * 256 + (digest[at] ?? 1);":
      "a digest has all its bytes; the types ask for it",
  },
  "src/store/append-row.ts": {
    "return id >= head.id ? id : incrementBase32(head.id);":
      "two ids of one millisecond differ in 80 random bits",
  },
  "src/store/chain-walk.ts": {
    "if (salt === null && packed === null) {":
      "a personal part has its salt and its text, or there is none",
    "row.id < end.id": "the primary key lets no second row have the id of the row before it",
  },
  "src/store/personal-part.ts": {
    "const SALT_BYTES = 17;": "a budget: a salt of 17 bytes hides as much",
    "const DEFLATE_LEVEL = 10;": "no level is higher than nine",
  },
  "src/store/postgres/client.ts": {
    "await this.#sql.close({ timeout: 1 });":
      "a budget: how long the end waits for open statements",
    "const CONNECTIONS = 9;": "a budget: connections of a replica",
    "const CONNECT_SECONDS = 6;": "a budget: how long a connection may take",
    "const LOOK_EVERY_MS = 1001;": "how often a lost server is looked for: a budget",
    "const GRACE_MS = 251;": "a budget: how long a server has to say that it gave up",
    'if (performance.now() >= until) throw new Error("the transaction took too long");':
      "two readings of a clock are never the same to the last digit",
    'if (left <= 1) throw new Error("the transaction took too long");':
      "a millisecond of the time of a transaction: a budget",
    'if (left < 0) throw new Error("the transaction took too long");':
      "a millisecond of the time of a transaction: a budget",
    "old.close({ timeout: 1 }).catch(() => undefined);":
      "nobody waits for the connections that are given up",
  },
  "src/store/postgres/erase.ts": {
    "const STEP_ROWS = 101;": "a budget: rows of one step",
  },
  "src/store/postgres/index.ts": {
    "const WAIT_MS = 10001;": "a budget: how long a statement may take",
  },
  "src/store/postgres/ledger.ts": {
    "const PAGE_EVENTS = 501;": "a budget: events of one page",
    "await insertEvent(sql, nextEvent(event, head, last?.at_ms ?? 1));":
      "the first event is later than a millisecond after 1970",
  },
  "src/store/postgres/lookups.ts": {
    "const HELD_MS = 10001;":
      "a budget: how long a key is taken for good before it is checked again",
    "const REMEMBERED_MAX = 1025;": "a budget: how many answers are kept",
    "if (rechecked && recent !== undefined && performance.now() - recent.lookedAt <= HELD_MS)":
      "two readings of a clock are never so far apart to the last digit",
    "if (salt === null && packed === null) return null;":
      "a personal part has its salt and its text, or there is none",
    "if (this.#entries.size > this.#max) this.#entries.clear();":
      "a budget: how many answers are kept",
  },
  "src/store/postgres/maintenance.ts": {
    "const PAUSE_MS = 51;": "a budget: the pause between two tries",
  },
  "src/store/postgres/question-batcher.ts": {
    "const TOGETHER_MAX = 257;": "how many questions one statement asks: a budget",
  },
  "src/store/postgres/rows.ts": {
    "const PAGE_ROWS = 201;": "a budget: rows of one page",
  },
  "src/store/postgres/key-uses.ts": {
    "const GATHERED_MS = 1001;": "a budget: how long uses are gathered",
    "if (last !== undefined && atMs + last < EVERY_MS) return;":
      "more statements, and the database takes the same uses",
  },
  "src/store/sqlite/erase.ts": {
    "const STEP_ROWS = 101;": "a budget: rows of one step",
  },
  "src/store/sqlite/ledger.ts": {
    "const PAGE_EVENTS = 501;": "a budget: events of one page",
    "const event = nextEvent({ at_ms, kind, subject, content }, head, lastTime.get()?.at_ms ?? 1);":
      "the first event is later than a millisecond after 1970",
  },
  "src/store/sqlite/key-last-use.ts": {
    "const GATHERED_MS = 1001;": "a budget: how long uses are gathered",
  },
  "src/store/sqlite/maintenance.ts": {
    "const PAUSE_MS = 51;": "a budget: the pause between two tries",
  },
  "src/store/sqlite/read-cache.ts": {
    "const CACHED_MAX = 257;": "a budget: how many reads are cached",
    "const others = batch.oncePerBatch(() => version.get()?.data_version ?? -2);":
      "SQLite always answers; the types ask for it",
    "let seen = { others: -2, own: -1 };": "any number that no count has",
    "let seen = { others: -1, own: -2 };": "any number that no count has",
    "const now = { others: others(), own: changes.get()?.changes ?? -2 };":
      "SQLite always answers; the types ask for it",
  },
  "src/store/sqlite/seal.ts": {
    "const file = new Database(path, { readwrite: true, strict: false });":
      "it tells a slip in the name of a value; no statement has one",
    "const file = new Database(path, { readonly: true, strict: false });":
      "it tells a slip in the name of a value; no statement has one",
    "const STEP_ROWS = 201;": "a budget: rows of one step",
  },
  "src/store/sqlite/sealed-months.ts": {
    'mode === "read" ? { readonly: true, strict: false } : { strict: true },':
      "it tells a slip in the name of a value; no statement has one",
    'mode === "read" ? { readonly: true, strict: true } : { strict: false },':
      "it tells a slip in the name of a value; no statement has one",
    "const db = new Database(path, { strict: false });":
      "it tells a slip in the name of a value; no statement has one",
    "const BUSY_TIMEOUT_MS = 5001;": "a budget: how long a file may be busy",
  },
  "src/store/copy/file.ts": {
    "const BUSY_TIMEOUT_MS = 5001;": "a budget: how long a file may be busy",
  },
  "src/store/sqlite/backup.ts": {
    "const copy = new Database(temporary, { readonly: true, strict: false });":
      "it tells a slip in the name of a value; no statement has one",
    "const db = new Database(path, { readwrite: true, strict: false });":
      "it tells a slip in the name of a value; no statement has one",
  },
  "src/store/sqlite/database.ts": {
    "db = new Database(path, { readwrite: true, create: false, strict: true });":
      "the file is made, private, one line earlier",
    "db = new Database(path, { readwrite: true, create: true, strict: false });":
      "it tells a slip in the name of a value; no statement has one",
  },
  "src/engine/evidence/gather.ts": {
    "export const RECORDS_READ = 9;": "a budget: how many records the cross-encoder scores",
  },
  "src/store/audit-chain.ts": {
    "if (salt === null && packed === null) {":
      "a personal part has its salt and its text, or there is none",
  },
  "src/store/copy/copy.ts": {
    "const part = salt === null && packed === null ? null : { salt, packed };":
      "a personal part has its salt and its text, or there is none",
  },
};
