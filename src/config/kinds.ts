/**
 * The kinds of settings: how the text of a flag, a variable or a line becomes a value, and the
 * message for a value out of bounds.
 * @module
 */
export interface Declaration<T> {
  /** Flag without dashes. */
  flag: string;
  env: string;
  /** Shown in `--help` after the flag. */
  value: string;
  help: string;
  default: T;
  /** Turns text into the value. Throws an Error whose message says what is allowed. */
  parse(text: string): T;
}

export function text(declaration: Omit<Declaration<string>, "parse">): Declaration<string> {
  return {
    ...declaration,
    parse(raw) {
      if (raw.trim() === "") throw new Error("must not be empty");
      return raw;
    },
  };
}

export function optionalText({
  check,
  must,
  ...declaration
}: Omit<Declaration<string | null>, "parse" | "default"> & {
  check?: RegExp;
  must?: string;
}): Declaration<string | null> {
  return {
    ...declaration,
    default: null,
    parse(raw) {
      if (raw.trim() === "") return null;
      if (check !== undefined && !check.test(raw)) throw new Error(must ?? "is not valid");
      return raw;
    },
  };
}

export function integer<T extends number | null>(
  declaration: Omit<Declaration<T>, "parse"> & { min: number; max: number },
): Declaration<T | number> {
  return {
    ...declaration,
    parse(raw) {
      const value = Number(raw);
      if (!/^\d+$/.test(raw) || value < declaration.min || value > declaration.max) {
        throw new Error(`must be a whole number from ${declaration.min} to ${declaration.max}`);
      }
      return value;
    },
  };
}

export function choice<const T extends string>(
  declaration: Omit<Declaration<T>, "parse" | "value"> & { choices: readonly T[] },
): Declaration<T> {
  return {
    ...declaration,
    value: declaration.choices.join("|"),
    parse(raw) {
      const found = declaration.choices.find((option) => option === raw);
      if (found === undefined) throw new Error(`must be one of ${declaration.choices.join(", ")}`);
      return found;
    },
  };
}

export function subset<const T extends string>(
  declaration: Omit<Declaration<readonly T[]>, "parse" | "value"> & { choices: readonly T[] },
): Declaration<readonly T[]> {
  return {
    ...declaration,
    value: "LIST",
    parse(raw) {
      const parts = raw.split(",").map((part) => part.trim());
      const found = declaration.choices.filter((option) => parts.includes(option));
      if (found.length === 0 || found.length !== new Set(parts).size) {
        throw new Error(`must be a comma-separated list of ${declaration.choices.join(", ")}`);
      }
      return found;
    },
  };
}

const DAYS_MAX = 3_650;

/** Whole days, as an operator types them; the value stays as typed. */
export function duration(
  declaration: Omit<Declaration<string>, "parse" | "value">,
): Declaration<string> {
  return {
    ...declaration,
    value: "DURATION",
    parse(raw) {
      const days = Number(/^(\d{1,4})d$/.exec(raw)?.[1]);
      if (!(days >= 1 && days <= DAYS_MAX))
        throw new Error(`must be whole days from 1d to ${DAYS_MAX}d`);
      return raw;
    },
  };
}

/** Exactly as browsers send them in `Origin`, so that no pattern matching is needed. */
export function origins(
  declaration: Omit<Declaration<readonly string[]>, "parse">,
): Declaration<readonly string[]> {
  return {
    ...declaration,
    parse(raw) {
      const parts = raw.split(",").map((part) => part.trim());
      if (parts.some((part) => !/^https?:/.test(part) || URL.parse(part)?.origin !== part)) {
        throw new Error(
          "must be a comma-separated list of origins such as https://app.example.com",
        );
      }
      return parts;
    },
  };
}
