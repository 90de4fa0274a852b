import type { ErrorDetails } from '../../base/errors.ts';
import { findFault } from '../../base/faults.ts';
import { voiceFaultSchema } from '../../contract/inspection.ts';
import { isParkedStage, isTerminalState, type LocalJob } from '../../contract/ipc/jobs.ts';
import { toFieldWords } from '../i18n/capability-texts.ts';
import type { Text } from '../i18n/text.ts';
import { describeError } from '../i18n/describe-error.ts';
import { formatEstimate } from './job-words.ts';

/** Failure of a job, in the words of the interface. */
export interface FailureWords {
  readonly title: string;
  /** Remedy. */
  readonly advice: string;
  /** Additional text from the service; null when it repeats the above, or means nothing to a user. */
  readonly reason: string | null;
}

/** Codes whose sentence says more than the code. */
const explainedCodes: ReadonlySet<string> = new Set([
  'unsupported_format',
  'input_too_large',
  'invalid_input',
  'processing_failed',
]);

/** Pictures of a character beside the first. */
const additionalFields: ReadonlySet<string> = new Set(['side_key', 'back_key']);

/** Describes a failure by its code and facts; uses the service's English sentence only without them. */
export function describeFailure(
  text: Text,
  { feature, inputs, stage }: Pick<LocalJob, 'feature' | 'inputs' | 'stage'>,
  { code, message, details = {} }: NonNullable<LocalJob['error']>,
): FailureWords {
  const { t, language } = text;
  if (code === 'render_timeout' && isParkedStage(stage)) {
    return { title: t('failure.waited.title'), advice: t('failure.waited.advice'), reason: null };
  }
  const field = findField(details, message);
  const file = inputs.find((input) => input.field === field);
  const name = file?.name ?? (field === null ? '' : toFieldWords(language, feature, field).label);
  const fault = voiceFaultSchema.safeParse(details['reason']);
  if (fault.success) {
    const title = t('failure.voice.title', { name });
    return { title, advice: t(`fault.${fault.data}`), reason: null };
  }
  if (code === 'face_not_detected' && field !== null) {
    const kind = file?.kind === 'video' || field === 'video_key' ? 'video' : 'image';
    return {
      title: t(`failure.no_face.${kind}.title`, { name }),
      advice: t(`failure.no_face.${kind}.advice`),
      reason: describeFrames(text, details),
    };
  }
  const known = findFault(details)?.fault ?? null;
  const isKnown = known !== null;
  const isImage = file?.kind === 'image' && (known === 'other_side' || known === 'no_person');
  const hasAdditional = inputs.some((input) => additionalFields.has(input.field));
  return {
    ...describeError(text, { code, details }),
    // One of several pictures, which the text has to identify.
    ...(isImage ? { title: t('failure.picture.title', { name }) } : {}),
    ...(known === 'other_side' && hasAdditional ? { advice: t('failure.picture.side') } : {}),
    reason:
      !isKnown && explainedCodes.has(code)
        ? saidText(text, withLabels(text, feature, message))
        : null,
  };
}

/** Says what follows an error of a job: the remedy, and the next attempt unless the error is its end. */
export function describeNext(
  text: Text,
  { state, retryAtMs }: Pick<LocalJob, 'state' | 'retryAtMs'>,
  {
    advice,
    isPaused,
    nowMs,
  }: { readonly advice: string; readonly isPaused: boolean; readonly nowMs: number },
): string {
  if (isTerminalState(state) || state === 'unconfirmed') {
    return advice;
  }
  return state === 'waiting'
    ? `${advice} ${describeResend(text, isPaused ? null : (retryAtMs ?? 0) - nowMs)}`
    : text.t('job.out_of_reach');
}

/** When a refused job is sent again; null for as soon as the queue is resumed. */
function describeResend(text: Text, leftMs: number | null): string {
  if (leftMs === null) {
    return text.t('job.resend_paused');
  }
  const time = formatEstimate(text, leftMs);
  return leftMs < 1000 ? text.t('job.resend_now') : text.t('job.resend', { time });
}

/** Number of inspected frames, and whether any person was found; null when unknown. */
function describeFrames({ t }: Text, { frames, framesWithFace }: ErrorDetails): string | null {
  if (typeof frames !== 'number') {
    return null;
  }
  return typeof framesWithFace === 'number' && framesWithFace > 0
    ? t('failure.faces_too_small', { frames })
    : t('failure.no_face_in', { frames });
}

/** Field at fault; services that do not report it as a fact begin their sentence with it. */
function findField({ field }: ErrorDetails, message: string): string | null {
  return typeof field === 'string' ? field : (/\b[a-z]+_keys?\b/.exec(message)?.[0] ?? null);
}

/** Marks the English text of a service as a quote when the interface has another language. */
function saidText({ t, language }: Text, message: string): string {
  return language === 'en' ? message : t('failure.said', { message });
}

/** A message of a service with the names of its fields as the form calls them. */
function withLabels({ language }: Text, feature: string, message: string): string {
  return message.replaceAll(
    /\b[a-z]+_keys?\b/g,
    (field) => toFieldWords(language, feature, field).label,
  );
}
