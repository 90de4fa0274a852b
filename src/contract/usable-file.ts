import { AppError, type ErrorCode } from '../base/errors.ts';
import { faultDetails } from '../base/faults.ts';
import type { Inspection } from './inspection.ts';
import type { ChosenFile } from './ipc/files.ts';

const unknowable: readonly ErrorCode[] = [
  'service_unreachable',
  'processing_failed',
  'internal_error',
  'cancelled',
  'bad_reply',
  'storage_failed',
];

/** Returns whether an inspection failed for a reason unrelated to the file. */
export function isInconclusive({ code }: AppError): boolean {
  return unknowable.includes(code);
}

/**
 * Refuses images without a face or person and recordings without a voice. For a video only some frames are
 * inspected: a missing person is reported, but no reason to refuse it. Throws `invalid_input` or
 * `face_not_detected`.
 */
export function requireUsable(
  { kind, name }: Pick<ChosenFile, 'kind' | 'name'>,
  seen: Inspection,
): void {
  if (seen.kind === 'voice' && seen.fault !== null) {
    const details = { reason: seen.fault };
    throw new AppError('invalid_input', `${name} is no sample of a voice.`, { details });
  }
  if (seen.kind === 'faces' && seen.count === 0 && kind === 'image') {
    throw new AppError('face_not_detected', `No face was found in ${name}.`);
  }
  if (seen.kind === 'bodies' && seen.count === 0 && kind === 'image') {
    const details = faultDetails('no_person');
    throw new AppError('invalid_input', `No person was found in ${name}.`, { details });
  }
}
