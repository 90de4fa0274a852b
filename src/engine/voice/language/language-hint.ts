import { voiceCatalogue } from '../catalogue.ts';

/** Language codes with another canonical code. */
const aliases: Readonly<Record<string, string>> = { no: 'nb', cmn: 'zh', hbs: 'sr', in: 'id' };

/**
 * Parses a language hint to a BCP 47 tag without extensions: a tag in any spelling, three letters of ISO 639, or the
 * name in English or in the language itself. Null for anything else.
 */
export function findHintedLanguage(hint: string): string | null {
  const text = hint.trim();
  return findName(text) ?? findTag(text);
}

/** Returns the language of a tag without its country: `pt` of `pt-BR`. */
export function toBase(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] ?? tag;
  return aliases[base] ?? base;
}

function findTag(text: string): string | null {
  try {
    // A language has no name together with extensions, such as an order of sorting.
    const tag = new Intl.Locale(text.replaceAll('_', '-')).baseName;
    return isKnown(tag) ? tag : null;
  } catch {
    return null; // The text is not a language tag, which is the expected result here.
  }
}

/** Returns whether a tag's language has a name, since any well-formed word is a tag. */
function isKnown(tag: string): boolean {
  const base = toBase(tag);
  return (
    new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(base) !== undefined
  );
}

let names: ReadonlyMap<string, string> | null = null;

function findName(text: string): string | null {
  names ??= listNames();
  return names.get(fold(text)) ?? null;
}

function listNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>([
    ['norwegian', 'nb'],
    ['mandarin', 'zh'],
    ['farsi', 'fa'],
  ]);
  const tags = [...new Set(voiceCatalogue.map(({ tag }) => tag))];
  for (const tag of [...tags.map(toBase), ...tags]) {
    for (const inLanguage of ['en', tag]) {
      const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag);
      if (name !== undefined) {
        found.set(fold(name), tag);
      }
    }
  }
  return found;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
