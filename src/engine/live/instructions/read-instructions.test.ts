import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColourWord } from '../../../instructions/colours.ts';
import { instructionLanguages } from '../../../instructions/language-words.ts';
import { isDone, listRules } from '../../../instructions/prompt/wishes/describe-wishes.ts';
import { neutralGrade, plainSettings } from './live-settings.ts';
import { readInstructions } from './read-instructions.ts';

const live = { isLive: true };
const examples = listRules(live).flatMap(({ id, topic, examples: known }) =>
  instructionLanguages.flatMap((language) =>
    (known[language] ?? [])
      .filter((example) => isDone(example, live))
      .map((example) => ({ id, topic, example })),
  ),
);
const WITHOUT_EFFECT = ['background_keep', 'plain_look', 'full_strength', 'mode_auto'];

describe('an instruction', () => {
  it.each(examples)('"$example" is understood as the list says', ({ id, example }) => {
    const { settings, warnings } = readInstructions(example);
    expect(warnings).toEqual([]);
    expect(JSON.stringify(settings) === JSON.stringify(plainSettings)).toBe(
      WITHOUT_EFFECT.includes(id),
    );
  });

  it('that only asks for the default changes nothing and warns of nothing', () => {
    for (const text of [
      '',
      'Replace the person with the character.',
      'Substitute the character in the video with the person in the reference image',
      'Please swap my face',
      'Tausche mein Gesicht',
    ]) {
      expect(readInstructions(text)).toEqual({ settings: plainSettings, warnings: [] });
    }
  });

  it.each(["it's too dark", 'zu dunkel', 'low light', 'too dark, brighter please'])(
    '"%s" brightens',
    (text) => {
      const { settings, warnings } = readInstructions(text);
      expect(warnings).toEqual([]);
      expect(settings.grade.brightness).toBeGreaterThan(0);
    },
  );

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
    expect(warnings).toEqual([]);
  });

  it('returns the words that were not understood or are not done, and those that are', () => {
    const { settings, warnings } = readInstructions(
      'dark blue background, a purple hat, qwertz, make it rain, darker',
    );
    expect(settings.background).toEqual({ kind: 'colour', rgb: [24, 48, 99] });
    expect(settings.grade.brightness).toBeLessThan(0);
    expect(warnings.map(({ code }) => code)).toEqual([
      'not_offered',
      'not_offered',
      'not_understood',
    ]);
    expect(warnings[0]?.message).toContain('“purple hat”');
    expect(warnings[1]?.message).toContain('not live');
    expect(warnings[2]?.message).toMatch(/^Not understood: “qwertz”\. You can ask for: /);
    expect(warnings[2]?.message).toContain('blur the background');
  });

  it('describes a character by traits, in any order and language', () => {
    for (const text of [
      'an old woman with long red hair and glasses',
      'eine alte Frau mit langen roten Haaren und Brille',
      'mujer mayor, gafas, pelo rojo, pelo largo',
    ]) {
      const { settings, warnings } = readInstructions(text);
      expect(warnings, text).toEqual([]);
      expect(new Set(settings.traits), text).toEqual(
        new Set(['woman', 'old', 'red hair', 'long hair', 'glasses']),
      );
    }
  });

  it('may be in another language in each of its parts, as the app joins them', () => {
    expect(
      readInstructions('Hintergrund bitte unscharf, alles etwas wärmer, only the face'),
    ).toEqual({
      settings: {
        ...plainSettings,
        mode: 'face',
        background: { kind: 'blur', amount: expect.any(Number) },
        grade: { ...neutralGrade, warmth: 0.35 },
      },
      warnings: [],
    });
    expect(readInstructions('Hintergrund unscharf, red background').warnings).toMatchObject([
      { code: 'contradiction' },
    ]);
  });

  it('does not colour everything where a part of a person is named', () => {
    const { settings, warnings } = readInstructions('only the face brighter');
    expect(settings).toEqual(plainSettings);
    expect(warnings).toMatchObject([{ code: 'not_offered' }]);
    expect(readInstructions('warmer, only the face').settings).toMatchObject({
      mode: 'face',
      grade: { warmth: expect.any(Number) },
    });
  });

  it('is not turned into its opposite', () => {
    expect(readInstructions('not black and white').settings).toEqual(plainSettings);
    expect(readInstructions('warmer, no black and white').settings.grade.colourfulness).toBe(0);
  });

  it('of less than full strength is refused with the reason', () => {
    const { warnings } = readInstructions('50% strength');
    expect(warnings).toEqual([
      { code: 'not_offered', message: expect.stringContaining('would show who you are') },
    ]);
  });

  it('that contradicts itself keeps the later wish and says so', () => {
    const { settings, warnings } = readInstructions('blur the background, red background');
    expect(settings.background).toEqual({ kind: 'colour', rgb: readColourWord('red') });
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

  it('means the same in another order when its wishes are about different things', () => {
    const different = fc.uniqueArray(
      fc.constantFrom(...examples.filter(({ topic }) => topic !== 'look')),
      {
        minLength: 2,
        maxLength: 4,
        selector: ({ topic }) => (LOOK_TOPICS.has(topic) ? 'look' : topic),
      },
    );
    fc.assert(
      fc.property(different, (chosen) => {
        const texts = chosen.map(({ example }) => example);
        const { settings } = readInstructions(texts.join('. Please, '));
        expect(readInstructions(texts.toReversed().join('. Please, ')).settings).toEqual(settings);
      }),
    );
  });
});

/** Looks that change the same figures. */
const LOOK_TOPICS: ReadonlySet<string> = new Set([
  'colours',
  'noir',
  'sepia',
  'vintage',
  'warmth',
  'contrast',
]);
