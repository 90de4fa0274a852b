import { amountRules } from './english-amounts.ts';
import { capitalRules } from './english-capitals.ts';
import { createDateRules } from './english-dates.ts';
import { signRules } from './english-signs.ts';
import { applyRules, type Rule } from './rule.ts';

const longForms: Readonly<Record<string, string>> = {
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Jr: 'Junior',
  Sr: 'Senior',
  Inc: 'Incorporated',
  Ltd: 'Limited',
  Corp: 'Corporation',
  Rd: 'Road',
  Ln: 'Lane',
  Hwy: 'Highway',
  Pkwy: 'Parkway',
  Sq: 'Square',
  Apt: 'Apartment',
  Bldg: 'Building',
};

function toLongForm(short = ''): string {
  return longForms[short] ?? short;
}

function toDayName(short = ''): string {
  const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
  return days.find((day) => day.startsWith(short)) ?? short;
}

/** Chat abbreviations as they are spoken. */
const chat: Readonly<Record<string, string>> = {
  afk: 'away from keyboard',
  brb: 'be right back',
  btw: 'by the way',
  fyi: 'for your information',
  gg: 'good game',
  idk: "I don't know",
  imho: 'in my humble opinion',
  imo: 'in my opinion',
  irl: 'in real life',
  ngl: 'not gonna lie',
  omg: 'oh my god',
  pls: 'please',
  tbh: 'to be honest',
  thx: 'thanks',
};
const chatWords = new RegExp(`\\b(?:${Object.keys(chat).join('|')})\\b`, 'gi');

const abbreviations: readonly Rule[] = [
  [/\bMr\./g, 'Mister'],
  [/\bMrs\./g, 'Missus'],
  [/\bMs\./g, 'Miz'],
  [/\bDr\.(?=\s+[A-Z])/g, 'Doctor'],
  [/\bDr\./g, 'Drive'],
  [/\bProf\./g, 'Professor'],
  // "Main St. It is …" ends a sentence, "Mount St. Helens" and "in St. Louis" do not.
  [
    /(?<!\b(?:Mount|Port|Fort|Lake|East|West|North|South|The) )(?<=\b(?:[A-Z][a-z]+|\d(?:st|nd|rd|th)) )St\.(?=\s+[A-Z])/g,
    'Street.',
  ],
  [/\bSt\.(?=\s+[A-Z])/g, 'Saint'],
  [/\bSt\./g, 'Street'],
  // At the end of a sentence the point stays.
  [
    /\b(Ave|Blvd|Jr|Sr|Inc|Ltd|Corp|Rd|Ln|Hwy|Pkwy|Sq|Apt|Bldg)\.(?=\s+[A-Z]|\s*$)/g,
    (_all, short) => `${toLongForm(short)}.`,
  ],
  [
    /\b(Ave|Blvd|Jr|Sr|Inc|Ltd|Corp|Rd|Ln|Hwy|Pkwy|Sq|Apt|Bldg)\./g,
    (_all, short) => toLongForm(short),
  ],
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
  [/\ba\.?k\.?a\.?(?=\s)/g, 'also known as'],
  [/\bPh\.\s?D\.(?=\s+[A-Z]|\s*$)/g, 'P H D.'],
  [/\bPh\.\s?D\.?/g, 'P H D'],
  [/\bM\.D\./g, 'M D'],
  [/\b(Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)\.(?=[\s,–-])/g, (_all, short) => toDayName(short)],
  [/\b(?:feat|ft)\.(?=\s+[A-Z])/g, 'featuring'],
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
  [/\bFt\.(?=\s+[A-Z])/g, 'Fort'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/(?=\s)/g, 'with'],
  // Letters with points are spelled, such as "U.S." and "a.m."; before a capital they end the sentence.
  [/\b(?:[A-Za-z]\.){2,12}(?=\s{1,9}[A-Z])/g, (all) => `${spell(all)}.`],
  [/\b(?:[A-Za-z]\.){2,}/g, spell],
  [/\b([A-Z])\.(?=\s[A-Z][a-z])/g, '$1'],
];

const symbols: readonly Rule[] = [
  [/\s&\s/g, ' and '],
  [/&/g, ' and '],
  [/#(?=[a-z])/gi, 'hashtag '],
  [/@\s?(?=\w)/g, 'at '],
  [/\s\+\s/g, ' plus '],
  [/(?<![\w+])\+(?=\w)/g, 'plus '],
  [/(?<=\w)\+(?=\s|$)/g, ' plus'],
  [/\s=\s/g, ' equals '],
  [/±/g, 'plus or minus '],
  [/©/g, 'copyright '],
  [/[®™]/g, ''],
  [/(?<=[a-z])\/(?=[a-z])/gi, ' or '],
];

function spell(letters: string): string {
  return letters.replaceAll('.', ' ').trim().toUpperCase();
}

const hashNumber: Rule = [/#\s?(?=\d)/g, 'number '];
const chatRule: Rule = [chatWords, (all) => chat[all.toLowerCase()] ?? all];

/** Writes signs, addresses and codes of an English text in words. Must precede cleaning of markup. */
export function readEnglishSigns(text: string): string {
  return applyRules(text, signRules);
}

/** Writes abbreviations, dates, times and amounts of an English text in words. Follows {@link readEnglishSigns}. */
export function readEnglish(text: string, { dayFirst }: { readonly dayFirst: boolean }): string {
  const rules = [hashNumber, chatRule, ...createDateRules({ dayFirst }), ...abbreviations];
  return applyRules(text, [...rules, ...amountRules, ...symbols, ...capitalRules]);
}
