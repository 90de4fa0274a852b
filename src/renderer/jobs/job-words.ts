import { type LocalJob, type LocalJobState, toJobName } from '../../contract/ipc/jobs.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { TextKey } from '../i18n/en/catalogue.ts';
import type { Text } from '../i18n/text.ts';
import { isFormFeature } from './form/forms.ts';

/** Tone and word of each state of a job. */
export const jobStates = {
  unconfirmed: { tone: 'warning', key: 'job.state.unconfirmed' },
  waiting: { tone: 'idle', key: 'job.state.waiting' },
  sending: { tone: 'info', key: 'job.state.sending' },
  queued: { tone: 'info', key: 'job.state.queued' },
  processing: { tone: 'info', key: 'job.state.processing' },
  parked: { tone: 'warning', key: 'job.state.parked' },
  collecting: { tone: 'info', key: 'job.state.collecting' },
  succeeded: { tone: 'good', key: 'job.state.succeeded' },
  failed: { tone: 'danger', key: 'job.state.failed' },
  canceled: { tone: 'idle', key: 'job.state.canceled' },
} as const satisfies Record<LocalJobState, { readonly tone: Tone; readonly key: TextKey }>;

/** Name of a capability; of one without a form, its name at the service. */
export function toCapabilityTitle({ t }: Text, feature: string): string {
  return isFormFeature(feature) ? t(`form.${feature}.title`) : feature;
}

/** Title of a job, see {@link toJobName}; without a name, its capability. */
export function toJobTitle(
  text: Text,
  job: Pick<LocalJob, 'feature' | 'inputs' | 'options'>,
): string {
  const names = job.inputs.map(({ name }) => name);
  return toJobName(job.options, names) || toCapabilityTitle(text, job.feature);
}

/** Cost of a job, or its maximum while it runs. */
export function formatJobCost({ t, money }: Text, job: LocalJob): string {
  if (job.costUsd !== null) {
    return job.costUsd === 0 ? t('job.cost.none') : money(job.costUsd);
  }
  if (job.holdUsd === null) {
    return t('job.cost.open');
  }
  return job.holdUsd === 0
    ? t('job.cost.none')
    : t('job.cost.held', { amount: money(job.holdUsd) });
}

/** Duration in its two largest meaningful units, such as `2 min 5 s` or `0.8 s`. */
export function formatDuration({ t }: Text, durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 0.05) {
    return t('time.none');
  }
  if (seconds < 9.95) {
    return t('time.seconds', { seconds: Math.round(seconds * 10) / 10 });
  }
  const whole = Math.round(seconds);
  if (whole < 60) {
    return t('time.seconds', { seconds: whole });
  }
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? t('time.minutes', { minutes, seconds: whole % 60 })
    : t('time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** {@link formatDuration} of a time that is only estimated: in whole seconds, at least one. */
export function formatEstimate(text: Text, durationMs: number): string {
  return formatDuration(text, Math.max(1, Math.ceil(durationMs / 1000)) * 1000);
}

/** A size in GB, MB or KB. */
export function formatSize({ t }: Text, sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  if (kilobytes < 1000) {
    return t('size.kb', { size: Math.max(1, Math.round(kilobytes)) });
  }
  const megabytes = kilobytes / 1024;
  return megabytes < 1000
    ? t('size.mb', { size: Math.round(megabytes * 10) / 10 })
    : t('size.gb', { size: Math.round(megabytes / 102.4) / 10 });
}
