import { describe, expect, it } from 'vitest';
import { voiceCatalogue } from '../catalogue.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { toBase } from '../language/language-hint.ts';
import { cutBeginning, sampleSentence } from './speak-sample.ts';

describe('the sentence of a language', () => {
  it('is there for every voice, and the same for all of a language', () => {
    const perBase = Map.groupBy(voiceCatalogue, ({ tag }) => toBase(tag));
    for (const [base, voices] of perBase) {
      expect([base, new Set(voices.map(sampleSentence)).size]).toEqual([base, 1]);
    }
  });

  it.each([...new Set(voiceCatalogue.map(({ tag }) => toBase(tag)))])(
    'is in that language: %s',
    async (base) => {
      const detected = await detectLanguage(sampleSentence({ tag: base }), base);
      expect(detected.base).toBe(base);
    },
  );
});

describe('the beginning of a script', () => {
  it('is its first sentence, or a few short ones', () => {
    const long = 'This sentence is long enough to be heard alone by anybody. Another one.';
    expect(cutBeginning(long, 'en')).toBe(
      'This sentence is long enough to be heard alone by anybody.',
    );
    expect(cutBeginning('Hi. Yes. No. All of this is heard in one go. Not this.', 'en')).toBe(
      'Hi. Yes. No. All of this is heard in one go.',
    );
    expect(cutBeginning('  Short.  ', 'en')).toBe('Short.');
  });

  it('ends after a word where a sentence has no end', () => {
    const endless = cutBeginning('word '.repeat(1000), 'en');
    expect(endless.length).toBeLessThanOrEqual(240);
    expect(endless.endsWith('word')).toBe(true);
    expect(Array.from(cutBeginning('😀'.repeat(500), 'en')).every((sign) => sign === '😀')).toBe(
      true,
    );
  });
});
