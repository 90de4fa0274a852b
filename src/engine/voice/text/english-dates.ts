import { toCardinal, toOrdinal, toYear } from './english-numbers.ts';
import type { Rule } from './rule.ts';

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const monthPattern =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|' +
  'Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const dateRange = new RegExp(`\\b${monthPattern} (\\d{1,2})\\s?[–-]\\s?(\\d{1,2})\\b(?!:)`, 'g');
const dayOfMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthPattern}(?:,? (\\d{4}))?\\b`,
  'g',
);
const monthAndDay = new RegExp(
  `\\b${monthPattern} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4})\\b)?`,
  'g',
);
const monthOfYear = new RegExp(`\\b${monthPattern} (1[1-9]\\d\\d|20\\d\\d)\\b`, 'g');

function speakDate(day: string, month: string, year?: string): string | null {
  const name = months[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) {
    return null;
  }
  const spoken = year === undefined ? '' : `, ${speakYear(year)}`;
  return `${name} ${toOrdinal(day)}${spoken}`;
}

function speakYear(year: string): string {
  return /^(1[1-9]|20)\d\d$/.test(year) ? toYear(year) : toCardinal(year);
}

function findMonth(name: string): string {
  const start = name.slice(0, 3).toLowerCase();
  return String(1 + months.findIndex((month) => month.toLowerCase().startsWith(start)));
}

function speakTime(hours: string, minutes: string, seconds: string | undefined): string | null {
  if (Number(hours) > 24 || Number(minutes) > 59) {
    return null;
  }
  const spoken =
    minutes === '00'
      ? Number(hours) > 12
        ? 'hundred hours'
        : "o'clock"
      : `${minutes.startsWith('0') ? 'oh ' : ''}${toCardinal(minutes)}`;
  const rest = seconds === undefined ? '' : ` and ${toCardinal(seconds)} seconds`;
  return `${toCardinal(hours)} ${spoken}${rest}`;
}

/** Creates rules that write dates and times of day in words. `dayFirst` decides ambiguous dates such as 3/4/2026. */
export function createDateRules({ dayFirst }: { readonly dayFirst: boolean }): readonly Rule[] {
  return [
    // Ranges come before the rules for single dates and times.
    [
      dateRange,
      (all, month, from, to) => {
        const spoken = speakDate(from ?? '', findMonth(month ?? ''));
        return spoken === null || Number(to) > 31 ? all : `${spoken} to ${toOrdinal(to ?? '')}`;
      },
    ],
    [
      /(?<=\d:\d\d(?:\s?[AaPp]\.?[Mm]\.?)?)\s?[–-]\s?(?=\d{1,2}(?::\d\d|\s?[AaPp]\.?[Mm]))/g,
      ' to ',
    ],
    [/(?<=\d\s?[AaPp]\.?[Mm]\.?)\s?[–-]\s?(?=\d)/g, ' to '],
    [
      /\b(\d{4})[/.](\d\d)[/.](\d\d)\b/g,
      (all, year, month, day) => speakDate(day ?? '', month ?? '', year) ?? all,
    ],
    [
      /\b(\d{4})-(\d\d)-(\d\d)(?:T(?=\d\d:\d\d)|\b)/g,
      (all, year, month, day) => {
        const spoken = speakDate(day ?? '', month ?? '', year);
        return spoken === null ? all : `${spoken} `;
      },
    ],
    [
      /\b(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d\d)\b/g,
      (all, one, mark, two, year) => {
        const isDayFirst = mark === '.' || dayFirst ? Number(two) <= 12 : Number(one) > 12;
        const [day, month] = isDayFirst ? [one, two] : [two, one];
        const full = year?.length === 2 ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
        return speakDate(day ?? '', month ?? '', full) ?? all;
      },
    ],
    [
      dayOfMonth,
      (all, day, month, year) => speakDate(day ?? '', findMonth(month ?? ''), year) ?? all,
    ],
    [
      monthAndDay,
      (all, month, day, year) => speakDate(day ?? '', findMonth(month ?? ''), year) ?? all,
    ],
    [
      /\b(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([AaPp])(?:\.[Mm]\.(?!\s+[A-Z]|\s*$)|\.?[Mm]\b))?/g,
      (all, hours, minutes, seconds, half) => {
        const spoken = speakTime(hours ?? '', minutes ?? '', seconds);
        if (spoken === null) {
          return all;
        }
        return half === undefined
          ? spoken
          : `${spoken.replace(" o'clock", '')} ${half.toLowerCase()} m`;
      },
    ],
    [
      /\b(\d{1,2})\s*([AaPp])(?:\.[Mm]\.(?!\s+[A-Z]|\s*$)|\.?[Mm]\b)/g,
      (_all, hours, half) => `${toCardinal(hours ?? '')} ${half?.toLowerCase() ?? ''} m`,
    ],
    [
      monthOfYear,
      (_all, month, year) =>
        `${months[Number(findMonth(month ?? '')) - 1] ?? ''} ${toYear(year ?? '')}`,
    ],
  ];
}
