/** `recommend`: the recommendation operation, with the same request and the same response. */

import { OPERATIONS } from "../contract/operations.ts";
import { RecommendationRequestBase } from "../contract/request.ts";
import { type Citation, RecommendationResponse } from "../contract/response.ts";
import { recommend } from "../gateway/operations.ts";
import type { Tenant } from "../tenants/types.ts";
import { wholeSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

const DESCRIPTION = `Answers one person's wellness question, or says what stands out, from her raw wearable data in menstrual-cycle context. Each claim has a peer-reviewed source with a DOI.

Pass the wearable's records as its API returned them; scores in them are ignored. Give each question a new UUID as request_id: the same one gets the first answer again for 300 seconds. Quote the text as it is. Where recommendation is null, suppression_reason and warnings say why: tell the user so, and do not answer in its place. Wellness information, not medical advice.`;

export function recommendTool(tenant: Tenant): Tool {
  const base = wholeSchema(RecommendationRequestBase);
  return {
    name: "recommend",
    title: `Recommendation from ${tenant.name} data`,
    description: DESCRIPTION,
    inputSchema: {
      ...base,
      properties: {
        ...(base.properties as object),
        [tenant.slug]: wholeSchema(tenant.payloadSchema),
      },
      required: [...(base.required as string[]), tenant.slug],
    },
    outputSchema: wholeSchema(RecommendationResponse),
    readOnly: false,
    answer: (given, { context, run }) =>
      run(
        "recommend",
        OPERATIONS.recommend.path.replace("{tenant}", tenant.slug),
        recommend(context, tenant.slug),
        given,
      ),
    toText,
  };
}

function toText(answer: RecommendationResponse): string {
  const { recommendation, suppression_reason, recommendation_confidence, warnings } = answer;
  const parts = [
    recommendation ?? `No recommendation: ${suppression_reason}.`,
    `Confidence ${recommendation_confidence} (a heuristic grade, not a probability).`,
  ];
  if (warnings.length > 0) parts.push(`Warnings: ${warnings.join(", ")}.`);
  if (answer.citations.length > 0) parts.push(sourcesText(answer.citations));
  if (answer.suggested_questions.length > 0)
    parts.push(`Could be asked next:\n${bulletList(answer.suggested_questions)}`);
  return [...parts, `trace_id ${answer.trace_id}`].join("\n\n");
}

/** The sources as lines, each with its DOI. */
export function sourcesText(citations: readonly Citation[]): string {
  return `Sources:\n${bulletList(citations.map(citationText))}`;
}

/** One source in one line. */
export function citationText({ authors, year, source_title, doi, relevance }: Citation): string {
  return `${authors} (${year}). ${source_title}. https://doi.org/${doi} (relevance ${relevance})`;
}

function bulletList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
