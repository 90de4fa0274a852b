import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { Text } from '../i18n/text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A result that goes within this time is marked. */
const soonMs = dayMs;

/** Texts about a result that is not on this computer. */
export interface RemoteWords {
  readonly tone: Tone;
  /** Text in a list. */
  readonly word: string;
  /** Text in a sentence. */
  readonly hint: string;
}

/** Location and expiry of a job's result, such as `expires in 3 h`. */
export function describeRemote(
  { t }: Text,
  { isGone, expiresAtMs }: NonNullable<LocalJob['remote']>,
  nowMs: number,
): RemoteWords {
  if (isGone) {
    return { tone: 'danger', word: t('remote.gone'), hint: t('remote.gone_hint') };
  }
  if (expiresAtMs === null) {
    return { tone: 'info', word: t('remote.there'), hint: t('remote.there_hint') };
  }
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) {
    return { tone: 'warning', word: t('remote.expired'), hint: t('remote.expired_hint') };
  }
  const tone = leftMs < soonMs ? 'warning' : 'info';
  return { tone, word: formatTimeLeft(t, leftMs), hint: t('remote.expires_hint') };
}

/** Rounded down, so that no more time is promised than there is. */
function formatTimeLeft(t: Text['t'], leftMs: number): string {
  if (leftMs < hourMs) {
    return t('remote.expires_minutes', { count: Math.max(1, Math.floor(leftMs / minuteMs)) });
  }
  return leftMs < 2 * dayMs
    ? t('remote.expires_hours', { count: Math.floor(leftMs / hourMs) })
    : t('remote.expires_days', { count: Math.floor(leftMs / dayMs) });
}
