/**
 * Deprecated operations: RFC 9745 `Deprecation`, RFC 8594 `Sunset`, and at least 30 days' notice.
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "./error.ts";
import { OPERATIONS, type Operation, operationName } from "./operations.ts";
import { validator } from "./validation.ts";

const NOTICE_DAYS_MIN = 30;
const MS_PER_DAY = 86_400_000;
const MS_PER_SECOND = 1_000;

/** A date and time with its offset. Without one it would be another instant on another machine. */
const Instant = Type.String({ format: "date-time", pattern: "(Z|[+-]\\d{2}:\\d{2})$" });

export const Deprecation = Type.Object({
  operation: Type.String({ description: "Method and path template, e.g. `GET /v1/health/me`." }),
  /** The first day on which the Sunset header was or will be sent. */
  first_notice: Type.String({ format: "date" }),
  deprecation: Instant,
  sunset: Instant,
  link: Type.String({ pattern: '^https?://[^\\s<>"]+$' }),
  replacement: Type.Optional(Type.String()),
});
export type Deprecation = Static<typeof Deprecation>;

const list = validator(Type.Array(Deprecation));

/**
 * Reads a deprecation list.
 * @throws OperatorError which names every fault
 */
export function parseDeprecations(text: string, source: string): Deprecation[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError(`${source}: is not valid JSON`);
  }
  if (!list.fits(value)) {
    const faults = list.problems(value, "").map(({ path, message }) => `${path || "/"} ${message}`);
    throw new OperatorError(`${source}: ${faults.join("; ")}`);
  }
  const faults = (value as Deprecation[]).flatMap((entry, i) =>
    faultsOf(entry).map((fault) => `/${i} ${fault}`),
  );
  if (faults.length > 0) throw new OperatorError(`${source}: ${faults.join("; ")}`);
  return value as Deprecation[];
}

function faultsOf(entry: Deprecation): string[] {
  const faults: string[] = [];
  const [notice, deprecation, sunset] = [entry.first_notice, entry.deprecation, entry.sunset].map(
    (text) => Date.parse(text),
  ) as [number, number, number];
  if (
    !Object.values(OPERATIONS).some((operation) => operationName(operation) === entry.operation)
  ) {
    faults.push(`names no operation; use e.g. ${operationName(OPERATIONS.preflight)}`);
  }
  if (sunset < deprecation) faults.push("sunset must not be earlier than deprecation");
  if (sunset - notice < NOTICE_DAYS_MIN * MS_PER_DAY) {
    faults.push(`sunset must be at least ${NOTICE_DAYS_MIN} days after first_notice`);
  }
  return faults;
}

export function deprecationOf(
  operation: Operation,
  deprecations: readonly Deprecation[],
): Deprecation | undefined {
  return deprecations.find((entry) => entry.operation === operationName(operation));
}

/** The three headers on answers of a deprecated operation. */
export function deprecationHeaders(entry: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(entry.deprecation) / MS_PER_SECOND)}`,
    sunset: new Date(entry.sunset).toUTCString(),
    link: `<${entry.link}>; rel="deprecation"; type="text/html"`,
  };
}
