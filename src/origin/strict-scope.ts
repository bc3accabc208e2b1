/**
 * Whether a message is a wellness question, where the partner wants the strict answer.
 * @module
 */
import { ServiceError } from "../contract/error.ts";
import { type SafetyCategory, scopeMessage } from "../contract/safety.ts";
import type { Engine } from "../engine/types.ts";
import type { PreparedRequest } from "./prepare.ts";

/** @throws ServiceError `out_of_scope` with every category found, in strict mode */
export async function requireScope(
  { safety_mode, features: { query } }: PreparedRequest,
  engine: Pick<Engine, "categories">,
): Promise<void> {
  if (safety_mode !== "strict" || query === null) return;
  const categories = await engine.categories(query);
  if (categories.length === 0) return;
  throw outOfScope(categories);
}

export function outOfScope(categories: readonly SafetyCategory[]): ServiceError {
  return new ServiceError("out_of_scope", scopeMessage(categories), {
    details: categories.map((category) => ({ category })),
  });
}
