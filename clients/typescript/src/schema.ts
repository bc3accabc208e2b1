/**
 * The types of contract 0.2.0. Written from the API document by scripts/clients.ts; do not edit.
 *
 * The objects of a payload are open, because vendors send more than is read. Their index is
 * `any`, so that a vendor's own interfaces fit, which have no index.
 */

/** Why there is no text. */
export type SuppressionReason =
  | "insufficient_signal"
  | "below_platform_threshold"
  | "below_client_threshold";

/** What to know of an answer. */
export type Warning =
  | "unmapped_persona"
  | "non_uuid_request_id"
  | "timezone_offset_mismatch"
  | "stale_signals"
  | "thin_evidence"
  | "urgent_support"
  | "seek_medical_advice"
  | "unsupported_language";

/** Why a message is no wellness question. */
export type SafetyCategory =
  | "self_harm"
  | "emergency"
  | "red_flag"
  | "pregnancy"
  | "diagnosis"
  | "medication"
  | "test_interpretation";

/** `error.code` of the service. */
export type ErrorCode =
  | "payload_too_large"
  | "unsupported_media_type"
  | "invalid_request"
  | "out_of_scope"
  | "internal_error"
  | "persistence_failed"
  | "service_unavailable";

/** `detail` of a refusal for consent. */
export type ConsentReason =
  | "consent_not_provisioned"
  | "consent_revoked";

/** `detail` of the gateway. */
export type GatewayDetail =
  | "Ambiguous Host Header"
  | "No Authorization Header"
  | "Invalid Authorization Scheme"
  | "Authorization Failed"
  | "missing_partner_id"
  | "tenant_mismatch"
  | "Not Found"
  | "Method Not Allowed"
  | "Rate limit exceeded";

/** What a sandbox key can ask to be answered with. */
export type Scenario =
  | "served"
  | "replay"
  | "insufficient_signal"
  | "below_platform_threshold"
  | "below_client_threshold"
  | "unmapped_persona"
  | "non_uuid_request_id"
  | "timezone_offset_mismatch"
  | "stale_signals"
  | "thin_evidence"
  | "urgent_support"
  | "seek_medical_advice"
  | "unsupported_language"
  | "invalid_request"
  | "out_of_scope_self_harm"
  | "out_of_scope_emergency"
  | "out_of_scope_red_flag"
  | "out_of_scope_pregnancy"
  | "out_of_scope_diagnosis"
  | "out_of_scope_medication"
  | "out_of_scope_test_interpretation"
  | "consent_not_provisioned"
  | "consent_revoked"
  | "rate_limited"
  | "rate_limited_once"
  | "internal_error"
  | "persistence_failed"
  | "persistence_failed_once"
  | "service_unavailable"
  | "service_unavailable_once";

/** The answer. A suppressed one has `recommendation` null and a `suppression_reason`. Ignore members that you do not know. */
export interface RecommendationResponse {
  /** Echo of the request's `request_id`. */
  request_id: string;
  /** Plain text with author–year markers, each of which is in `citations`. Null where `suppression_reason` says why. */
  recommendation: string | null;
  /** The studies that the text cites; empty where there is no text. */
  citations: Citation[];
  /** A heuristic grade of the evidence, not a probability. Do not show it in percent. */
  recommendation_confidence: number;
  /** What the user may ask next. There is an answer to each. */
  suggested_questions: string[];
  /** Quote it to support. A replay has the first one. */
  trace_id: string;
  /** When the answer was made, in UTC. A replay has the first time. */
  served_at: string;
  /** Opaque; equal versions give equal answers to equal requests. */
  model_version: string;
  /** Why there is no recommendation; null where there is one. `insufficient_signal`: too few measurements. `below_platform_threshold`: too little evidence, or a message that wellness guidance may not answer. `below_client_threshold`: a confidence below `minimum_confidence`. New codes may appear. */
  suppression_reason: string | null;
  /** What the client should know of this answer; each at most once. */
  warnings: string[];
}

/** A study that the text cites. */
export interface Citation {
  /** Stable per source document, in every deployment and version. */
  citation_id: string;
  /** Title of the study. */
  source_title: string;
  /** `Baker F`, `Baker F & Driver H` or `Baker F et al.` */
  authors: string;
  /** Year of publication. */
  year: number;
  /** DOI without a resolver's address. */
  doi: string;
  /** Output of the biomedical cross-encoder; a ranking within one response, not a probability. */
  relevance: number;
}

/** A refusal of the gateway, RFC 9457. `detail` says why. */
export interface GatewayProblem {
  /** Address of the status, https://httpproblems.com/http-status/<status>. */
  type: string;
  /** Reason phrase of the status. */
  title: string;
  /** The status of the response. */
  status: number;
  /** Stable reason; safe to compare. */
  detail: string;
  /** Path of the request. */
  instance: string;
  /** What support needs to find the request. */
  trace: GatewayProblemTrace;
}

/** What support needs to find the request. */
export interface GatewayProblemTrace {
  /** When it was refused. */
  timestamp: string;
  /** Equal to the header `zp-rid`; quote it to support. */
  requestId: string;
  /** The build of the service. */
  buildId: string;
}

