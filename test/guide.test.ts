import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { listPictures, toPictureFile, pictureSize, readGuide } from '../scripts/lib/guide.mjs';
import { languages } from '../src/contract/languages.ts';
import { de } from '../src/renderer/i18n/de/catalogue.ts';
import { en } from '../src/renderer/i18n/en/catalogue.ts';
import { es } from '../src/renderer/i18n/es/catalogue.ts';

/** Emphasised words of the guide that are not in the catalogue: product terms and keys. */
const ownNames = new Set(['Esc', 'F9']);
const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, es };

describe.each(languages)('the guide in %s', (language) => {
  it('has the pages of the English one, each with a title', async () => {
    const pages = await readGuide(language);
    const english = await readGuide('en');
    expect(pages.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
    expect(pages.filter(({ title }) => title.trim() === '' || title.startsWith('#'))).toEqual([]);
  });

  it('links to pages that are there', async () => {
    const pages = await readGuide(language);
    const names = new Set(pages.map(({ name }) => name));
    const links = pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/<a href="([^"]*)"/g), (match) => match[1] ?? ''),
    );
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((link) => !names.has(link))).toEqual([]);
  });

  it('shows pictures of its own language that are there, in both themes and with words for them', async () => {
    const pages = await readGuide(language);
    const names = listPictures(pages);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !name.startsWith(`${language}/`))).toEqual([]);
    for (const name of names) {
      expect(await sharp(toPictureFile(name)).metadata()).toMatchObject(pictureSize);
    }
    const alts = pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/<img [^>]*alt="([^"]*)"/g), ([, alt = '']) => alt),
    );
    expect(alts).toHaveLength(names.length);
    expect(alts.filter((alt) => alt.length < 40)).toEqual([]);
  });

  it('uses the names of buttons and screens in the interface', async () => {
    const texts = new Set(Object.values(catalogues[language] ?? {}));
    const pages = await readGuide(language);
    const bold = pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/<strong>([^<]*)<\/strong>/g), (match) =>
        (match[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
      ),
    );
    expect(bold.length).toBeGreaterThan(20);
    expect(bold.filter((name) => !texts.has(name) && !ownNames.has(name))).toEqual([]);
  });
});
