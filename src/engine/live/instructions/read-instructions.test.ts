import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instructions } from './instructions.ts';
import { neutralGrade, plainSettings } from './live-settings.ts';
import { readInstructions } from './read-instructions.ts';
import { colours, isQuiet, tokenise } from './words.ts';

const examples = instructions.flatMap((instruction) =>
  instruction.examples.map((example) => ({ instruction, example })),
);

describe('an instruction', () => {
  it.each(examples)('"$example" is understood as the list says', ({ instruction, example }) => {
    const { settings, warnings } = readInstructions(example);
    expect(warnings).toEqual([]);
    const isWithoutEffect = ['Leaves', 'The character'].some((start) =>
      instruction.effect.startsWith(start),
    );
    expect(JSON.stringify(settings) === JSON.stringify(plainSettings)).toBe(isWithoutEffect);
  });

  it('that only says what is done anyway changes nothing and warns of nothing', () => {
    for (const text of [
      '',
      'Replace the person with the character.',
      'Substitute the character in the video with the person in the reference image',
      'Please swap my face',
    ]) {
      expect(readInstructions(text)).toEqual({ settings: plainSettings, warnings: [] });
    }
  });

  it('may ask for several things at once', () => {
    const { settings, warnings } = readInstructions(
      "Swap my whole head, strongly blur the room; a bit warmer, and don't forget: cover with a card!",
    );
    expect(settings).toEqual({
      mode: 'head',
      traits: [],
      background: { kind: 'blur', amount: 1 },
      grade: { ...neutralGrade, warmth: 0.35 },
      cover: 'card',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['not_understood']);
    expect(warnings[0]?.message).toContain('“dont forget”');
  });

  it('comes back with the words that were not understood, and with what is', () => {
    const { settings, warnings } = readInstructions(
      'dark blue background, a purple hat and sunglasses, darker',
    );
    expect(settings.background).toEqual({ kind: 'colour', rgb: [24, 48, 99] });
    expect(settings.grade.brightness).toBeLessThan(0);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toMatch(/^Not understood: “purple hat sunglasses”\. You can ask/);
    expect(warnings[0]?.message).toContain('blur the background');
  });

  it('may say backgrounds and colours as it is said of pictures, in German and Spanish too', () => {
    expect(readInstructions('Hintergrund bitte unscharf, alles etwas wärmer')).toEqual({
      settings: {
        ...plainSettings,
        background: { kind: 'blur', amount: expect.any(Number) },
        grade: { ...neutralGrade, warmth: 0.35 },
      },
      warnings: [],
    });
    expect(readInstructions('fondo azul').settings.background).toMatchObject({ kind: 'colour' });
    // Beside what only live swaps know, and with what they cannot do.
    const mixed = readInstructions(
      'only the face, Hintergrund unscharf und lass es regnen; wärmer',
    );
    expect(mixed.settings).toMatchObject({
      mode: 'face',
      background: { kind: 'blur' },
      grade: { warmth: expect.any(Number) },
    });
    expect(mixed.warnings).toMatchObject([{ code: 'not_understood' }]);
    expect(mixed.warnings[0]?.message).toContain('regnen');
    expect(readInstructions('Hintergrund unscharf, red background').warnings).toMatchObject([
      { code: 'contradiction' },
    ]);
  });

  it('is not turned into its opposite', () => {
    const { settings, warnings } = readInstructions('not black and white');
    expect(settings.grade.colourfulness).toBe(0);
    expect(warnings[0]?.message).toContain('“not black white”');
  });

  it('of less than full strength is refused with the reason', () => {
    const { warnings } = readInstructions('50% strength');
    expect(warnings).toEqual([
      { code: 'not_offered', message: expect.stringContaining('would show who you are') },
    ]);
  });

  it('that contradicts itself keeps the later wish and says so', () => {
    const { settings, warnings } = readInstructions('blur the background, red background');
    expect(settings.background).toEqual({ kind: 'colour', rgb: colours['red'] });
    expect(warnings.map(({ code }) => code)).toEqual(['contradiction']);
  });
});

describe('any text', () => {
  it('is read without an error, and the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(readInstructions(text)).toEqual(readInstructions(text));
      }),
    );
  });

  it('never loses a word: each is understood, says nothing, or is named', () => {
    const word = fc.stringMatching(/^[a-z]{4,9}$/).filter((value) => !isQuiet(value));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const [first] = tokenise(words.map((value) => `zz${value}`).join(' '));
        const { warnings } = readInstructions(words.map((value) => `zz${value}`).join(' '));
        expect(warnings[0]?.message).toContain(first);
        for (const value of words) {
          expect(warnings[0]?.message).toContain(`zz${value}`);
        }
      }),
    );
  });

  it('means the same in capitals, with more space and with other marks', () => {
    const some = fc.uniqueArray(fc.constantFrom(...examples), {
      minLength: 1,
      maxLength: 3,
      selector: ({ instruction }) => instruction.topic,
    });
    fc.assert(
      fc.property(some, fc.constantFrom(', ', '; ', ' — ', '.\n'), (chosen, mark) => {
        const texts = chosen.map(({ example }) => example);
        const plain = readInstructions(texts.join(', ')).settings;
        expect(readInstructions(texts.join(mark).toUpperCase()).settings).toEqual(plain);
        expect(readInstructions(`  ${texts.join('  ,  ')} !!`).settings).toEqual(plain);
      }),
    );
  });

  it('means the same in another order when its wishes are about different things', () => {
    const different = fc.uniqueArray(
      fc.constantFrom(...examples.filter(({ instruction }) => instruction.topic !== 'colours')),
      { minLength: 2, maxLength: 4, selector: ({ instruction }) => instruction.topic },
    );
    fc.assert(
      fc.property(different, (chosen) => {
        const texts = chosen.map(({ example }) => example);
        const { settings } = readInstructions(texts.join(', please, '));
        const turned = readInstructions(texts.toReversed().join(', please, ')).settings;
        expect(turned).toEqual(settings);
      }),
    );
  });
});
