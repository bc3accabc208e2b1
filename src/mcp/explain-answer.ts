/** `explain_answer`: what an earlier answer rests on, as its audit row tells. */

import { OPERATIONS } from "../contract/operations.ts";
import { ExplainQuery, Explanation } from "../contract/tools.ts";
import { validator } from "../contract/validation.ts";
import { admit } from "../gateway/admit.ts";
import { consentRefusal, refusalResponse } from "../origin/consent.ts";
import { jsonResponse } from "../origin/envelope.ts";
import { explain } from "../origin/explain.ts";
import { invalidRequest } from "../origin/request.ts";
import { sourcesText } from "./recommend.ts";
import { wholeSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

const query = validator(ExplainQuery);

export const explainAnswerTool: Tool = {
  name: "explain_answer",
  title: "Explain an answer",
  description:
    "Tells what an earlier recommendation of this key's client rests on: the parts of its confidence, the guidance or record that answered, and its sources. Takes the trace_id of the answer.",
  inputSchema: wholeSchema(ExplainQuery),
  outputSchema: wholeSchema(Explanation),
  readOnly: true,
  answer: (given, { context, run }) =>
    run("explain_answer", OPERATIONS.mcp.path, async (exchange) => {
      const { partner, consent } = await admit(context, exchange, null);
      const refusal = consentRefusal(consent);
      if (refusal !== null) return refusalResponse(refusal);
      if (!query.fits(given)) throw invalidRequest(query.problems(given, ""));
      const { audit } = context.options.store;
      const explanation = await explain(audit, partner.client_id, given.trace_id);
      if (explanation === null) throw invalidRequest([UNKNOWN]);
      return jsonResponse(200, explanation);
    }),
  toText,
};

const UNKNOWN = {
  path: "/trace_id",
  message: "names no answer of this client",
  fix: "Send the trace_id of a recommendation that this key's client got.",
};

function toText(answer: Explanation): string {
  const { value, coverage, specificity, consistency } = answer.confidence;
  const parts = [
    `${answer.outcome} at ${answer.served_at}, with corpus ${answer.corpus_version} and model ${answer.model_version}.`,
    `Confidence ${value}: coverage ${coverage}, specificity ${specificity}, consistency ${consistency}.`,
  ];
  if (answer.erased) parts.push("The personal part of this answer was erased.");
  for (const { source, answers } of answer.answered_by ?? [])
    parts.push(`Answered by ${source ?? "nothing"} (probability ${answers}).`);
  if (answer.sources !== null && answer.sources.length > 0) parts.push(sourcesText(answer.sources));
  return parts.join("\n");
}
