/** `search_evidence`: the literature that answers rest on. */

import { OPERATIONS } from "../contract/operations.ts";
import { EvidenceQuery, EvidenceRecords } from "../contract/tools.ts";
import { validator } from "../contract/validation.ts";
import { admit } from "../gateway/admit.ts";
import { consentRefusal, refusalResponse } from "../origin/consent.ts";
import { Deadline } from "../origin/deadline.ts";
import { jsonResponse } from "../origin/envelope.ts";
import { searchRecords } from "../origin/evidence.ts";
import { invalidRequest } from "../origin/request.ts";
import { citationText } from "./recommend.ts";
import { wholeSchema } from "./schema.ts";
import type { Arguments, Tool } from "./tool.ts";

const query = validator(EvidenceQuery);

export const searchEvidenceTool: Tool = {
  name: "search_evidence",
  title: "Search the evidence",
  description:
    "Finds peer-reviewed studies on wellness, wearable measures and the menstrual cycle in the literature that recommendations cite. Returns DOI, authors, year, findings and relevance. It knows nothing of the user, and it gives no advice.",
  inputSchema: wholeSchema(EvidenceQuery),
  outputSchema: wholeSchema(EvidenceRecords),
  readOnly: true,
  answer: (given, { context, run }) =>
    run("search_evidence", OPERATIONS.mcp.path, async (exchange) => {
      const { partner, consent } = await admit(context, exchange, null);
      const refusal = consentRefusal(consent);
      if (refusal !== null) return refusalResponse(refusal);
      const deadline = new Deadline(exchange.arrived, context.requestDeadlineMs);
      const asked = checkedQuery(given);
      return jsonResponse(
        200,
        await searchRecords(context.recommendation, partner.client_id, asked, deadline),
      );
    }),
  toText: ({ records }: EvidenceRecords) =>
    records.length === 0
      ? "No study was found."
      : records
          .map((each) => `${citationText(each)}\n${each.findings.join(" ")}`.trimEnd())
          .join("\n\n"),
};

/** @throws ServiceError `invalid_request` which names every fault */
function checkedQuery(given: Arguments): EvidenceQuery {
  const trimmed = {
    ...given,
    ...(typeof given.query === "string" && { query: given.query.trim() }),
  };
  if (query.fits(trimmed)) return trimmed;
  throw invalidRequest(query.problems(trimmed, ""));
}