/** An error of the recommendation service. `error.code` says which. */
export interface FlatError {
  /** Echo of the request's `request_id`, or null where it could not be read. */
  request_id: string | null;
  /** Quote it to support. */
  trace_id: string;
  /** What went wrong. */
  error: FlatErrorError;
}

/** What went wrong. */
export interface FlatErrorError {
  /** What went wrong; safe to compare. Judge an unknown code by its status. New codes may appear. */
  code: string;
  /** A sentence for people; its words may change. */
  message: string;
  /** `invalid_request`: every fault at once. `out_of_scope`: the categories. Otherwise null. */
  details: Problem[] | OutOfScope[] | null;
}

/** One fault of a request body. */
export interface Problem {
  /** JSON Pointer to the member itself, also where it is missing. */
  path: string;
  /** What is wrong; never repeats a value of the request. */
  message: string;
  /** What to send instead. */
  fix: string;
}

/** A safety category for which strict mode refused the message. */
export interface OutOfScope {
  /** Why the message needs somebody else. New codes may appear. */
  category: string;
}

/** Who is calling, and whether a recommendation can succeed. */
export interface Preflight {
  /** Tenant identifier, `<environment>-<tenant>`. */
  tenant_id: string;
  /** Tenant slug, the route segment. */
  tenant: string;
  /** `sandbox` or `production`. */
  environment: string;
  /** `not_provisioned`, `provisioned`, `active` or `revoked`. */
  consent_state: string;
  /** Recommendation calls can succeed only when true. */
  consent_active: boolean;
  /** What the key may do. */
  scopes: string[];
  /** Requests that one key may make in any 60 seconds. */
  rate_limit_per_min: number;
}

/** Where the person is in her cycle and life. */
export interface UserContext {
  /** Phase of the menstrual cycle; not used where `life_stage` is `postmenopause`. */
  cycle_phase: "menstrual" | "follicular" | "ovulatory" | "luteal";
  /** Day of the cycle; the first day of bleeding is 1. */
  cycle_day: number;
  /** Reproductive life stage. */
  life_stage: "reproductive" | "perimenopause" | "postmenopause";
}

/** What the requests of all tenants share. */
export interface RequestBase {
  /** Idempotency key: within 300 seconds the same id gets the same answer. UUID v7 recommended. */
  request_id: string;
  /** Free-text question in English, measured trimmed. Absent or blank: the answer tells what stands out in the readings. */
  query?: string | null | undefined;
  /** Your trace id; goes to our log only, where it has letters, digits and . _ : / - and at most 200 characters. A UUID, a ULID or a W3C trace id is kept as it is; in others what could be personal (long runs of digits) is masked. */
  client_trace_id?: string | null | undefined;
  /** IANA Region/City, or UTC or GMT. Abbreviations such as EST are rejected. */
  timezone: string;
  /** What happens to a message that is not a wellness question. `strict`: 422 `out_of_scope`. `permissive`: 200 without a text and a warning. */
  safety_mode: "strict" | "permissive";
  /** Answers graded lower are suppressed with `below_client_threshold`. The service's own floor is 0.5. */
  minimum_confidence: number;
  user_context: UserContext;
}

