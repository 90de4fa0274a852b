import { AppError, DISK_FULL, type ErrorDetails } from './errors.ts';

/**
 * Faults that describe an error more precisely than its code: `reason` in the details of the error, with the
 * facts for its text. Each has a text in every language of the interface, so that no user has to read the
 * English message of an error.
 */
export const faults = {
  /** Files, when they are chosen or sent. */
  choose_again: [],
  file_empty: [],
  file_unreadable: [],
  file_changed: [],
  no_media: [],
  picture_needed: [],
  video_needed: [],
  file_too_large: ['max_mb'],
  uploads_full: ['max_mb'],
  uploads_busy: ['count'],
  consent_missing: [],
  /** Content of files. */
  file_damaged: [],
  wrong_type: ['format'],
  unknown_codec: ['codec'],
  too_many_pixels: ['width', 'height', 'max_megapixels'],
  too_heavy: [],
  animated: [],
  heic_unreadable: [],
  no_picture: [],
  holds_video: [],
  no_sound: [],
  clip_unplayable: [],
  /** Bodies, and the requirements on their files. */
  no_person: [],
  other_side: [],
  mp4_needed: [],
  jpg_needed: [],
  sides_short: ['width', 'height', 'min_pixels'],
  sides_unequal: ['max_aspect'],
  clip_length: ['seconds', 'min_seconds', 'max_seconds'],
  face_turned: ['degrees', 'max_degrees'],
  face_tiny: ['pixels', 'min_pixels'],
  /** Prompts, and the people that they choose. */
  nothing_changed: [],
  person_missing: ['count'],
  person_unclear: ['count'],
  person_touched: [],
  person_uncut: [],
  ground_uneven: [],
  result_too_long: ['seconds', 'max_seconds'],
  sound_too_long: ['seconds', 'max_seconds'],
  preset_unreadable: [],
  /** Recordings of voices, and scripts. */
  convert_again: [],
  no_speech: [],
  little_speech: [],
  clipped: [],
  music: [],
  too_short: ['min_seconds'],
  too_long: ['max_minutes'],
  nothing_to_say: [],
  unreadable_letters: ['language'],
  unknown_voice: [],
  no_reference: [],
  no_voice_for: ['language', 'languages'],
  no_swapper: [],
  /** Money and capacity. */
  too_dear: ['needed_usd', 'balance_usd'],
  rate_limit: ['count', 'seconds'],
  jobs_full: ['running', 'waiting'],
  queue_full: [],
  streams_full: [],
  sessions_full: ['count'],
  two_voices: [],
  characters_full: ['count'],
  presets_full: ['count'],
  programs_full: ['count'],
  /** The service and the connection to it. */
  timeout: [],
  download_cut: [],
  service_stopping: [],
  service_disk_full: [],
  local_service: [],
  no_deletion: [],
  no_update_feed: [],
  feed_unreachable: [],
  feed_unreadable: [],
  no_key: [],
  key_unreadable: [],
  room_unreachable: [],
  /** Live. */
  session_over: [],
  session_taken: [],
  session_running: [],
  time_used_up: [],
  engine_ended: [],
  nothing_goes_out: [],
  no_camera_picture: [],
  no_replay: [],
  nothing_recorded: [],
  recording_full: [],
  markers_full: ['count'],
  /** This computer. */
  [DISK_FULL]: [],
  disk_slow: [],
  no_permission: [],
  still_running: [],
  job_sending: [],
  not_https: [],
  not_copied: [],
  port_taken: ['port'],
  sound_server: [],
  no_microphone: [],
  no_output: [],
  microphone_failed: [],
  obs_silent: [],
  obs_no_microphone: [],
  obs_not_set_up: [],
  obs_no_camera: [],
  watch_own_folder: [],
  watch_no_folder: [],
  watch_not_set_up: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A key of {@link faults}. */
export type Fault = keyof typeof faults;

/** Facts that are words; every other one is a number. */
const wordFacts = ['codec', 'format', 'language', 'languages'] as const;

type WordFact = (typeof wordFacts)[number];

/** Facts of a fault by their names. */
type FaultFacts<F extends Fault> = {
  readonly [Name in (typeof faults)[F][number]]: Name extends WordFact ? string : number;
};

/** Faults of the app and of this computer, which remote callers can neither have nor know of. */
const localFaults: ReadonlySet<string> = new Set<Fault>([
  'choose_again',
  'convert_again',
  'preset_unreadable',
  'characters_full',
  'presets_full',
  'programs_full',
  'local_service',
  'no_key',
  'key_unreadable',
  'session_running',
  'nothing_goes_out',
  'no_camera_picture',
  'no_replay',
  'nothing_recorded',
  'recording_full',
  'markers_full',
  'disk_slow',
  'no_permission',
  'job_sending',
  'not_https',
  'not_copied',
  'port_taken',
  'sound_server',
  'no_microphone',
  'no_output',
  'microphone_failed',
  'obs_silent',
  'obs_no_microphone',
  'obs_not_set_up',
  'obs_no_camera',
]);

/**
 * Details of an error where they leave a service or come from one. A full disk is that of the service then, and a
 * fault that only the app or its computer has is left out.
 */
export function toServiceDetails(details: ErrorDetails): ErrorDetails {
  const { reason, ...others } = details;
  if (reason === DISK_FULL) {
    return { ...others, reason: 'service_disk_full' };
  }
  return typeof reason === 'string' && localFaults.has(reason) ? others : details;
}

/** The details of an error that has a fault. */
export function faultDetails<F extends Fault>(
  reason: F,
  ...[facts]: (typeof faults)[F] extends readonly [] ? [] : [FaultFacts<F>]
): ErrorDetails {
  return { reason, ...facts };
}

/**
 * Faults by the codes of the file system. Connections use some of these codes with another meaning, as when a firewall
 * refuses one.
 */
const systemFaults: ReadonlyMap<string, Fault> = new Map([
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EACCES', 'no_permission'],
  ['EPERM', 'no_permission'],
  ['EROFS', 'no_permission'],
]);

/**
 * Details of a failed disk write, to be spread into the options of an `AppError`; empty when there is no fault
 * for the cause. An error that already has a fault keeps it.
 */
export function toDiskFault(cause: unknown): { readonly details?: ErrorDetails } {
  if (cause instanceof AppError) {
    return cause.code === 'storage_failed' ? selectFault(cause.details) : {};
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const fault = systemFaults.get(code);
  return fault === undefined ? {} : { details: { reason: fault } };
}

/** Options for an `AppError` with `details` cut down to its fault and that fault's facts; empty without a fault. */
export function selectFault(details: ErrorDetails | undefined): {
  readonly details?: ErrorDetails;
} {
  const found = findFault(details);
  return found === null ? {} : { details: { reason: found.fault, ...found.facts } };
}

/** A fault and nothing but its facts, found in details; null where they name none, or a fact is missing. */
export function findFault(
  details: ErrorDetails | undefined,
): { readonly fault: Fault; readonly facts: Readonly<Record<string, string | number>> } | null {
  const reason = details?.['reason'];
  if (details === undefined || typeof reason !== 'string') {
    return null;
  }
  if (!isFault(reason)) {
    return null;
  }
  const facts: Record<string, string | number> = {};
  for (const name of faults[reason]) {
    const value = details[name];
    if (!isFact(name, value)) {
      return null;
    }
    facts[name] = value;
  }
  return { fault: reason, facts };
}

/** Returns whether a fact has a type that its text can show. */
function isFact(name: string, value: ErrorDetails[string] | undefined): value is string | number {
  return wordFacts.some((fact) => fact === name)
    ? typeof value === 'string'
    : typeof value === 'number' && Number.isFinite(value);
}

function isFault(name: string): name is Fault {
  return Object.hasOwn(faults, name);
}
