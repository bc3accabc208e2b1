/** `preflight`: what this key may do. */
import { Preflight } from "../contract/body.ts";

import { OPERATIONS } from "../contract/operations.ts";
import { me } from "../gateway/operations.ts";
import { wholeSchema } from "./schema.ts";
import type { Tool } from "./tool.ts";

export const preflightTool: Tool = {
  name: "preflight",
  title: "What this key may do",
  description:
    "Tells the wearable, environment and consent of this key, and its limit of requests. Without an active consent the other tools answer with an error.",
  inputSchema: { type: "object", properties: {} },
  outputSchema: wholeSchema(Preflight),
  readOnly: true,
  answer: (_, { context, run }) => run("preflight", OPERATIONS.preflight.path, me(context)),
  toText: ({ tenant, environment, consent_state, rate_limit_per_min }: Preflight) =>
    `Key for ${tenant}, ${environment}. Consent: ${consent_state}. At most ${rate_limit_per_min} requests in any 60 seconds.`,
};
