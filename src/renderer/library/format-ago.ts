import type { Text } from '../i18n/text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Text such as `2 min ago`; beyond a week only the day: `12 Mar` or `12 Mar 2024`. */
export function formatAgo({ t, language }: Text, atMs: number, nowMs: number): string {
  const passedMs = nowMs - atMs;
  if (passedMs < minuteMs) {
    return t('library.just_now');
  }
  if (passedMs < hourMs) {
    return t('library.minutes_ago', { count: Math.floor(passedMs / minuteMs) });
  }
  if (passedMs < dayMs) {
    return t('library.hours_ago', { count: Math.floor(passedMs / hourMs) });
  }
  if (passedMs < 7 * dayMs) {
    return t('library.days_ago', { count: Math.floor(passedMs / dayMs) });
  }
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return createDayFormat(language, isThisYear).format(atMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than all rows of a screen. */
function createDayFormat(language: string, isThisYear: boolean): Intl.DateTimeFormat {
  const key = `${language} ${isThisYear}`;
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      ...(isThisYear ? {} : { year: 'numeric' }),
    });
  formats.set(key, known);
  return known;
}
