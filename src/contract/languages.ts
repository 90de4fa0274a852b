import * as z from 'zod';

/** Languages of the interface, as BCP 47 tags; a new one is added here, and the compiler asks for its texts. */
export const languages = ['en', 'de', 'es'] as const;

/** See {@link languages}. */
export type Language = (typeof languages)[number];

/** What a user may choose: a language, or the one of the desktop. */
export const languageChoiceSchema = z.enum(['system', ...languages]);

/** See {@link languageChoiceSchema}. */
export type LanguageChoice = z.output<typeof languageChoiceSchema>;

/** The first tag of which there is a language, such as `es` for `es-MX`; English where there is none. */
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
