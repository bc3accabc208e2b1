/** The limits of the wire and of the process behind it, each named with its unit. */

export const RATE_LIMIT_REQUESTS_MAX = 30;
export const RATE_LIMIT_WINDOW_SECONDS = 60;
export const IDEMPOTENCY_TTL_SECONDS = 300;
export const IDEMPOTENCY_TTL_MS = IDEMPOTENCY_TTL_SECONDS * 1000;
export const BODY_BYTES_MAX = 5 * 1024 * 1024;
/** JSON that is nested deeper is refused before anything walks it. */
export const BODY_DEPTH_MAX = 32;
/** A message to `/mcp`. It is parsed on the event loop, and no agent writes longer ones. */
export const MCP_BODY_BYTES_MAX = 512 * 1024;
export const EVIDENCE_RECORDS_DEFAULT = 10;
export const EVIDENCE_RECORDS_MAX = 20;
export const REQUEST_ID_CHARS_MAX = 200;
export const CLIENT_TRACE_ID_CHARS_MAX = 200;
export const QUERY_CHARS_MAX = 2_000;
export const TIMEZONE_CHARS_MAX = 64;
export const CYCLE_DAY_MIN = 1;
export const CYCLE_DAY_MAX = 40;
export const SLEEP_RECORDS_MAX = 400;
export const HEART_RATE_RECORDS_MAX = 100_000;
export const OTHER_RECORDS_MAX = 1_000;
/** Samples of one measure in one record: one every 30 seconds for a day. */
export const SAMPLES_MAX = 2_880;
/**
 * Problems reported in one 422, so that a body with thousands of faults does not get a megabyte
 * back.
 */
export const PROBLEMS_MAX = 100;

export const PLATFORM_CONFIDENCE_FLOOR = 0.5;
export const RECOMMENDATION_CHARS_MIN = 400;
export const RECOMMENDATION_CHARS_MAX = 1_500;
export const CITATIONS_MAX = 5;
export const SUGGESTED_QUESTIONS_MAX = 5;
export const SUGGESTED_QUESTION_CHARS_MAX = 160;
/** With a newest record older than this before the newest allowed day: warning `stale_signals`. */
export const STALE_AFTER_DAYS = 7;

/** From arrival to answer, unless the operator sets another deadline. */
export const REQUEST_DEADLINE_SECONDS = 10;
export const RETRY_AFTER_UNAVAILABLE_SECONDS = 2;
/** Recommendation requests that may be open at once, over all partners. */
export const OPEN_REQUESTS_MAX = 1_024;
/** The size of all bodies together that are being received or wait to be read. */
export const UNREAD_BODIES_BYTES_MAX = 128 * 1024 * 1024;
/**
 * Three answers keep two inference workers busy, and a fourth fills the gaps between their stages.
 * More would only slow each of them down.
 */
export const ANSWERS_AT_ONCE = 4;
export const AUDIT_BUSY_TIMEOUT_MS = 5_000;
/** How long a statement of the server may block its thread. The caller then retries. */
export const SERVER_LOCK_WAIT_MS = 5;
