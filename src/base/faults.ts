import { DISK_FULL, type ErrorDetails } from './errors.ts';

/**
 * What exactly was wrong, where the code of an error does not say it: `reason` in the details of the error, with the
 * facts that a sentence about it needs. Each has a text in every language of the interface, so that nobody has to
 * read the English message of an error.
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
  /** What is in them. */
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
  result_too_long: ['seconds', 'max_seconds'],
  sound_too_long: ['seconds', 'max_seconds'],
  preset_unreadable: [],
  /** Recordings of voices, and scripts. */
  no_speech: [],
  little_speech: [],
  clipped: [],
  music: [],
  too_short: ['min_seconds'],
  too_long: ['max_minutes'],
  nothing_to_say: [],
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
  /** The service and the way to it. */
  timeout: [],
  download_cut: [],
  service_stopping: [],
  service_disk_full: [],
  local_service: [],
  no_deletion: [],
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A key of {@link faults}. */
export type Fault = keyof typeof faults;

/** Facts of a fault by their names. */
type FaultFacts<F extends Fault> = Readonly<Record<(typeof faults)[F][number], string | number>>;

/** The details of an error that has a fault. */
export function faultDetails<F extends Fault>(
  reason: F,
  ...[facts]: (typeof faults)[F] extends readonly [] ? [] : [FaultFacts<F>]
): ErrorDetails {
  return { reason, ...facts };
}

/** Codes of the file system as faults. */
const systemFaults: Readonly<Record<string, Fault | undefined>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
};

/** A fault and nothing but its facts, found in details; null where they name none, or a fact is missing. */
export function findFault(
  details: ErrorDetails | undefined,
): { readonly fault: Fault; readonly facts: Readonly<Record<string, string | number>> } | null {
  const reason = details?.['reason'];
  if (details === undefined || typeof reason !== 'string') {
    return null;
  }
  const fault = systemFaults[reason] ?? reason;
  if (!isFault(fault)) {
    return null;
  }
  const facts: Record<string, string | number> = {};
  for (const name of faults[fault]) {
    const value = details[name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      return null;
    }
    facts[name] = value;
  }
  return { fault, facts };
}

function isFault(name: string): name is Fault {
  return Object.hasOwn(faults, name);
}
