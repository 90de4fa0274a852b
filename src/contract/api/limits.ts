/**
 * Every number of the specification's section "Limits", once. Lengths of text count characters (code
 * points), a megabyte is 1,048,576 bytes, ranges include both ends.
 */
export const limits = {
  imageUploadMb: 45,
  audioUploadMb: 45,
  videoUploadMb: 500,
  /** The specification has no direct uploads. For smaller files the two calls around them take longer than they save. */
  directUploadFromMb: 16,
  outputResolutionsP: [480, 720, 1080],
  avatarScriptChars: 5000,
  textToSpeechScriptChars: 5000,
  voiceCloneScriptChars: 1200,
  /**
   * The specification sets it for Reimagine images. It holds for every other prompt as well, because
   * `max_prompt_chars` of the account is one number.
   */
  promptChars: 2000,
  reimagineImages: { min: 1, max: 4 },
  avatarAudioSec: { recommended: 45, max: 60 },
  /**
   * Not limited by the specification. The memory of a worker grows with the faces of a clip, and their number
   * with the length of the audio.
   */
  lipSyncAudioSec: { max: 600 },
  reimagineVideoDurationSec: { min: 1, max: 60 },
  motionControlDurationSec: { min: 3, max: 30 },
  motionControlInput: { maxMb: 10, minSidePx: 300, maxAspect: 2.5, minSec: 3, maxSec: 30 },
  /** The specification sets none. The memory of a worker grows with the people of a clip. */
  identitySwapVideoSec: { min: 1, max: 60 },
  /** The specification sets none. So long an identity swap waits to be advanced. */
  identitySwapWaitHours: 24,
  realTimeSwapMinutes: { min: 1, max: 240 },
  /**
   * The specification sets no upper end for these two. One year is beyond every use and keeps lengths
   * and costs exact; the minutes an account has left are checked by the service.
   */
  faceSwapDurationSec: { min: 1, max: 31_536_000 },
  voiceChangerMinutes: { min: 1, max: 525_600 },
  jobsPage: { min: 1, max: 200, default: 50 },
  /** The specification sets no upper end; older jobs are reached with `before`. */
  jobsOffset: { min: 0, max: 100_000, default: 0 },
  usagePage: { min: 1, max: 500, default: 100 },
  outputUrlValidityDays: 7,
  webhookAttempts: 12,
  idempotencyKeyChars: 255,
  idempotencyRetentionDays: 30,
} as const;

/** Bytes in one MB of {@link limits}. */
export const BYTES_PER_MB = 1_048_576;

/** Rate tiers: requests a minute per key, and jobs of one account that render at once. */
export const rateTiers = {
  default: { requestsPerMinute: 60, processingJobs: 2 },
  pro: { requestsPerMinute: 600, processingJobs: 8 },
} as const satisfies Record<string, RateTierLimits>;

/** Name of a tier of {@link rateTiers}. */
export type RateTier = keyof typeof rateTiers;

/** See {@link rateTiers}. */
export interface RateTierLimits {
  readonly requestsPerMinute: number;
  readonly processingJobs: number;
}

/** Jobs of one account that may wait, beside those that may render, before submits answer `at_capacity`. */
export const DEFAULT_QUEUE_LENGTH = 200;
