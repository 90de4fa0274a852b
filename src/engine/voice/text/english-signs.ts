import { toDigits } from './english-numbers.ts';
import type { Rule } from './rule.ts';

/**
 * Rules for signs whose reading in English depends on their neighbours. They apply before a text is cleaned of markup,
 * which removes some of these signs.
 */

const domains = 'com|org|net|edu|gov|io|dev|app|info|co|uk|de|fr|eu|tv|me|gg|ai|ly';
const files =
  'js|ts|py|exe|pdf|txt|html?|css|zip|mp[34]|wav|jpe?g|png|gif|docx?|xlsx?|csv|json|xml|md|net';

/** Writes an address as it is dictated, without its query and fragment. */
function speakAddress(address: string): string {
  return address
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
    .replace(/[?#].*/s, '')
    .replace(/\/$/, '')
    .replaceAll('.', ' dot ')
    .replaceAll('/', ' slash ')
    .replaceAll('_', ' underscore ')
    .replaceAll('+', ' plus ')
    .replaceAll(/(?<=\w)-(?=\w)/g, ' dash ');
}

const addresses: readonly Rule[] = [
  [
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
    (all) => speakAddress(all.replace('@', ' at ')),
  ],
  [/\b(?:https?:\/\/|www\.)[^\s<>"')\]]+(?<![.,;:!?])/gi, speakAddress],
  [
    new RegExp(
      `(?<![\\w.@-])(?:[\\w-]{1,63}\\.){1,4}(?:${domains})\\b(?!\\.\\w)(?:[/?#][^\\s<>"')\\]]*)?(?<![.,;:!?])`,
      'gi',
    ),
    speakAddress,
  ],
  [new RegExp(`(?<=\\w)\\.(?=(?:${files})\\b)`, 'gi'), ' dot '],
  [/(?<=^|\s)\.(?=[A-Za-z])/g, 'dot '],
];

const powers: Readonly<Record<string, string>> = { '2': ' squared', '3': ' cubed' };

const mathematics: readonly Rule[] = [
  [
    /(?<=[\w)])\s?\^\s?(-?\d{1,4})/g,
    (_all, power = '') =>
      powers[power] ??
      ` to the power of ${power.startsWith('-') ? 'minus ' : ''}${power.replace('-', '')}`,
  ],
  [
    /(?<![\w.])(\d{1,15}(?:\.\d{1,15})?)[eE]([+-]?)(\d{1,3})\b/g,
    (_all, digits, sign, power) =>
      `${digits ?? ''} times ten to the ${sign === '-' ? 'minus ' : ''}${power ?? ''}`,
  ],
  // After a unit of length the power belongs to the unit: square metres.
  [/(?<=[A-Za-z)])(?<!\d\s?[kc]?m)²/g, ' squared'],
  [/(?<=[A-Za-z)])(?<!\d\s?[kc]?m)³/g, ' cubed'],
  [/(?:~|≈|∼)\s?(?=[\d$€£])/g, 'about '],
  [/(?:≤|<=)\s?(?=\d)/g, 'at most '],
  [/(?:≥|>=)\s?(?=\d)/g, 'at least '],
  [/<\s?(?=\d)/g, 'less than '],
  [/>\s?(?=\d)/g, 'more than '],
  [/≠/g, ' is not '],
  [/(?<=\d)\s?[×x]\s?(?=\d)/g, ' by '],
  [/×\s?/g, ' times '],
  [/÷\s?/g, ' divided by '],
  [/√\s?/g, 'the square root of '],
  [/∞/g, ' infinity '],
  [/(?:→|⇒|[-=]>)/g, ', '],
  [/§§?\s?(?=\d)/g, 'section '],
  [/№\s?(?=\d)/g, 'number '],
  [/\s{0,9}[•·▪◦]\s{0,9}/g, ', '],
];

const names: readonly Rule[] = [
  [/\b([CF])#(?!\w)/g, '$1 sharp'],
  [/\bC\+\+(?!\w)/g, 'C plus plus'],
  [/\bAC\/DC\b/g, 'A C D C'],
  [/\bn\/a\b/gi, 'not applicable'],
  [/\band\/or\b/gi, 'and or'],
  [/\b24\/7\b/g, 'twenty-four seven'],
  [/\b9\/11\b(?!\/)/g, 'nine eleven'],
  [/\b50[/-]50\b/g, 'fifty-fifty'],
  [/(?<=[A-Z])\/(?=[A-Z])/g, ' '],
];

/** Writes groups of digits digit by digit, separated by `between`. */
function speakGroups(all: string, between: string): string {
  return all
    .split(/\D+/)
    .filter((group) => group !== '')
    .map(toDigits)
    .join(between);
}

const codes: readonly Rule[] = [
  // Telephone numbers with a country code.
  [
    /(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,5}(?![\w-])/g,
    (all) => `plus ${speakGroups(all, ', ')}`,
  ],
  [/\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b(?!\.\d)/g, (all) => speakGroups(all, ' dot ')],
  // ISBNs, account numbers and the like, except dates (four digits first) and telephone numbers (four digits last).
  [
    /(?<![\w-])(?!\d{4}-\d\d-\d\d(?![\d-]))(?!\d{3}-\d{3}-\d{4}(?![\d-]))\d{1,12}(?:-\d{1,12}){2,6}(?![\w-])/g,
    (all) => speakGroups(all, ', '),
  ],
  [
    /\b([Cc]all|[Dd]ial|[Rr]ing|[Pp]hone)\s(\d{3,6})\b(?!-)/g,
    (_all, word, digits) => `${word ?? ''} ${toDigits(digits ?? '')}`,
  ],
  [/\bext\.?\s?(\d{1,6})\b/gi, (_all, digits) => `extension ${toDigits(digits ?? '')}`],
  [/\bv(?=\d+\.\d)/g, 'version '],
  [/-(alpha|beta|rc)\.?(?=\d)/gi, ' $1 '],
  [
    /\b(480|720|1080|1440|2160)p(?=\d|\b)/g,
    (_all, lines = '') => `${lines.slice(0, -2)} ${lines.slice(-2)} p `,
  ],
];

const NUMBER = String.raw`\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,9})?`;

const amounts: readonly Rule[] = [
  // Format of most of Europe: 1.234,56.
  [
    /\b(\d{1,3}(?:\.\d{3}){1,6}),(\d{1,2})\b(?![,.]\d)/g,
    (_all, whole, part) => `${(whole ?? '').replaceAll('.', '')}.${part ?? ''}`,
  ],
  [
    /(?<![\w.,])(\d{1,6}(?:\.\d{1,3})?)(k|M)\b/g,
    (_all, digits, scale) => `${digits ?? ''} ${scale === 'k' ? 'thousand' : 'million'}`,
  ],
  // Format of India: 1,00,000.
  [/\b\d{1,2}(?:,\d{2}){1,8},\d{3}\b/g, (all) => all.replaceAll(',', '')],
  [/\b(?:US|U\.S\.)\s?\$(?=\s?\d)/g, '$'],
  [new RegExp(`([$€£¥₹])\\s?(${NUMBER})\\s?[–—-]\\s?(?:\\1\\s?)?(?=\\d)`, 'g'), '$2 to $1'],
  [/\b(\d{1,2})['’](\d{1,2})["”″](?!\w)/g, '$1 foot $2'],
  [/\b(\d{1,3})["”″](?=\s(?:wide|tall|long|deep|thick|high|by)\b)/g, '$1 inches'],
  [/\b(\d{1,3})["”″](?=\s(?:screen|display|monitor|TV)\b)/g, '$1 inch'],
  [
    /(?<![.\d])(\d{1,6})\s?:\s?(\d{1,6})(?![\d:])(?=\s(?:odds|ratio|scale|screen|aspect|mix|win|lead|victory)\b)/g,
    '$1 to $2',
  ],
];

/** Rules for signs, addresses and codes, which precede all other rules. */
export const signRules: readonly Rule[] = [
  ...addresses,
  ...codes,
  ...mathematics,
  ...names,
  ...amounts,
];