/** Raw measurements of one person. At least one of sleep, heartrate, vo2_max, daily_readiness, daily_sleep, workout, session must be a non-empty array. Proprietary aggregates (score, contributors, *_balance, *_index, *_score_delta, level, day_summary, vascular_age, pulse_wave_velocity, stress_high, recovery_high) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface OuraPayload {
  /** Sleep periods; several per day are the rule. */
  sleep?: readonly OuraPayloadSleep[] | null | undefined;
  /** VO2max estimates. */
  vo2_max?: readonly OuraPayloadVo2Max[] | null | undefined;
  /** Only the temperature deviation is read. */
  daily_readiness?: readonly OuraPayloadDailyReadiness[] | null | undefined;
  /** Holds no raw measure; accepted, adds no signal. */
  daily_sleep?: readonly OuraPayloadDailySleep[] | null | undefined;
  /** Workouts, one record each. */
  workout?: readonly OuraPayloadWorkout[] | null | undefined;
  /** Moments of rest or breathing; accepted, add no signal. */
  session?: readonly OuraPayloadSession[] | null | undefined;
  /** Blood oxygen by day. */
  daily_spo2?: readonly OuraPayloadDailySpo2[] | null | undefined;
  /** Proprietary; accepted and discarded. */
  daily_stress?: readonly OuraPayloadDailyStress[] | null | undefined;
  /** Proprietary; accepted and discarded. */
  daily_resilience?: readonly OuraPayloadDailyResilience[] | null | undefined;
  /** Proprietary; accepted and discarded. */
  daily_cardiovascular_age?: readonly OuraPayloadDailyCardiovascularAge[] | null | undefined;
  /** Free text; accepted and discarded. */
  tag?: readonly OuraPayloadTag[] | null | undefined;
  /** Free text; accepted and discarded. */
  enhanced_tag?: readonly unknown[] | null | undefined;
  /** Accepted and discarded. */
  rest_mode_period?: readonly unknown[] | null | undefined;
  /** Accepted and discarded. */
  ring_configuration?: readonly unknown[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: OuraPayloadPersonalInfo | null | undefined;
  /** Heart-rate samples; those at rest or asleep make the day's resting heart rate. */
  heartrate?: readonly (OuraPayloadHeartrate | OuraPayloadHeartrate2 | OuraPayloadHeartrate3)[] | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadSleep {
  /** Day the sleep belongs to, as the vendor assigned it (not the date of bedtime_end). */
  day: string;
  /** long_sleep, sleep, late_nap, rest or deleted; only long_sleep counts as a night. */
  type?: string | null | undefined;
  /** ISO 8601 with UTC offset. */
  bedtime_start?: string | null | undefined;
  /** ISO 8601 with UTC offset. */
  bedtime_end?: string | null | undefined;
  /** Seconds asleep. */
  total_sleep_duration?: number | null | undefined;
  /** Seconds in bed. */
  time_in_bed?: number | null | undefined;
  /** Seconds awake in bed. */
  awake_time?: number | null | undefined;
  /** Seconds until asleep. */
  latency?: number | null | undefined;
  /** Seconds in deep sleep. */
  deep_sleep_duration?: number | null | undefined;
  /** Seconds in REM sleep. */
  rem_sleep_duration?: number | null | undefined;
  /** Seconds in light sleep. */
  light_sleep_duration?: number | null | undefined;
  /** rMSSD in ms. */
  average_hrv?: number | null | undefined;
  /** Mean heart rate in bpm. */
  average_heart_rate?: number | null | undefined;
  /** bpm; 255 and 0 mean missing. */
  lowest_heart_rate?: number | null | undefined;
  /** Breaths per minute. */
  average_breath?: number | null | undefined;
  /** °C from the person's own baseline. */
  temperature_deviation?: number | null | undefined;
  /** rMSSD in ms, per 5 minutes. */
  hrv?: OuraPayloadSleepHrv | null | undefined;
  /** bpm, per 5 minutes. */
  heart_rate?: OuraPayloadSleepHeartRate | null | undefined;
  /** Only temperature_deviation (°C) is read; score and contributors are discarded. */
  readiness?: unknown | undefined;
  [member: string]: any;
}

/** rMSSD in ms, per 5 minutes. */
export interface OuraPayloadSleepHrv {
  /** Seconds between two items. */
  interval?: number | null | undefined;
  /** One value per interval; null is a gap. */
  items?: readonly (number | null)[] | null | undefined;
  /** When the first item was taken. */
  timestamp?: string | null | undefined;
  [member: string]: any;
}

/** bpm, per 5 minutes. */
export interface OuraPayloadSleepHeartRate {
  /** Seconds between two items. */
  interval?: number | null | undefined;
  /** One value per interval; null is a gap. */
  items?: readonly (number | null)[] | null | undefined;
  /** When the first item was taken. */
  timestamp?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadVo2Max {
  /** Day of the estimate. */
  day: string;
  /** VO2max in ml/kg/min. */
  vo2_max?: number | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadDailyReadiness {
  /** Day of the record. */
  day: string;
  /** ISO 8601 with UTC offset. */
  timestamp?: string | null | undefined;
  /** °C from the person's own baseline. */
  temperature_deviation?: number | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadDailySleep {
  /** Day of the record. */
  day: string;
  /** ISO 8601 with UTC offset. */
  timestamp?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadWorkout {
  /** Day of the workout. */
  day: string;
  /** Vendor word such as running; an unknown word counts as unknown. */
  activity?: string | null | undefined;
  /** easy, moderate or hard. */
  intensity?: string | null | undefined;
  /** ISO 8601 with UTC offset. */
  start_datetime?: string | null | undefined;
  /** ISO 8601 with UTC offset. */
  end_datetime?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadSession {
  /** Day of the session. */
  day: string;
  /** breathing, meditation, nap, relaxation, rest or body_status. */
  type?: string | null | undefined;
  /** Heart rate in bpm. */
  heart_rate?: OuraPayloadSessionHeartRate | null | undefined;
  /** rMSSD in ms. */
  heart_rate_variability?: OuraPayloadSessionHeartRateVariability | null | undefined;
  [member: string]: any;
}

/** Heart rate in bpm. */
export interface OuraPayloadSessionHeartRate {
  /** Seconds between two items. */
  interval?: number | null | undefined;
  /** One value per interval; null is a gap. */
  items?: readonly (number | null)[] | null | undefined;
  /** When the first item was taken. */
  timestamp?: string | null | undefined;
  [member: string]: any;
}

/** rMSSD in ms. */
export interface OuraPayloadSessionHeartRateVariability {
  /** Seconds between two items. */
  interval?: number | null | undefined;
  /** One value per interval; null is a gap. */
  items?: readonly (number | null)[] | null | undefined;
  /** When the first item was taken. */
  timestamp?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadDailySpo2 {
  /** Day of the record. */
  day: string;
  /** Mean blood oxygen. */
  spo2_percentage?: OuraPayloadDailySpo2Spo2Percentage | null | undefined;
  [member: string]: any;
}

/** Mean blood oxygen. */
export interface OuraPayloadDailySpo2Spo2Percentage {
  /** Percent; 0 means missing. */
  average?: number | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadDailyStress {
  /** Day of the record. */
  day: string;
  [member: string]: any;
}

export interface OuraPayloadDailyResilience {
  /** Day of the record. */
  day: string;
  [member: string]: any;
}

export interface OuraPayloadDailyCardiovascularAge {
  /** Day of the record. */
  day: string;
  [member: string]: any;
}

export interface OuraPayloadTag {
  /** Day of the record. */
  day: string;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface OuraPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadHeartrate {
  /** When it was measured. */
  timestamp: string;
  /** Beats per minute; 255 and 0 mean missing. */
  bpm?: number | null | undefined;
  /** awake, rest, sleep, workout, live or session. */
  source?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadHeartrate2 {
  /** When the first item was taken. */
  timestamp: string;
  /** Seconds between two items. */
  interval?: number | null | undefined;
  /** One value per interval; null is a gap. */
  items: readonly (number | null)[];
  /** awake, rest, sleep, workout, live or session. */
  source?: string | null | undefined;
  [member: string]: any;
}

export interface OuraPayloadHeartrate3 {
  /** The vendor's list response, forwarded untouched. */
  data: readonly OuraPayloadHeartrate3Data[];
  [member: string]: any;
}

export interface OuraPayloadHeartrate3Data {
  /** When it was measured. */
  timestamp: string;
  /** Beats per minute; 255 and 0 mean missing. */
  bpm?: number | null | undefined;
  /** awake, rest, sleep, workout, live or session. */
  source?: string | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. At least one of sleep, recovery, cycle, workout must be a non-empty array. The member score holds raw measurements at WHOOP and is read where score_state is SCORED. Proprietary aggregates in it (recovery_score, strain, sleep_performance_percentage, sleep_consistency_percentage, sleep_efficiency_percentage, sleep_needed, zone_durations) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface WhoopPayload {
  /** Sleeps and naps. */
  sleep?: readonly WhoopPayloadSleep[] | null | undefined;
  /** What was measured in a sleep; read with the sleep it names. */
  recovery?: readonly WhoopPayloadRecovery[] | null | undefined;
  /** WHOOP's days; says that heart rate was measured. No menstrual cycle. */
  cycle?: readonly WhoopPayloadCycle[] | null | undefined;
  /** Workouts, one record each. */
  workout?: readonly WhoopPayloadWorkout[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: WhoopPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface WhoopPayloadSleep {
  /** Names the sleep; recoveries refer to it. */
  id?: string | number | undefined;
  /** ISO 8601, UTC. */
  start: string;
  /** ISO 8601, UTC. */
  end: string;
  /** Of the user's local time, such as -05:00. */
  timezone_offset?: string | null | undefined;
  /** True: a nap, not a night. */
  nap?: boolean | null | undefined;
  /** Only SCORED records are read; PENDING_SCORE and UNSCORABLE hold no measurement. */
  score_state?: string | null | undefined;
  /** Raw measurements of the sleep. */
  score?: WhoopPayloadSleepScore | null | undefined;
  [member: string]: any;
}

/** Raw measurements of the sleep. */
export interface WhoopPayloadSleepScore {
  /** Time in each stage. */
  stage_summary?: WhoopPayloadSleepScoreStageSummary | null | undefined;
  /** Breaths per minute. */
  respiratory_rate?: number | null | undefined;
  [member: string]: any;
}

/** Time in each stage. */
export interface WhoopPayloadSleepScoreStageSummary {
  /** Milliseconds in bed. */
  total_in_bed_time_milli?: number | null | undefined;
  /** Milliseconds awake in bed. */
  total_awake_time_milli?: number | null | undefined;
  /** Milliseconds; above 15 minutes the durations count as missing. */
  total_no_data_time_milli?: number | null | undefined;
  /** Milliseconds in light sleep. */
  total_light_sleep_time_milli?: number | null | undefined;
  /** Milliseconds; deep sleep. */
  total_slow_wave_sleep_time_milli?: number | null | undefined;
  /** Milliseconds in REM sleep. */
  total_rem_sleep_time_milli?: number | null | undefined;
  [member: string]: any;
}

export interface WhoopPayloadRecovery {
  /** The sleep it was measured in; send that sleep too, it says which night this is. */
  sleep_id: string | number;
  /** Only SCORED records are read; PENDING_SCORE and UNSCORABLE hold no measurement. */
  score_state?: string | null | undefined;
  /** Raw measurements of the night. */
  score?: WhoopPayloadRecoveryScore | null | undefined;
  [member: string]: any;
}

/** Raw measurements of the night. */
export interface WhoopPayloadRecoveryScore {
  /** rMSSD in ms, as it is. */
  hrv_rmssd_milli?: number | null | undefined;
  /** Resting heart rate in bpm. */
  resting_heart_rate?: number | null | undefined;
  /** Blood oxygen in percent. */
  spo2_percentage?: number | null | undefined;
  /** °C of the skin itself; read against her own nights, five at least. */
  skin_temp_celsius?: number | null | undefined;
  [member: string]: any;
}

export interface WhoopPayloadCycle {
  /** ISO 8601, UTC. */
  start: string;
  /** Of the user's local time, such as -05:00. */
  timezone_offset?: string | null | undefined;
  /** Only SCORED records are read; PENDING_SCORE and UNSCORABLE hold no measurement. */
  score_state?: string | null | undefined;
  /** Raw measurements of the day. */
  score?: WhoopPayloadCycleScore | null | undefined;
  [member: string]: any;
}

/** Raw measurements of the day. */
export interface WhoopPayloadCycleScore {
  /** Mean heart rate in bpm. */
  average_heart_rate?: number | null | undefined;
  [member: string]: any;
}

export interface WhoopPayloadWorkout {
  /** ISO 8601, UTC. */
  start: string;
  /** ISO 8601, UTC. */
  end: string;
  /** Of the user's local time, such as -05:00. */
  timezone_offset?: string | null | undefined;
  /** Vendor word such as running; an unknown word counts as unknown. */
  sport_name?: string | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface WhoopPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. `metric_data` must not be empty. HRV is accepted and not read, because the vendor does not say whether it is rMSSD. Proprietary aggregates (recovery_index, movement_index, metabolic_score, sleep scores) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface UltrahumanPayload {
  /** Elements of the vendor's metric_data. */
  metric_data?: readonly UltrahumanPayloadMetricData[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: UltrahumanPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface UltrahumanPayloadMetricData {
  /** Sleep, night_rhr, spo2, temp, hr or vo2_max; others, hrv among them, are not read. */
  type: string;
  /** What was measured. */
  object: UltrahumanPayloadMetricDataObject;
  [member: string]: any;
}

/** What was measured. */
export interface UltrahumanPayloadMetricDataObject {
  /** YYYY-MM-DD of a Sleep; without it the day is that of bedtime_end. */
  ultrahuman_date?: string | null | undefined;
  /** Unix seconds. */
  bedtime_start?: number | null | undefined;
  /** Unix seconds. */
  bedtime_end?: number | null | undefined;
  /** Of a Sleep. */
  quick_metrics?: readonly UltrahumanPayloadMetricDataObjectQuickMetrics[] | null | undefined;
  /** Of a Sleep: the time in each stage. */
  sleep_stages?: readonly UltrahumanPayloadMetricDataObjectSleepStages[] | null | undefined;
  /** Of temp: °C or °F; with another one it is not read. */
  unit?: string | null | undefined;
  /** Of the other types: samples. */
  values?: readonly UltrahumanPayloadMetricDataObjectValues[] | null | undefined;
  [member: string]: any;
}

export interface UltrahumanPayloadMetricDataObjectQuickMetrics {
  /** Only time_in_bed is read. */
  type?: string | null | undefined;
  /** Seconds of time_in_bed. */
  value?: number | null | undefined;
  [member: string]: any;
}

export interface UltrahumanPayloadMetricDataObjectSleepStages {
  /** deep_sleep, light_sleep, rem_sleep or awake. */
  type?: string | null | undefined;
  /** Seconds in the stage. */
  stage_time?: number | null | undefined;
  [member: string]: any;
}

export interface UltrahumanPayloadMetricDataObjectValues {
  /** In the unit of its element. */
  value?: number | null | undefined;
  /** Unix seconds. */
  timestamp?: number | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface UltrahumanPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. `sleep_summary` must not be empty. SDNN (sdnn_1) is another measure than rMSSD and is not read. Proprietary and clinical aggregates (sleep_score, hrv_quality, withings_index, apnea_hypnopea_index, breathing_disturbances_intensity) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface WithingsPayload {
  /** The series of getsummary, one for each sleep. */
  sleep_summary?: readonly WithingsPayloadSleepSummary[] | null | undefined;
  /** The series of get; gives rMSSD to the sleeps of sleep_summary. */
  sleep_series?: readonly WithingsPayloadSleepSeries[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: WithingsPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface WithingsPayloadSleepSummary {
  /** Unix seconds. */
  startdate: number;
  /** Unix seconds. */
  enddate: number;
  /** YYYY-MM-DD; without it the day is that of enddate. */
  date?: string | null | undefined;
  /** IANA name of the user's time zone; without it that of the request. */
  timezone?: string | null | undefined;
  /** What was measured in the night. */
  data?: WithingsPayloadSleepSummaryData | null | undefined;
  [member: string]: any;
}

/** What was measured in the night. */
export interface WithingsPayloadSleepSummaryData {
  /** Seconds in bed. */
  total_timeinbed?: number | null | undefined;
  /** Seconds in deep sleep. */
  deepsleepduration?: number | null | undefined;
  /** Seconds in REM sleep. */
  remsleepduration?: number | null | undefined;
  /** Seconds in light sleep. */
  lightsleepduration?: number | null | undefined;
  /** Seconds awake in bed. */
  wakeupduration?: number | null | undefined;
  /** Seconds until asleep. */
  sleep_latency?: number | null | undefined;
  /** Mean heart rate in bpm. */
  hr_average?: number | null | undefined;
  /** Lowest heart rate in bpm. */
  hr_min?: number | null | undefined;
  /** Breaths per minute. */
  rr_average?: number | null | undefined;
  /** rMSSD in ms at the start of the night; read where no series is sent. */
  rmssd_start_avg?: number | null | undefined;
  /** rMSSD in ms at its end; the mean of both stands for the night. */
  rmssd_end_avg?: number | null | undefined;
  [member: string]: any;
}

export interface WithingsPayloadSleepSeries {
  /** Unix seconds. */
  startdate: number;
  /** Unix seconds. */
  enddate: number;
  /** rMSSD in ms by Unix second. A name that is no number is missing. */
  rmssd?: unknown | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface WithingsPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. At least one of nights, recharges, skin_temperatures, exercises must be a non-empty array. Proprietary aggregates (sleep_score, sleep_charge, sleep_rating, continuity, group scores, nightly_recharge_status, ans_charge, cardio_load, training_load, running_index) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface PolarPayload {
  /** Nights, one record each. */
  nights?: readonly PolarPayloadNights[] | null | undefined;
  /** Nightly recharges; only what was measured is read. */
  recharges?: readonly PolarPayloadRecharges[] | null | undefined;
  /** Skin temperature in sleep. */
  skin_temperatures?: readonly PolarPayloadSkinTemperatures[] | null | undefined;
  /** Exercises, one record each. */
  exercises?: readonly PolarPayloadExercises[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: PolarPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface PolarPayloadNights {
  /** Day that the night belongs to. */
  date: string;
  /** ISO 8601 with UTC offset. */
  sleep_start_time: string;
  /** ISO 8601 with UTC offset. */
  sleep_end_time: string;
  /** Seconds in light sleep. */
  light_sleep?: number | null | undefined;
  /** Seconds in deep sleep. */
  deep_sleep?: number | null | undefined;
  /** Seconds in REM sleep. */
  rem_sleep?: number | null | undefined;
  /** Seconds; above 15 minutes the durations count as missing. */
  unrecognized_sleep_stage?: number | null | undefined;
  /** Seconds awake. */
  total_interruption_duration?: number | null | undefined;
  /** bpm by clock time, HH:MM; gives the lowest. A name that is no clock time is missing. */
  heart_rate_samples?: unknown | null | undefined;
  [member: string]: any;
}

export interface PolarPayloadRecharges {
  /** Day of the night it was measured in. */
  date: string;
  /** bpm, of the first hours of sleep. */
  heart_rate_avg?: number | null | undefined;
  /** rMSSD in ms, of the first hours of sleep. */
  heart_rate_variability_avg?: number | null | undefined;
  /** Breaths per minute. */
  breathing_rate_avg?: number | null | undefined;
  [member: string]: any;
}

export interface PolarPayloadSkinTemperatures {
  /** Day of the night it was measured in. */
  sleep_date: string;
  /** °C from the person's own baseline. */
  deviation_from_baseline_celsius?: number | null | undefined;
  /** °C; read where no record has a deviation, five nights at least. */
  sleep_time_skin_temperature_celsius?: number | null | undefined;
  [member: string]: any;
}

export interface PolarPayloadExercises {
  /** ISO 8601 in the user's local time. */
  start_time: string;
  /** Minutes east of UTC, where start_time has no offset. */
  start_time_utc_offset?: number | null | undefined;
  /** ISO 8601, such as PT45M. */
  duration?: string | null | undefined;
  /** Vendor word such as RUNNING; an unknown word counts as unknown. */
  sport?: string | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface PolarPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. At least one of sleeps, hrv, dailies, pulseox, userMetrics, skinTemp must be a non-empty array. Proprietary aggregates (overallSleepScore, sleepScores, stress levels, bodyBattery, fitnessAge, training readiness) are accepted with any value and discarded, and averageHeartRateInBeatsPerMinute, a mean of seven days, with them. A sentinel or implausible number counts as missing. */
export interface GarminPayload {
  /** Sleep summaries. */
  sleeps?: readonly GarminPayloadSleeps[] | null | undefined;
  /** HRV of the night of the day. */
  hrv?: readonly GarminPayloadHrv[] | null | undefined;
  /** Daily summaries. */
  dailies?: readonly GarminPayloadDailies[] | null | undefined;
  /** Blood oxygen; read on days whose sleep has none. */
  pulseox?: readonly GarminPayloadPulseox[] | null | undefined;
  /** VO2max estimates. */
  userMetrics?: readonly GarminPayloadUserMetrics[] | null | undefined;
  /** Skin temperature in sleep. */
  skinTemp?: readonly GarminPayloadSkinTemp[] | null | undefined;
  /** Accepted and discarded: phase and day of her cycle are those of user_context. */
  mct?: readonly unknown[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: GarminPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadSleeps {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** Unix seconds. */
  startTimeInSeconds: number;
  /** Seconds east of UTC; without it the zone is that of the request. */
  startTimeOffsetInSeconds?: number | null | undefined;
  /** Seconds from the start to the end, waking included. */
  durationInSeconds: number;
  /** Seconds in deep sleep. */
  deepSleepDurationInSeconds?: number | null | undefined;
  /** Seconds in light sleep. */
  lightSleepDurationInSeconds?: number | null | undefined;
  /** Seconds in REM sleep. */
  remSleepInSeconds?: number | null | undefined;
  /** Seconds awake in bed. */
  awakeDurationInSeconds?: number | null | undefined;
  /** Seconds; above 15 minutes the durations count as missing. */
  unmeasurableSleepDurationInSeconds?: number | null | undefined;
  /** A tentative sleep is left out where its day has one that is not. */
  validation?: string | null | undefined;
  /** Blood oxygen in percent by seconds from the start. A name that is no whole number is missing. */
  timeOffsetSleepSpo2?: unknown | null | undefined;
  /** Breaths per minute by seconds from the start. A name that is no whole number is missing. */
  timeOffsetSleepRespiration?: unknown | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadHrv {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** rMSSD in ms. */
  lastNightAvg?: number | null | undefined;
  /** rMSSD in ms by seconds from the start. A name that is no whole number is missing. */
  hrvValues?: unknown | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadDailies {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** Resting heart rate in bpm. */
  restingHeartRateInBeatsPerMinute?: number | null | undefined;
  /** bpm; says that heart rate was measured. */
  minHeartRateInBeatsPerMinute?: number | null | undefined;
  /** bpm; says that heart rate was measured. */
  maxHeartRateInBeatsPerMinute?: number | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadPulseox {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** True: a measurement that she made herself; not read. */
  onDemand?: boolean | null | undefined;
  /** Blood oxygen in percent by seconds from the start. A name that is no whole number is missing. */
  timeOffsetSpo2Values?: unknown | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadUserMetrics {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** VO2max in ml/kg/min. */
  vo2Max?: number | null | undefined;
  [member: string]: any;
}

export interface GarminPayloadSkinTemp {
  /** Day of the summary, as the vendor assigned it. */
  calendarDate: string;
  /** °C from the person's own baseline. */
  avgDeviationCelsius?: number | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface GarminPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. `dataPoints` must not be empty. SDNN (standardDeviationMilliseconds) is another measure than rMSSD and is not read. Proprietary aggregates (sleep and readiness scores, cardio load, active zone minutes, entropy, summaries) are accepted with any value and discarded. A sentinel or implausible number counts as missing. */
export interface GoogleHealthPayload {
  /** Data points; those of other types are accepted and discarded. */
  dataPoints?: readonly GoogleHealthPayloadDataPoints[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: GoogleHealthPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface GoogleHealthPayloadDataPoints {
  /** Where the point is from. */
  dataSource?: GoogleHealthPayloadDataPointsDataSource | null | undefined;
  /** HRV of the night; read with the sleep of its day. */
  dailyHeartRateVariability?: GoogleHealthPayloadDataPointsDailyHeartRateVariability | null | undefined;
  /** Resting heart rate. */
  dailyRestingHeartRate?: GoogleHealthPayloadDataPointsDailyRestingHeartRate | null | undefined;
  /** Breathing in the night; read with the sleep of its day. */
  dailyRespiratoryRate?: GoogleHealthPayloadDataPointsDailyRespiratoryRate | null | undefined;
  /** Blood oxygen. */
  dailyOxygenSaturation?: GoogleHealthPayloadDataPointsDailyOxygenSaturation | null | undefined;
  /** Skin temperature in sleep. */
  dailySleepTemperatureDerivations?: GoogleHealthPayloadDataPointsDailySleepTemperatureDerivations | null | undefined;
  /** VO2max estimate. */
  dailyVo2Max?: GoogleHealthPayloadDataPointsDailyVo2Max | null | undefined;
  /** A sleep. */
  sleep?: GoogleHealthPayloadDataPointsSleep | null | undefined;
  /** An exercise. */
  exercise?: GoogleHealthPayloadDataPointsExercise | null | undefined;
  [member: string]: any;
}

/** Where the point is from. */
export interface GoogleHealthPayloadDataPointsDataSource {
  /** Which source it is; of several the one with most points is read. */
  platform?: string | null | undefined;
  [member: string]: any;
}

/** HRV of the night; read with the sleep of its day. */
export interface GoogleHealthPayloadDataPointsDailyHeartRateVariability {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailyHeartRateVariabilityDate;
  /** rMSSD in ms. */
  averageHeartRateVariabilityMilliseconds?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailyHeartRateVariabilityDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** Resting heart rate. */
export interface GoogleHealthPayloadDataPointsDailyRestingHeartRate {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailyRestingHeartRateDate;
  /** Resting heart rate in bpm. */
  beatsPerMinute?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailyRestingHeartRateDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** Breathing in the night; read with the sleep of its day. */
export interface GoogleHealthPayloadDataPointsDailyRespiratoryRate {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailyRespiratoryRateDate;
  /** Breaths per minute. */
  breathsPerMinute?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailyRespiratoryRateDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** Blood oxygen. */
export interface GoogleHealthPayloadDataPointsDailyOxygenSaturation {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailyOxygenSaturationDate;
  /** Percent; 0 means missing. */
  averagePercentage?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailyOxygenSaturationDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** Skin temperature in sleep. */
export interface GoogleHealthPayloadDataPointsDailySleepTemperatureDerivations {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailySleepTemperatureDerivationsDate;
  /** °C of the skin. */
  nightlyTemperatureCelsius?: number | string | null | undefined;
  /** °C; what is read is the difference of both. */
  baselineTemperatureCelsius?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailySleepTemperatureDerivationsDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** VO2max estimate. */
export interface GoogleHealthPayloadDataPointsDailyVo2Max {
  /** Day of the value. */
  date: GoogleHealthPayloadDataPointsDailyVo2MaxDate;
  /** VO2max in ml/kg/min. */
  vo2Max?: number | string | null | undefined;
  [member: string]: any;
}

/** Day of the value. */
export interface GoogleHealthPayloadDataPointsDailyVo2MaxDate {
  /** Such as 2026. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  [member: string]: any;
}

/** A sleep. */
export interface GoogleHealthPayloadDataPointsSleep {
  /** From when to when. */
  interval: GoogleHealthPayloadDataPointsSleepInterval;
  /** Stages; where they overlap, none is read. */
  stages?: readonly GoogleHealthPayloadDataPointsSleepStages[] | null | undefined;
  [member: string]: any;
}

/** From when to when. */
export interface GoogleHealthPayloadDataPointsSleepInterval {
  /** ISO 8601, UTC. */
  startTime: string;
  /** ISO 8601, UTC. */
  endTime: string;
  /** Of the local time, in seconds, such as "-14400s". */
  startUtcOffset?: string | null | undefined;
  /** Of the local time, in seconds, such as "-14400s". */
  endUtcOffset?: string | null | undefined;
  [member: string]: any;
}

export interface GoogleHealthPayloadDataPointsSleepStages {
  /** ISO 8601. */
  startTime: string;
  /** ISO 8601. */
  endTime: string;
  /** DEEP, LIGHT, REM or AWAKE; ASLEEP or RESTLESS in a sleep without stages. */
  type?: string | null | undefined;
  [member: string]: any;
}

/** An exercise. */
export interface GoogleHealthPayloadDataPointsExercise {
  /** From when to when. */
  interval: GoogleHealthPayloadDataPointsExerciseInterval;
  /** Vendor word such as RUNNING; an unknown word counts as unknown. */
  exerciseType?: string | null | undefined;
  [member: string]: any;
}

/** From when to when. */
export interface GoogleHealthPayloadDataPointsExerciseInterval {
  /** ISO 8601, UTC. */
  startTime: string;
  /** ISO 8601, UTC. */
  endTime: string;
  /** Of the local time, in seconds, such as "-14400s". */
  startUtcOffset?: string | null | undefined;
  /** Of the local time, in seconds, such as "-14400s". */
  endUtcOffset?: string | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface GoogleHealthPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

/** Raw measurements of one person. `records` must not be empty. SDNN is another measure than rMSSD and is not read. Records of effort scores, walking steadiness, atrial fibrillation, breathing disturbances and the menstrual cycle are accepted and discarded; phase and day of the cycle are those of user_context. A sentinel or implausible number counts as missing. */
export interface AppleHealthPayload {
  /** HealthKit records; those of other types are accepted and discarded. */
  records?: readonly AppleHealthPayloadRecords[] | null | undefined;
  /** Everything but age is dropped; do not send it. */
  personal_info?: AppleHealthPayloadPersonalInfo | null | undefined;
  [member: string]: any;
}

export interface AppleHealthPayloadRecords {
  /** HealthKit's name. Read are SleepAnalysis, HeartRate, RestingHeartRate, RespiratoryRate, OxygenSaturation, AppleSleepingWristTemperature, VO2Max, and of HeartRateVariabilitySDNN the beats. */
  type: string;
  /** ISO 8601 with UTC offset; one in UTC is read on the clock of timezone. */
  startDate: string;
  /** ISO 8601 with UTC offset. */
  endDate: string;
  /** In its unit; of SleepAnalysis HealthKit's name or number of the stage. % is a fraction: 0.97. */
  value?: number | string | null | undefined;
  /** count/min, %, degC, degF or mL/min*kg; a quantity without its unit is not read. */
  unit?: string | null | undefined;
  /** Of several sources of one type the one with most records is read. */
  sourceName?: string | null | undefined;
  /** The beats in a row; in bed they give rMSSD. SDNN itself is not read. */
  HeartRateVariabilityMetadataList?: readonly AppleHealthPayloadRecordsHeartRateVariabilityMetadataList[] | null | undefined;
  [member: string]: any;
}

export interface AppleHealthPayloadRecordsHeartRateVariabilityMetadataList {
  /** Instantaneous beats per minute. */
  bpm?: number | null | undefined;
  [member: string]: any;
}

/** Everything but age is dropped; do not send it. */
export interface AppleHealthPayloadPersonalInfo {
  /** Years, 0 to 130; becomes a 5-year band before anything is stored. */
  age?: number | null | undefined;
  [member: string]: any;
}

export interface OuraRecommendationRequest extends RequestBase {
  oura: OuraPayload;
}

export interface WhoopRecommendationRequest extends RequestBase {
  whoop: WhoopPayload;
}

export interface UltrahumanRecommendationRequest extends RequestBase {
  ultrahuman: UltrahumanPayload;
}

export interface WithingsRecommendationRequest extends RequestBase {
  withings: WithingsPayload;
}

export interface PolarRecommendationRequest extends RequestBase {
  polar: PolarPayload;
}

export interface GarminRecommendationRequest extends RequestBase {
  garmin: GarminPayload;
}

export interface GoogleHealthRecommendationRequest extends RequestBase {
  "google-health": GoogleHealthPayload;
}

export interface AppleHealthRecommendationRequest extends RequestBase {
  "apple-health": AppleHealthPayload;
}

/** The request of each tenant, by its slug. */
export interface RecommendationRequests {
  oura: OuraRecommendationRequest;
  whoop: WhoopRecommendationRequest;
  ultrahuman: UltrahumanRecommendationRequest;
  withings: WithingsRecommendationRequest;
  polar: PolarRecommendationRequest;
  garmin: GarminRecommendationRequest;
  "google-health": GoogleHealthRecommendationRequest;
  "apple-health": AppleHealthRecommendationRequest;
}

export type Tenant = keyof RecommendationRequests;
