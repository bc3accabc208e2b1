/**
 * Reads what one source has on every topic, page by page, into the journals.
 * @module
 */

import { HttpFault } from "./http.ts";
import type { TopicJournal } from "./journal.ts";
import type { ServiceClient } from "./service-client.ts";
import type { Source } from "./source.ts";

/** Statuses that mean: the service does not know this cursor (any more). */
const CURSOR_GONE = new Set([400, 404, 410]);
/** Statuses that every other topic would get as well. */
const NOT_ADMITTED = new Set([401, 403]);

export interface CollectReport {
  /** One line for each topic that was not read to its end. */
  failures: string[];
}

export interface CollectOptions {
  since: string | null;
  today: string;
  /** Called after every page. */
  onPage(): void;
  /** Called when a topic is done or given up. */
  onTopic(): void;
}

/**
 * @throws the signal's reason when the run is stopped. Faults of the service are reported, not
 *   thrown.
 */
export async function collect(
  source: Source,
  client: ServiceClient,
  journals: readonly { id: string; journal: TopicJournal }[],
  options: CollectOptions,
): Promise<CollectReport> {
  const failures: string[] = [];
  for (const { id, journal } of journals) {
    journal.begin(options.since, options.today);
    try {
      await readTopic(source, client, journal, options.onPage);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      journal.failed();
      const isRefused = NOT_ADMITTED.has(error.status ?? 0);
      const hint = isRefused && source.whenRefused !== undefined ? `: ${source.whenRefused}` : "";
      failures.push(`${error.message}${hint} (topic ${id})`);
      // Every other topic would meet the same fault of the service.
      if (error.passing || isRefused) break;
    }
    options.onTopic();
  }
  return { failures };
}

async function readTopic(
  source: Source,
  client: ServiceClient,
  journal: TopicJournal,
  onPage: () => void,
): Promise<void> {
  let resumed = journal.run.cursor !== null;
  while (!journal.isComplete) {
    const { run, query, validator } = journal;
    try {
      const step = await source.step(client, query, run, run.cursor, validator);
      if (step === null) return journal.finishUnchanged();
      // Some services answer an old cursor with an empty page instead of an error.
      const isForgotten =
        resumed && step.records === 0 && step.next === null && run.records < step.hits;
      if (isForgotten) journal.restart();
      else journal.keep(step);
    } catch (error) {
      if (!(error instanceof HttpFault) || !resumed || !CURSOR_GONE.has(error.status ?? 0))
        throw error;
      journal.restart();
    }
    resumed = false;
    onPage();
  }
}
