/** How a recorded answer can have ended. */
import { SUPPRESSION_REASONS } from "../contract/response.ts";

export const AUDIT_OUTCOMES = ["served", ...SUPPRESSION_REASONS] as const;
