/**
 * The codes that the API document leaves open, as the lists of those that are known today.
 * @module
 */
import { CONSENT_REASONS } from "../../src/contract/body.ts";
import { ERROR_STATUS } from "../../src/contract/error.ts";
import { SUPPRESSION_REASONS, WARNINGS } from "../../src/contract/response.ts";
import { SAFETY_CATEGORIES } from "../../src/contract/safety.ts";
import { SCENARIOS } from "../../src/contract/scenario.ts";

/** By the name of its type. */
export const VOCABULARY: readonly { name: string; about: string; values: readonly string[] }[] = [
  { name: "SuppressionReason", about: "Why there is no text.", values: SUPPRESSION_REASONS },
  { name: "Warning", about: "What to know of an answer.", values: WARNINGS },
  {
    name: "SafetyCategory",
    about: "Why a message is no wellness question.",
    values: SAFETY_CATEGORIES,
  },
  { name: "ErrorCode", about: "`error.code` of the service.", values: Object.keys(ERROR_STATUS) },
  { name: "ConsentReason", about: "`detail` of a refusal for consent.", values: CONSENT_REASONS },
  {
    name: "GatewayDetail",
    about: "`detail` of the gateway.",
    values: [
      "Ambiguous Host Header",
      "No Authorization Header",
      "Invalid Authorization Scheme",
      "Authorization Failed",
      "missing_partner_id",
      "tenant_mismatch",
      "Not Found",
      "Method Not Allowed",
      "Rate limit exceeded",
    ],
  },
  {
    name: "Scenario",
    about: "What a sandbox key can ask to be answered with.",
    values: SCENARIOS.map(({ name }) => name),
  },
];
