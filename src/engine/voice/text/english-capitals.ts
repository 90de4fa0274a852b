import type { Rule } from './rule.ts';

/** Abbreviations that are spelled although they could be pronounced as words. */
const spelled = new Set(
  (
    'AI API ATM CEO CFO CIA CTO DIY DNA EDT ESP EST EU FAQ FBI GMT GPU HR ICU ID IOT IP IQ IRS ISO IT ITV KO MIT ' +
    'MRI OS PA PIA PR RNA SEO SOS TBA TV UAE UFO UI UK UN URL US USA USB UTC UV UX VIP VIA AKA'
  ).split(' '),
);
/** Abbreviations that are also words: in a text all in capitals they are read as words. */
const words = new Set(['IT', 'US', 'PA', 'VIA', 'ESP', 'MIT', 'ID']);

/** Four or more words in capitals in a row are shouting, not abbreviations. */
// slow expression: a script has 10,000 characters at most.
const loud = /\b[A-Z][A-Z'’]{0,40}(?:[\s,]{1,4}[A-Z][A-Z'’]{0,40}){3,30}\b/g;

/** Rules that spell abbreviations in capitals and turn shouting into lower-case words. */
export const capitalRules: readonly Rule[] = [
  [/\bOK\b/g, 'okay'],
  [loud, (all) => all.replaceAll(/[A-Z'’]+/g, (word) => speakLoud(word))],
  [/\b[A-Z]{2,4}(?=s?\b)/g, (all) => (spelled.has(all) ? Array.from(all).join(' ') : all)],
];

function speakLoud(word: string): string {
  const isSpelled = spelled.has(word) && !words.has(word);
  return word.length === 1 || isSpelled ? word : word.toLowerCase();
}
