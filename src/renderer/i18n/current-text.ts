import type { Language, LanguageChoice } from '../../contract/languages.ts';
import { findCatalogue } from './catalogues.ts';
import { createText, resolveLanguage, type Text } from './text.ts';

/**
 * Returns the texts of the chosen language, the same object while it stays; while they are loading, the
 * previous ones.
 */
export function createCurrentText(
  readChoice: () => LanguageChoice,
  desktop: readonly string[],
): () => Text {
  const made = new Map<Language, Text>();
  let current = createText('en');
  return () => {
    const language = resolveLanguage(readChoice(), desktop);
    if (language !== current.language && findCatalogue(language) !== null) {
      current = made.get(language) ?? createText(language);
      made.set(language, current);
    }
    return current;
  };
}
