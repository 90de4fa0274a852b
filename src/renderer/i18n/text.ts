import { IntlMessageFormat } from 'intl-messageformat';
import { invariant } from '../../base/errors.ts';
import { type Language, type LanguageChoice, matchLanguage } from '../../contract/languages.ts';
import { findCatalogue } from './catalogues.ts';
import type { TextKey } from './en/catalogue.ts';

/** Values for the placeholders of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Texts and number formats of one language. */
export interface Text {
  readonly language: Language;
  /** The text of a key with its placeholders filled. */
  readonly t: (key: TextKey, values?: TextValues) => string;
  /** An amount of US dollars with its unit, such as `$12.34` or `12,34 $`. */
  readonly money: (usd: number) => string;
  /** A moment, in milliseconds since 1970, as day and time. */
  readonly time: (atMs: number) => string;
  /** A place in a recording, in seconds, such as `1:05.3` or `1:05,3`. */
  readonly clock: (timeS: number) => string;
}

/** Makes the texts of a language whose catalogue was loaded; messages are compiled once, at first use. */
export function createText(language: Language): Text {
  const catalogue = findCatalogue(language);
  invariant(catalogue !== null, `The catalogue of ${language} has to be loaded first.`);
  const compiled = new Map<TextKey, IntlMessageFormat>();
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const seconds = new Intl.NumberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    roundingMode: 'floor',
  });
  return {
    language,
    t: (key, values) => {
      if (values === undefined) {
        return catalogue[key];
      }
      const message = compiled.get(key) ?? new IntlMessageFormat(catalogue[key], language);
      compiled.set(key, message);
      return String(message.format(values));
    },
    money: (usd) => dollars.format(usd),
    time: (atMs) => moments.format(atMs),
    clock: (timeS) => `${Math.floor(timeS / 60)}:${seconds.format(timeS % 60)}`,
  };
}

/** The language to show: the chosen one, else the first of the desktop that there is, else English. */
export function resolveLanguage(chosen: LanguageChoice, desktop: readonly string[]): Language {
  return chosen === 'system' ? matchLanguage(desktop) : chosen;
}
