import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, isErrorCode } from '../../base/errors.ts';
import { loadAllCatalogues } from './catalogues.ts';
import { en, type TextKey } from './en/catalogue.ts';
import { createText, resolveLanguage } from './text.ts';

const catalogues = await loadAllCatalogues();
const keys = Object.keys(en) as TextKey[];
const languages = Object.keys(catalogues) as (keyof typeof catalogues)[];

/** Names of the placeholders of a message, also inside plurals. */
function listPlaceholders(message: string): string[] {
  const names = new Set<string>();
  JSON.stringify(new IntlMessageFormat(message, 'en').getAst(), (_name, node: unknown) => {
    if (typeof node === 'object' && node !== null && 'type' in node && 'value' in node) {
      const { type, value } = node;
      // 0 is literal text and 7 the number of a plural; everything else names a placeholder.
      if (type !== 0 && type !== 7 && typeof value === 'string') {
        names.add(value);
      }
    }
    return node;
  });
  return [...names].toSorted();
}

describe.each(languages)('the %s catalogue', (language) => {
  const catalogue = catalogues[language];

  it('has exactly the texts of the source language, none of them empty', () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(keys.toSorted());
    expect(keys.filter((key) => catalogue[key].trim() === '')).toEqual([]);
  });

  it('has the placeholders of the source language', () => {
    const differing = keys.filter(
      (key) => listPlaceholders(catalogue[key]).join() !== listPlaceholders(en[key]).join(),
    );
    expect(differing).toEqual([]);
  });

  it('fills every placeholder', () => {
    const { t } = createText(language);
    for (const key of keys) {
      const values = Object.fromEntries(listPlaceholders(en[key]).map((name) => [name, 2]));
      expect(t(key, values), key).not.toMatch(/[{}]/);
    }
  });

  it('names every error with a title and an advice', () => {
    for (const code of Object.keys(errorCatalogue).filter(isErrorCode)) {
      expect(catalogue[`error.${code}.title`], code).not.toBe('');
      expect(catalogue[`error.${code}.advice`], code).not.toBe('');
    }
  });

  it('keeps the voice of the product', () => {
    const loud = keys.filter((key) => /!|AI-powered|verified|undetectable/i.test(catalogue[key]));
    expect(loud).toEqual([]);
  });
});

it.each(['de', 'es'] as const)(
  'is written differently in %s, where the words differ',
  (language) => {
    const same = keys.filter((key) => catalogues[language][key] === en[key]);
    expect(same.length).toBeLessThan(keys.length / 5);
  },
);

it.each([
  ['de', /[^.:?] (Sie|Ihnen|Ihr[a-z]*)\b/],
  ['es', /(?<!\p{L})(usted(es)?|vosotr[oa]s|vuestr[oa]s?|os)(?!\p{L})/iu],
] as const)('speaks to its user as to a friend in %s', (language, formal) => {
  expect(Object.values(catalogues[language]).filter((text) => formal.test(text))).toEqual([]);
});

it('has one word for one thing in Spanish', () => {
  const others =
    /\b(orden(ador|adores)|computador[ao]?s?|rostros?|fichero|tareas?|retraso|script|en el aire)\b|\bcog/i;
  const strays = keys.filter((key) => others.test(catalogues.es[key]));
  // A script that triggers hotkeys is a program, unlike the script of a voice.
  expect(strays).toEqual(['hotkeys.missing_text']);
});

it('has one word for one thing in German', () => {
  const others =
    /gescheitert|zurückgelegt|\bSwap|\bsichern\b|zur Seite gelegt|liegt zur Seite|Noise Gate|\bJobs?\b|hinausgeh|geht hinaus|in Gebrauch|Ruhezustand|Stimme ändern/;
  expect(keys.filter((key) => others.test(catalogues.de[key]))).toEqual([]);
});

it('marks quotations and questions as Spanish does', () => {
  const strays = keys.filter((key) => {
    const text = catalogues.es[key];
    return /[“”„]/.test(text) || text.split('?').length !== text.split('¿').length;
  });
  expect(strays).toEqual([]);
});

it('shows places in a recording with the decimal sign of the language', () => {
  expect(createText('en').clock(65.39)).toBe('1:05.3');
  expect(createText('de').clock(65.39)).toBe('1:05,3');
  expect(createText('es').clock(0)).toBe('0:00,0');
});

it('chooses plural forms and formats money by language', () => {
  expect(createText('en').t('status.cores', { count: 1 })).toBe('1 core');
  expect(createText('de').t('status.cores', { count: 8 })).toBe('8 Kerne');
  expect(createText('en').money(12.5)).toBe('$12.50');
  expect(createText('de').money(12.5)).toBe('12,50\u00a0$');
  expect(createText('de').t('output.ms', { ms: 2.5 })).toBe('2,5 ms');
  expect(createText('es').t('output.lost', { percent: 0.1 })).toBe('0,1 % perdido');
  expect(createText('es').t('status.cores', { count: 1 })).toBe('1 núcleo');
  expect(createText('es').t('status.cores', { count: 8 })).toBe('8 núcleos');
  expect(createText('es').money(12.5)).toBe('12,50\u00a0US$');
});

it('follows the desktop to the first language it has, else English', () => {
  expect(resolveLanguage('system', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(resolveLanguage('system', ['fr'])).toBe('en');
  expect(resolveLanguage('system', ['es-MX', 'en'])).toBe('es');
  expect(resolveLanguage('en', ['de'])).toBe('en');
});
