import { describe, expect, it } from 'vitest';
import { toVisemeFromArpabet, toVisemeFromIpa } from './viseme.ts';

describe('the mouth of a phone', () => {
  it('is known for both alphabets', () => {
    expect(['p', 'th', 'er', 'aa1', 'pau'].map(toVisemeFromArpabet)).toEqual([
      'PP',
      'TH',
      'RR',
      'aa',
      'sil',
    ]);
    expect(['m', 'ˈuː', 'tʃ', 'aɪ', 'ɔ̃', 'ɡʲ', ''].map(toVisemeFromIpa)).toEqual([
      'PP',
      'ou',
      'CH',
      'aa',
      'oh',
      'kk',
      'sil',
    ]);
  });

  it('is open where the phone is not known', () => {
    expect(toVisemeFromIpa('ʘ')).toBe('aa');
  });
});
