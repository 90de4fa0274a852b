import { type Language, languages } from '../../contract/languages.ts';
import { en, type TextKey } from './en/catalogue.ts';

/** Every text of a language. */
export type Catalogue = Readonly<Record<TextKey, string>>;

/** English is bundled. Of the others only the shown language is loaded before the first view. */
const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de/catalogue.ts')).de,
  es: async () => (await import('./es/catalogue.ts')).es,
};

const loaded = new Map<Language, Catalogue>([['en', en]]);

/** The texts of a language; null until {@link loadCatalogue} has brought them. */
export function findCatalogue(language: Language): Catalogue | null {
  return loaded.get(language) ?? null;
}

/** Brings the texts of a language. Rejects when their file cannot be read. */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const catalogue = loaded.get(language) ?? (await loaders[language]());
  loaded.set(language, catalogue);
  return catalogue;
}

/** Loads the texts of all languages, so that a change of language needs no wait. */
export async function loadAllCatalogues(): Promise<Readonly<Record<Language, Catalogue>>> {
  const entries = await Promise.all(
    languages.map(async (language) => [language, await loadCatalogue(language)] as const),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for every language
  return Object.fromEntries(entries) as Record<Language, Catalogue>;
}
