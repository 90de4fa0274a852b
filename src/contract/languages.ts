import * as z from 'zod';

/** Languages of the interface, as BCP 47 tags; a new one is added here, and the compiler asks for its texts. */
export const languages = ['en', 'de', 'es'] as const;

/** See {@link languages}. */
export type Language = (typeof languages)[number];

/** Language setting: one of the languages, or the one of the desktop. */
export const languageChoiceSchema = z.enum(['system', ...languages]);

/** See {@link languageChoiceSchema}. */
export type LanguageChoice = z.output<typeof languageChoiceSchema>;

/** Returns the language of the first tag that has one, such as `es` for `es-MX`; English when none has. */
export function matchLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const base = tag.toLowerCase().split(/[-_]/)[0];
    const known = languages.find((language) => language === base);
    if (known !== undefined) {
      return known;
    }
  }
  return 'en';
}
