/**
 * Guarantee: `--state` is read as documented or refused without being repeated, and each fault of
 * a database is one line that says what to do.
 */
import { expect, test } from "bun:test";
import { OperatorError } from "../../../src/contract/error.ts";
import {
  isOutOfReach,
  nameOf,
  operatorFault,
  parseAddress,
} from "../../../src/store/postgres/address.ts";

const SERVER_ERROR = "ERR_POSTGRES_SERVER_ERROR";
const address = parseAddress("postgres://ada@db.internal/wellness");

test.each([
  ["postgres://ada@db.internal/wellness", "wellness on db.internal:5432"],
  ["postgres://ada@db.internal:6432/wellness", "wellness on db.internal:6432"],
  ["postgres://ada@any/wellness?host=/run/postgresql", "wellness on /run/postgresql"],
  ["postgres://ada@db/well%20ness", "well ness on db:5432"],
])("%s is %s", (url, name) => {
  const { user, tls } = parseAddress(url);
  expect([nameOf(parseAddress(url)), user, tls]).toEqual([name, "ada", "prefer"]);
});

test.each(["disable", "prefer", "require", "verify-ca", "verify-full"] as const)(
  "sslmode %s is known, beside a folder too",
  (mode) => {
    expect(parseAddress(`postgres://a@h/d?sslmode=${mode}`).tls).toBe(mode);
    const { tls, socketFolder } = parseAddress(`postgres://a@any/d?host=/run&sslmode=${mode}`);
    expect([tls, socketFolder]).toEqual([mode, "/run"]);
  },
);

test.each([
  ["CANARY", "is no URL"],
  ["postgres://CANARY/wellness", "names no user"],
  ["postgres://ada@CANARY", "names no database"],
  ["postgres://ada@CANARY/", "names no database"],
  ["postgres://ada@CANARY/a/b", "names no database"],
  ["postgres://ada@CANARY/a?port=1", "has the unknown parameter port"],
  ["postgres://ada@CANARY/a?sslmode=on", "has an sslmode that is none of"],
  ["postgres://ada@/CANARY", "is no URL"],
])("%s %s", (url, what) => {
  expect(() => parseAddress(url)).toThrow(OperatorError);
  expect(() => parseAddress(url)).toThrow(`--state ${what}`);
  expect(() => parseAddress(url)).not.toThrow("CANARY");
});

/** By the driver's code, the server's SQLSTATE and its words. */
const fault = (code: string, errno?: string, message = "") => ({ code, errno, message });

test.each([
  [fault(SERVER_ERROR, "28P01"), true, "refused the user ada"],
  [fault(SERVER_ERROR, "28000"), true, "refused the user ada"],
  [fault(SERVER_ERROR, "3D000"), true, "CREATE DATABASE wellness OWNER ada"],
  [fault(SERVER_ERROR, "3F000"), true, "CREATE SCHEMA phasewise AUTHORIZATION ada"],
  [fault(SERVER_ERROR, "42501"), true, "lacks rights"],
  [fault(SERVER_ERROR, "25006"), true, "name the primary"],
  [fault(SERVER_ERROR, "53300"), true, "raise max_connections"],
  [fault(SERVER_ERROR, "57P03"), true, "is starting or stopping"],
  [fault(SERVER_ERROR, "08006", "gone"), true, "refused: gone (08006)"],
  [fault(SERVER_ERROR, "23505", "twice"), false, "refused: twice (23505)"],
  [fault(SERVER_ERROR, undefined, "odd"), false, "refused: odd ()"],
  [
    fault(SERVER_ERROR, "28000", 'no pg_hba.conf entry for host "h", no encryption'),
    true,
    "refuses connections without TLS",
  ],
  [fault("ERR_POSTGRES_TLS_NOT_AVAILABLE"), true, "does not speak TLS"],
  [fault("CERT_HAS_EXPIRED"), true, "has expired (CERT_HAS_EXPIRED)"],
  [fault("ERR_TLS_CERT_ALTNAME_INVALID"), true, "names another host"],
  [fault("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), true, "cannot be trusted"],
  [fault("ERR_POSTGRES_CONNECTION_CLOSED"), true, "cannot reach database wellness"],
])("%j: out of reach %p, %s", (error, outOfReach, words) => {
  expect(isOutOfReach(error)).toBe(outOfReach);
  const told = operatorFault(error, address);
  if (!(told instanceof OperatorError)) throw new Error("no line for the operator");
  expect([told.message.includes(words), told.message.includes("\n"), told.cause]).toEqual([
    true,
    false,
    error,
  ]);
});

test.each([null, undefined, { message: "ours" }, { code: 5 }, { code: "ENOENT" }])(
  "%j is no fault of a database",
  (error) => {
    expect(isOutOfReach(error)).toBe(false);
    expect(operatorFault(error, address)).toBe(error);
  },
);
