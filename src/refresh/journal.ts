/**
 * What is known of one topic at one source, on disk, so that a run can end at any moment and go on
 * where it was.
 *
 *     <root>/<source>/<topic>/state.json         position, written after the page that it counts
 *     <root>/<source>/<topic>/page-000001.json   bodies as they came, until a release has them
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../contract/error.ts";
import { writeFileDurably } from "../files/durable.ts";
import { addDays } from "./clock.ts";
import type { CacheValidator } from "./http.ts";
import type { Source, Step, Window } from "./source.ts";
import type { Topic } from "./strategy.ts";

const closed = { additionalProperties: false } as const;
const Day = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const Count = Type.Integer({ minimum: 0 });

/** The validator of a first page, with the request that it answered. */
const KnownPage = Type.Union([
  Type.Object(
    {
      request: Type.String(),
      etag: Type.Optional(Type.String()),
      last_modified: Type.Optional(Type.String()),
    },
    closed,
  ),
  Type.Null(),
]);

const Run = Type.Object(
  {
    since: Day,
    until: Day,
    /** Where to continue; null before the first page. */
    cursor: Type.Union([Type.String(), Type.Null()]),
    pages: Count,
    records: Count,
    hits: Count,
    complete: Type.Boolean(),
    /** Runs that failed at this very position. */
    failures: Count,
    validator: KnownPage,
  },
  closed,
);

const State = Type.Object(
  {
    format: Type.Literal(1),
    /** The hash of the search. Another search starts from the beginning. */
    query_sha256: Type.String(),
    /** Everything up to this day was read and published. */
    last_success: Type.Union([Day, Type.Null()]),
    /** Of the last published run, because the pages of any other run may be lost. */
    validator: KnownPage,
    run: Type.Union([Run, Type.Null()]),
  },
  closed,
);
type State = Static<typeof State>;
export type Run = Static<typeof Run>;

/** A cursor at which this many runs failed is given up. */
const FAILURES_MAX = 2;
const PAGE_PREFIX = "page-";
const PAGE_DIGITS = 6;

export class TopicJournal {
  readonly #folder: string;
  readonly #source: Source;
  readonly #topic: Topic;
  readonly #query: string;
  #state: State;

  /** @throws OperatorError where the state cannot be read */
  constructor(root: string, source: Source, topic: Topic) {
    this.#folder = join(root, source.name, topic.id);
    this.#source = source;
    this.#topic = topic;
    this.#query = source.query(topic);
    this.#state = this.#read(sha256(this.#query));
  }

  get query(): string {
    return this.#query;
  }

  get run(): Run {
    const { run } = this.#state;
    if (run === null) throw new Error("no run has begun");
    return run;
  }

  /** The records of this run so far. */
  get records(): number {
    return this.#state.run?.records ?? 0;
  }

  get isComplete(): boolean {
    return this.#state.run?.complete === true;
  }

  /**
   * Continues the unfinished run or begins a new one. `since` null is the day of the last success.
   */
  begin(since: string | null, today: string): void {
    const { run, last_success } = this.#state;
    if (run !== null && (since === null || since === run.since)) return;
    // An operator who names a day wants it read, even if it was read before and perhaps rolled back
    // since.
    if (since !== null) this.#state.validator = null;
    const overlapping =
      last_success === null ? null : addDays(last_success, -this.#source.overlapDays);
    this.#start({ since: since ?? overlapping ?? this.#topic.published.from, until: today });
  }

  /** Starts the same window again. */
  restart(): void {
    this.#start(this.run);
  }

  /** For the first page of a request that was answered before. */
  get validator(): CacheValidator | undefined {
    const { validator, run } = this.#state;
    if (
      validator === null ||
      run?.cursor !== null ||
      validator.request !== requestOf(this.#query, run)
    )
      return undefined;
    const { request: _, ...known } = validator;
    return known;
  }

  /**
   * Writes the page, then the position. After a crash between the two, that page is read and
   * written again.
   */
  keep(step: Step): void {
    const run = this.run;
    const pages = run.pages + (step.page === null ? 0 : 1);
    const records = run.records + step.records;
    if (step.page !== null) writeFileDurably(this.#page(pages), step.page);
    const newValidator = step.validator && {
      ...step.validator,
      request: requestOf(this.#query, run),
    };
    const validator = run.cursor === null ? newValidator : run.validator;
    const complete = step.next === null || records >= this.#topic.resultsMax;
    this.#save({
      ...this.#state,
      run: {
        ...run,
        cursor: step.next,
        pages,
        records,
        hits: step.hits,
        complete,
        failures: 0,
        validator,
      },
    });
  }

  /** The service says that nothing has changed. */
  finishUnchanged(): void {
    this.#save({
      ...this.#state,
      run: { ...this.run, complete: true, validator: this.#state.validator },
    });
  }

  /** Records a failure of the service here. A position with repeated failures is given up. */
  failed(): void {
    const run = this.run;
    if (run.cursor !== null && run.failures + 1 >= FAILURES_MAX) this.restart();
    else this.#save({ ...this.#state, run: { ...run, failures: run.failures + 1 } });
  }

  /** The bodies of this run, in order. */
  pages(): string[] {
    return Array.from({ length: this.run.pages }, (_, i) => this.#page(i + 1));
  }

  /** The records are in a release: removes the pages, and the next run begins after them. */
  settle(): void {
    const { last_success, run } = this.#state;
    if (run === null) return;
    // A run for later days only (`--since`) leaves the earlier days open.
    const joins = run.since <= (last_success ?? this.#topic.published.from);
    const upTo = joins ? run.until : last_success;
    this.#save({ ...this.#state, last_success: upTo, validator: run.validator, run: null });
    this.#removePages();
  }

  #start({ since, until }: Window): void {
    const run = {
      since,
      until,
      cursor: null,
      pages: 0,
      records: 0,
      hits: 0,
      complete: false,
      failures: 0,
      validator: null,
    };
    this.#save({ ...this.#state, run });
    this.#removePages();
  }

  /** Removes all pages, also those left by a crash or another search. */
  #removePages(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(PAGE_PREFIX)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #page(number: number): string {
    const name = `${PAGE_PREFIX}${String(number).padStart(PAGE_DIGITS, "0")}`;
    return join(this.#folder, `${name}.${this.#source.pageExtension}`);
  }

  #read(query_sha256: string): State {
    const path = join(this.#folder, "state.json");
    const fresh: State = {
      format: 1,
      query_sha256,
      last_success: null,
      validator: null,
      run: null,
    };
    if (!existsSync(path)) return fresh;
    let value: unknown = null;
    try {
      value = JSON.parse(readFileSync(path, "utf8"));
    } catch {
      // Reported below, like any other damage.
    }
    if (!Value.Check(State, value)) {
      throw new OperatorError(
        `${path} is damaged; remove ${this.#folder}: that topic is then read again`,
      );
    }
    return value.query_sha256 === query_sha256 ? value : fresh;
  }

  #save(state: State): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileDurably(join(this.#folder, "state.json"), `${JSON.stringify(state)}\n`);
    this.#state = state;
  }
}

function requestOf(query: string, { since, until }: Window): string {
  return sha256(JSON.stringify([query, since, until]));
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
