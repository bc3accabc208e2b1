/** Opens the rate limit that all replicas share in Redis or Valkey, where a setting names one. */
import { RATE_LIMIT_PASSWORD_ENV } from "../config/secrets.ts";
import type { Settings } from "../config/settings.ts";
import { UsageError } from "../contract/error.ts";
import { SharedRateLimiter } from "../gateway/shared-rate-limit.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { secretOf } from "./secret.ts";
import type { LimitSettings } from "./serve-settings.ts";

const UNIX = "redis+unix:";

/** Null where this process counts alone. */
export function openSharedLimiter(
  settings: LimitSettings & Settings<"gateway">,
  { logger, countLimiterFailure }: { logger: Logger } & Pick<Metrics, "countLimiterFailure">,
): SharedRateLimiter | null {
  const { rateLimitUrl, rateLimitPasswordFile, rateLimitFallback: fallback } = settings;
  if (rateLimitUrl === null) return null;
  if (settings.gateway === "external") {
    throw new UsageError("--rate-limit-url: with --gateway external the other gateway counts");
  }
  const password = secretOf(rateLimitPasswordFile, {
    flag: "rate-limit-password-file",
    env: RATE_LIMIT_PASSWORD_ENV,
  });
  const limiter = new SharedRateLimiter({
    url: withPassword(rateLimitUrl, password),
    fallback,
    onFailure: countLimiterFailure,
    onChange(cause) {
      if (cause === null) logger.info({}, "rate limit is shared");
      else logger.error({ cause, fallback }, "rate limit is not shared");
    },
  });
  void limiter.start();
  return limiter;
}

function withPassword(url: string, password: string | null): string {
  if (password === null) return url;
  const { protocol, username, host, pathname } = new URL(url);
  if (protocol === UNIX) {
    throw new UsageError("--rate-limit-url: a socket of this machine is opened without password");
  }
  return `${protocol}//${username}:${encodeURIComponent(password)}@${host}${pathname}`;
}
