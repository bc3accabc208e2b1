/**
 * What may be said to the user, and what remains of an answer then.
 * @module
 */
import type { UserContext } from "../../contract/request.ts";
import type { Answer } from "../verdict/answer.ts";
import { personaFor } from "./guard.ts";
import { namesTransition, type Persona, wordingFault } from "./wording.ts";

/** From the question's subject and the user's life stage. */
export function personaOf(answers: readonly Answer[], { life_stage }: UserContext): Persona {
  const parts = answers.map(({ part }) => part);
  const ofOthers = parts.some(({ whose }) => whose === "other");
  const stages = new Set([life_stage, ...parts.flatMap(({ facets }) => facets.stages)]);
  const outcomes = parts.flatMap(({ facets }) => facets.outcomes);
  // An entry for another stage is used only where the question was about that stage.
  const ofEarlier = answers.some(
    ({ entry }) => entry !== null && !entry.stages.includes(life_stage),
  );
  return {
    phases:
      life_stage !== "postmenopause" ||
      ofOthers ||
      ofEarlier ||
      parts.some(({ facets }) => facets.phases.length > 0),
    transition:
      ofOthers ||
      stages.has("perimenopause") ||
      stages.has("postmenopause") ||
      outcomes.includes("hot_flashes") ||
      ofEarlier ||
      answers.some(({ entry }) => entry !== null && namesTransition(entry.question)),
  };
}

/**
 * The answer without the claims that may not be said to the user. Empty where no claim is left, or
 * where the answer itself may not be said: an entry for another stage, or an imported article.
 */
export function sayableOf(answer: Answer, persona: Persona): Answer[] {
  if (answer.say !== null && wordingFault(answer.say, persona) !== null) return [];
  const claims = answer.claims.filter(
    ({ say }) => wordingFault(say, personaFor("finding", persona)) === null,
  );
  return claims.length === 0 ? [] : [{ ...answer, claims }];
}
