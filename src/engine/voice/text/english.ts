import { amountRules } from './english-amounts.ts';
import { dateRules } from './english-dates.ts';
import { applyRules, type Rule } from './rule.ts';

const longForms: Readonly<Record<string, string>> = {
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Jr: 'Junior',
  Sr: 'Senior',
  Inc: 'Incorporated',
  Ltd: 'Limited',
  Corp: 'Corporation',
};

function longOf(short = ''): string {
  return longForms[short] ?? short;
}

const abbreviations: readonly Rule[] = [
  [/\bMr\./g, 'Mister'],
  [/\bMrs\./g, 'Missus'],
  [/\bMs\./g, 'Miz'],
  [/\bDr\.(?=\s+[A-Z])/g, 'Doctor'],
  [/\bDr\./g, 'Drive'],
  [/\bProf\./g, 'Professor'],
  // "Main St. It is …" ends, "Mount St. Helens" and "in St. Louis" go on.
  [
    /(?<!\b(?:Mount|Port|Fort|Lake|East|West|North|South|The) )(?<=\b(?:[A-Z][a-z]+|\d(?:st|nd|rd|th)) )St\.(?=\s+[A-Z])/g,
    'Street.',
  ],
  [/\bSt\.(?=\s+[A-Z])/g, 'Saint'],
  [/\bSt\./g, 'Street'],
  // At the end of a sentence the point stays.
  [/\b(Ave|Blvd|Jr|Sr|Inc|Ltd|Corp)\.(?=\s+[A-Z]|\s*$)/g, (_all, short) => `${longOf(short)}.`],
  [/\b(Ave|Blvd|Jr|Sr|Inc|Ltd|Corp)\./g, (_all, short) => longOf(short)],
  [/\bMt\.(?=\s+[A-Z])/g, 'Mount'],
  [/\bGen\.(?=\s+[A-Z])/g, 'General'],
  [/\bCapt\.(?=\s+[A-Z])/g, 'Captain'],
  [/\bSgt\.(?=\s+[A-Z])/g, 'Sergeant'],
  [/\bLt\.(?=\s+[A-Z])/g, 'Lieutenant'],
  [/\bRev\.(?=\s+[A-Z])/g, 'Reverend'],
  [/\bGov\.(?=\s+[A-Z])/g, 'Governor'],
  [/\bCo\./g, 'Company'],
  [/\bDept\./gi, 'department'],
  [/\bvs?\.(?=\s)/g, 'versus'],
  [/\be\.\s?g\./gi, 'for example'],
  [/\bi\.\s?e\./gi, 'that is'],
  [/\betc\.(?=\s+[A-Z]|\s*$)/g, 'et cetera.'],
  [/\betc\./g, 'et cetera'],
  [/\bapprox\./gi, 'approximately'],
  [/\best\.(?=\s\d)/gi, 'established'],
  [/\b[Nn]o\.\s?(?=\d)/g, 'number '],
  [/\b[Nn]os\.\s?(?=\d)/g, 'numbers '],
  [/\bpp\.\s?(?=\d)/g, 'pages '],
  [/\bp\.\s?(?=\d)/g, 'page '],
  [/\b[Vv]ol\.\s?(?=\w)/g, 'volume '],
  [/\b[Ff]ig\.\s?(?=\d)/g, 'figure '],
  [/\b[Ff]t\.(?=\s+[A-Z])/g, 'Fort'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/(?=\s)/g, 'with'],
  // Letters with points between them are spelled, and end no sentence: "U.S.", "a.m.".
  [/\b(?:[A-Za-z]\.){2,}(?=\s+[A-Z])/g, (all) => `${spell(all)}.`],
  [/\b(?:[A-Za-z]\.){2,}/g, spell],
  [/\b([A-Z])\.(?=\s[A-Z][a-z])/g, '$1'],
];

const addresses: readonly Rule[] = [
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (all) => sayAddress(all.replace('@', ' at '))],
  [/\bhttps?:\/\/(?:www\.)?/gi, ''],
  [
    /\b(?:www\.)?[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|dev|app|info|co|uk|de|fr|eu|tv|me)(?:\/[^\s,;!?)"]*)?(?<![.])/gi,
    sayAddress,
  ],
];

const symbols: readonly Rule[] = [
  [/\s&\s/g, ' and '],
  [/&/g, ' and '],
  [/#(?=[a-z])/gi, 'hashtag '],
  [/@(?=\w)/g, 'at '],
  [/\s\+\s/g, ' plus '],
  [/(?<=\w)\+(?=\s|$)/g, ' plus'],
  [/\s=\s/g, ' equals '],
  [/\s[×x]\s(?=[a-z]+\b)/g, ' times '],
  [/±/g, 'plus or minus '],
  [/©/g, 'copyright '],
  [/[®™]/g, ''],
  [/(?<=[a-z])\/(?=[a-z])/gi, ' or '],
];

function spell(letters: string): string {
  return letters.replaceAll('.', ' ').trim().toUpperCase();
}

function sayAddress(address: string): string {
  return address
    .replace(/^www\./i, '')
    .replace(/\/$/, '')
    .replaceAll('.', ' dot ')
    .replaceAll('/', ' slash ')
    .replaceAll('_', ' underscore ')
    .replaceAll(/(?<=\w)-(?=\w)/g, ' dash ');
}

const hashNumber: Rule = [/#\s?(?=\d)/g, 'number '];

/** English as it is read: abbreviations, addresses, dates, times, amounts and signs in words. */
export function readEnglish(text: string, { dayFirst }: { readonly dayFirst: boolean }): string {
  const rules = [...addresses, hashNumber, ...dateRules({ dayFirst }), ...abbreviations];
  return applyRules(text, [...rules, ...amountRules, ...symbols]);
}
