import type { Text } from './text.ts';

/** Name of a language by its tag, such as "Portuguese (Brazil)"; an invalid tag is returned unchanged. */
export function formatLanguage({ language }: Text, tag: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // A name in words, as remote services list it.
  }
}
