import abbreviations from '../../../../resources/voices/abbreviations.json' with { type: 'json' };
import { applyRules, type Rule } from './rule.ts';

const currencyCodes: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
};

const unitNames: Readonly<Record<string, string>> = {
  km: 'kilometer',
  cm: 'centimeter',
  mm: 'millimeter',
  kg: 'kilogram',
  'km/h': 'kilometer-per-hour',
  '°C': 'celsius',
  GB: 'gigabyte',
  MB: 'megabyte',
};

const known: Readonly<Record<string, Readonly<Record<string, string>>>> = abbreviations;

/**
 * Writes a text of any language as it is spoken: dates, money and units with `Intl`, abbreviations by
 * `abbreviations.json`. Plain numbers are left to the synthesiser.
 */
export function readByLocale(text: string, tag: string): string {
  return applyRules(text, createRules(tag));
}

const cache = new Map<string, readonly Rule[]>();

function createRules(tag: string): readonly Rule[] {
  let rules = cache.get(tag);
  if (rules === undefined) {
    rules = [...createAbbreviationRules(tag), ...createDateRules(tag), ...createAmountRules(tag)];
    cache.set(tag, rules);
  }
  return rules;
}

function createAbbreviationRules(tag: string): Rule[] {
  const list = known[tag.split('-')[0] ?? ''] ?? {};
  return Object.entries(list)
    .toSorted(([one], [two]) => two.length - one.length)
    .map(([short, long]) => {
      const pattern = short.replaceAll('.', '\\.').replaceAll(' ', '\\s?');
      // slow expression: no, the patterns are words of `abbreviations.json` without repetition.
      return [new RegExp(`(?<![\\p{L}\\d])${pattern}(?!\\p{L})`, 'gu'), long];
    });
}

function createDateRules(tag: string): Rule[] {
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const speakDate = (all: string, year: number, month: number, day: number): string => {
    const date = new Date(Date.UTC(year, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      ? format.format(date)
      : all;
  };
  return [
    [
      /\b(\d{4})-(\d\d)-(\d\d)\b/g,
      (all, year, month, day) => speakDate(all, Number(year), Number(month), Number(day)),
    ],
    // The day comes first in all languages but American English, which has rules of its own.
    [
      /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g,
      (all, day, month, year) => speakDate(all, Number(year), Number(month), Number(day)),
    ],
  ];
}

const number = '(\\d{1,3}(?:[.,  ]\\d{3})*(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?)';
const moneyBefore = new RegExp(`([$€£¥₹])\\s?${number}`, 'g');
// slow expression: a script has 10,000 characters at most.
const moneyAfter = new RegExp(`${number}\\s?([$€£¥₹])`, 'g');
// slow expression: a script has 10,000 characters at most.
const measure = new RegExp(`${number}\\s?(km/h|km|cm|mm|kg|°C|GB|MB)(?![\\p{L}])`, 'gu');

function createAmountRules(tag: string): Rule[] {
  const isComma = new Intl.NumberFormat(tag).format(1.5).includes(',');
  const parse = (written: string): number => {
    const groups = isComma ? /[.  ](?=\d{3})/g : /[,  ](?=\d{3})/g;
    return Number(written.replaceAll(groups, '').replace(',', '.'));
  };
  const speakMoney = (all: string, symbol = '', amount = ''): string => {
    const currency = currencyCodes[symbol];
    const value = parse(amount);
    if (currency === undefined || Number.isNaN(value)) {
      return all;
    }
    const digits = Number.isInteger(value) ? 0 : 2;
    return toPlainText(
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        currencyDisplay: 'name',
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value),
    );
  };
  const speakUnit = (all: string, amount = '', unit = ''): string => {
    const value = parse(amount);
    const name = unitNames[unit];
    if (name === undefined || Number.isNaN(value)) {
      return all;
    }
    const style = { style: 'unit', unit: name, unitDisplay: 'long', useGrouping: false } as const;
    return toPlainText(new Intl.NumberFormat(tag, style).format(value));
  };
  return [
    [moneyBefore, speakMoney],
    [moneyAfter, (all, amount, symbol) => speakMoney(all, symbol, amount)],
    [measure, speakUnit],
  ];
}

/** Converts Arabic and Persian digits to ASCII and no-break spaces to spaces, for the synthesiser. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
    .replaceAll(/[  ]/g, ' ');
}
