import {
  findRomanValue,
  toCardinal,
  toDecade,
  toDigits,
  toNumberWords,
  toOrdinal,
  toYear,
} from './english-numbers.ts';
import type { Rule } from './rule.ts';

/** Singular, plural and subunit of currencies, by symbol. */
const currencies: Readonly<Record<string, readonly [string, string, string]>> = {
  $: ['dollar', 'dollars', 'cent'],
  '€': ['euro', 'euros', 'cent'],
  '£': ['pound', 'pounds', 'penny'],
  '¥': ['yen', 'yen', 'sen'],
  '₹': ['rupee', 'rupees', 'paisa'],
};

const units: Readonly<Record<string, readonly [string, string]>> = {
  km: ['kilometer', 'kilometers'],
  cm: ['centimeter', 'centimeters'],
  mm: ['millimeter', 'millimeters'],
  m: ['meter', 'meters'],
  kg: ['kilogram', 'kilograms'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ft: ['foot', 'feet'],
  mi: ['mile', 'miles'],
  mph: ['mile per hour', 'miles per hour'],
  'km²': ['square kilometer', 'square kilometers'],
  'm²': ['square meter', 'square meters'],
  'cm²': ['square centimeter', 'square centimeters'],
  'm³': ['cubic meter', 'cubic meters'],
  tsp: ['teaspoon', 'teaspoons'],
  tbsp: ['tablespoon', 'tablespoons'],
  gal: ['gallon', 'gallons'],
  yd: ['yard', 'yards'],
  yds: ['yard', 'yards'],
  mins: ['minute', 'minutes'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  fps: ['frame per second', 'frames per second'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  ms: ['millisecond', 'milliseconds'],
  min: ['minute', 'minutes'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  KB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  kW: ['kilowatt', 'kilowatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  W: ['watt', 'watts'],
  V: ['volt', 'volts'],
  L: ['liter', 'liters'],
  ml: ['milliliter', 'milliliters'],
  dB: ['decibel', 'decibels'],
  '%': ['percent', 'percent'],
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
};

const NUMBER = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
const unitPattern = Object.keys(units)
  .toSorted((one, two) => two.length - one.length)
  .join('|');
/** Words after which a Roman numeral is a cardinal instead of an ordinal number. */
const counted =
  /^(?:Act|Article|Book|Bowl|Chapter|Class|Figure|Grade|Level|Mark|No|Part|Phase|Section|Stage|Table|Title|Type|Version|Volume|War)$/;

const scales: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  tn: 'trillion',
};

function speakMoney(symbol: string, amount: string, scale: string | undefined): string {
  const [one, many, part] = currencies[symbol] ?? ['', '', ''];
  const [whole = '0', decimals = ''] = amount.replaceAll(',', '').split('.');
  if (scale !== undefined) {
    const long = scales[scale.trim().toLowerCase()];
    return `${toNumberWords(amount)} ${long ?? scale.trim()} ${many}`;
  }
  if (decimals.length !== 0 && decimals.length !== 2) {
    return `${toNumberWords(amount)} ${many}`;
  }
  const parts = Number(decimals);
  const partName =
    parts === 1 ? part : part === 'penny' ? 'pence' : part === 'cent' ? 'cents' : part;
  const head = `${toCardinal(whole)} ${Number(whole) === 1 ? one : many}`;
  const tail = parts === 0 ? '' : `${toCardinal(decimals)} ${partName}`;
  if (tail === '') {
    return head;
  }
  return Number(whole) === 0 ? tail : `${head} and ${tail}`;
}

/** Fractions standing alone, and after a whole number. */
const fractions: Readonly<Record<string, readonly [string, string]>> = {
  '½': ['one half', 'a half'],
  '¼': ['one quarter', 'a quarter'],
  '¾': ['three quarters', 'three quarters'],
  '⅓': ['one third', 'a third'],
  '⅔': ['two thirds', 'two thirds'],
  '⅛': ['one eighth', 'an eighth'],
};

function speakFraction(top: string, bottom: string): string {
  const names: Readonly<Record<string, string>> = { '2': 'half', '4': 'quarter' };
  const name = names[bottom] ?? toOrdinal(bottom);
  const plural = name === 'half' ? 'halves' : `${name}s`;
  return `${toCardinal(top)} ${top === '1' ? name : plural}`;
}

function speakRoman(before: string, letters: string): string | null {
  const value = findRomanValue(letters);
  if (value === null) {
    return null;
  }
  return counted.test(before)
    ? `${before} ${toCardinal(String(value))}`
    : `${before} the ${toOrdinal(String(value))}`;
}

/** Rules that write numbers of all kinds in words. */
export const amountRules: readonly Rule[] = [
  [
    new RegExp(
      `([$€£¥₹])\\s?${NUMBER}(\\s?(?:bn\\b|mn\\b|tn\\b|[kKmMbB]\\b|thousand|million|billion|trillion))?`,
      'g',
    ),
    (_all, symbol, amount, scale) => speakMoney(symbol ?? '', amount ?? '', scale),
  ],
  // slow expression: a script has 10,000 characters at most.
  [new RegExp(`${NUMBER}\\s?€`, 'g'), (_all, amount) => speakMoney('€', amount ?? '', undefined)],
  // Telephone numbers, in groups.
  [
    /(?<![\w.])\+?(?:\d{1,3}[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}\b/g,
    (all) =>
      all
        .split(/\D+/)
        .filter((group) => group !== '')
        .map(toDigits)
        .join(', '),
  ],
  [
    /\b\d+(?:\.\d+){2,}\b/g,
    (all) =>
      all
        .split('.')
        .map((part) => toCardinal(part))
        .join(' point '),
  ],
  [
    // slow expression: a script has 10,000 characters at most.
    new RegExp(`${NUMBER}\\s?[–-]\\s?(?=\\d)(?!\\d+-)`, 'g'),
    (_all, from) =>
      `${/^(?:1[1-9]|20)\d\d$/.test(from ?? '') ? toYear(from ?? '') : toNumberWords(from ?? '')} to `,
  ],
  [/(?<![\w-])[-−](?=\d)/g, 'minus '],
  [
    // slow expression: a script has 10,000 characters at most.
    new RegExp(`${NUMBER}\\s?(${unitPattern})(?![\\w°])`, 'g'),
    (_all, amount, unit) => {
      const [one, many] = units[unit ?? ''] ?? ['', ''];
      return `${toNumberWords(amount ?? '')} ${amount === '1' ? one : many}`;
    },
  ],
  [/\b(\d+)(?:st|nd|rd|th)\b/gi, (_all, digits) => toOrdinal(digits ?? '')],
  [/['’]?\b((?:1[1-9]|20)?[1-9]?0)['’]?s\b/g, (_all, digits) => toDecade(digits ?? '')],
  [
    /\b(\d{1,2})\/(\d{1,2})\b(?!\/)/g,
    (_all, top, bottom) => speakFraction(top ?? '', bottom ?? ''),
  ],
  [
    /(?:(\d{1,15})\s?)?([½¼¾⅓⅔⅛])/g,
    (_all, whole, sign) => {
      const [alone, after] = fractions[sign ?? ''] ?? ['', ''];
      return whole === undefined ? alone : `${toCardinal(whole)} and ${after}`;
    },
  ],
  [
    /\b([A-Z][a-z]+) ([XVI]{2,})\b/g,
    (all, before, letters) => speakRoman(before ?? '', letters ?? '') ?? all,
  ],
  // Units after a fraction, or alone.
  [/\b(lbs|tsp|tbsp|oz|km\/h|mph)(?![\w/])/g, (all) => units[all]?.[1] ?? all],
  // slow expression: a script has 10,000 characters at most.
  [/\b(\d+):(\d+)\b(?!:)/g, '$1 to $2'],
  // Letters next to digits are separated: "MP3", "4K".
  [/(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/g, ' '],
  [/(?<![\d,.])(1[1-9]\d\d|20\d\d)(?!\d|[,.]\d)/g, (_all, year) => toYear(year ?? '')],
  [new RegExp(NUMBER, 'g'), (all) => toNumberWords(all)],
];
