/** Every integrated partner. A new one needs a folder here and one line. */
import { appleHealth } from "./apple-health/index.ts";
import { garmin } from "./garmin/index.ts";
import { googleHealth } from "./google-health/index.ts";
import { oura } from "./oura/index.ts";
import { polar } from "./polar/index.ts";
import type { Tenant } from "./types.ts";
import { ultrahuman } from "./ultrahuman/index.ts";
import { whoop } from "./whoop/index.ts";
import { withings } from "./withings/index.ts";

export const TENANTS: readonly Tenant[] = [
  oura,
  whoop,
  ultrahuman,
  withings,
  polar,
  garmin,
  googleHealth,
  appleHealth,
];
