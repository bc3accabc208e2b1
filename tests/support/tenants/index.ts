/** One case for each tenant; `tests/tenants/every.test.ts` holds it complete. */
import { appleHealth } from "./apple-health.ts";
import { garmin } from "./garmin.ts";
import { googleHealth } from "./google-health.ts";
import { oura } from "./oura.ts";
import { polar } from "./polar.ts";
import type { TenantCase } from "./types.ts";
import { ultrahuman } from "./ultrahuman.ts";
import { whoop } from "./whoop.ts";
import { withings } from "./withings.ts";

export const TENANT_CASES: readonly TenantCase[] = [
  oura,
  whoop,
  ultrahuman,
  withings,
  polar,
  garmin,
  googleHealth,
  appleHealth,
];
