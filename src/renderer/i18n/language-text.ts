import type { Text } from './text.ts';

/** A language by its tag, such as "Portuguese (Brazil)"; of what is no tag, as it is. */
export function languageText({ language }: Text, tag: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // A name in words, as remote services list it.
  }
}
