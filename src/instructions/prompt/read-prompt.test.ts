import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReimagineStep } from '../step.ts';
import { everydayPrompts } from './wishes/everyday-prompts.ts';
import { listExamples } from './wishes/describe-wishes.ts';
import { type ReadPrompt, readPrompt } from './read-prompt.ts';
import { reimagineRules } from '../rules/all-rules.ts';

/** Writes a step in the notation of the prompt list: kind, values and region. */
function toLabel(step: ReimagineStep): string {
  const { kind, ...values } = step;
  const where = 'where' in step ? step.where : undefined;
  const own = Object.entries(values)
    .filter(([name, value]) => value !== null && name !== 'amount' && name !== 'where')
    .map(([, value]) =>
      Array.isArray(value)
        ? value.join('/')
        : typeof value === 'object'
          ? Object.values(value).join(' ')
          : String(value),
    );
  const place = where === undefined ? [] : [`${where.isInverted ? '@not' : '@'}${where.region}`];
  return [kind, ...own, ...place].join(' ');
}

function describeRead({ steps, notOffered, notUnderstood }: ReadPrompt): string {
  return [
    ...steps.map(toLabel),
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}

describe.each(['en', 'de'] as const)('prompts of every day in %s', (language) => {
  const lines = everydayPrompts[language].trim().split('\n');

  it.each(lines.map((line) => line.split(' => ')))('%s', (prompt = '', expected = '') => {
    const read = readPrompt(prompt, { pictures: 4 });
    expect(describeRead(read)).toBe(expected);
    expect(read.language).toBe(language);
  });
});

describe('every example', () => {
  const cases = reimagineRules.flatMap((rule) =>
    Object.entries(rule.examples).flatMap(([language, examples]) =>
      examples.map((example) => ({ rule, language, example })),
    ),
  );

  it.each(cases)('$language: $example', ({ rule, example }) => {
    const { understood, notOffered, notUnderstood, steps } = readPrompt(example, { pictures: 2 });
    const topics = understood.map(
      ({ wish }) => reimagineRules.find(({ id }) => id === wish)?.topic,
    );
    expect(topics).toEqual([rule.topic]);
    expect({ notOffered, notUnderstood }).toEqual({ notOffered: [], notUnderstood: [] });
    expect(steps.length).toBeGreaterThan(0);
  });
});

it.each(['en', 'de', 'es'] as const)(
  'shows ideas in the words of their language: %s',
  (language) => {
    const own = reimagineRules.flatMap(({ examples }) => examples[language] ?? []);
    expect(listExamples(language, {}).filter(({ words }) => !own.includes(words))).toEqual([]);
  },
);

it('reports what cannot be kept unchanged, in any wording', () => {
  for (const prompt of [
    'remove the wrinkles but keep the freckles',
    'Falten weg, aber Sommersprossen lassen',
    'Falten weg, lass die Sommersprossen',
  ]) {
    const { steps, notOffered } = readPrompt(prompt);
    expect(steps, prompt).toMatchObject([{ kind: 'smooth_skin' }]);
    expect(notOffered, prompt).toMatchObject([{ wish: 'skin_marks_kept' }]);
  }
});

it('reads the look of a caption from the words after it', () => {
  expect(
    readPrompt('add "Happy 30th" at the bottom, big, white with a red outline').steps,
  ).toMatchObject([{ kind: 'words', text: 'Happy 30th', size: 'large', outline: [190, 40, 44] }]);
  expect(readPrompt("write 'it’s on' in the corner").steps).toMatchObject([
    { kind: 'words', text: 'it’s on', place: { across: 'right', down: 'bottom' } },
  ]);
  expect(readPrompt('write "A" at the top and "B" at the bottom').steps).toHaveLength(2);
});

it('takes apostrophes for no quotation marks', () => {
  expect(
    readPrompt("give it a '90s look, sharpen my friends' faces and blur the background").steps,
  ).toMatchObject([{ grade: 'vintage' }, { kind: 'sharpen' }, { kind: 'background_blur' }]);
  expect(readPrompt("rock 'n' roll").steps).toEqual([]);
  const textsOf = (prompt: string): readonly string[] =>
    readPrompt(prompt).steps.flatMap((step) => (step.kind === 'words' ? [step.text] : []));
  expect(textsOf("write 'best friends' on top and 'bye' below")).toEqual(['best friends', 'bye']);
  expect(textsOf("write 'my friends' party' on top")).toEqual(["my friends' party"]);
  expect(textsOf("write 'Hello, world' in the corner")).toEqual(['Hello, world']);
});

it('says why words are not written', () => {
  const reasonOf = (prompt: string): string | undefined => {
    const { steps, notOffered } = readPrompt(prompt);
    expect(steps, prompt).toEqual([]);
    return notOffered[0]?.says.en;
  };
  expect(reasonOf('write "Привет" at the top')).toContain('Latin');
  expect(reasonOf('write "Hi 🎉" at the top')).toContain('emoji');
  expect(reasonOf(`write "${'long '.repeat(40)}" at the top`)).toContain('160');
  expect(reasonOf('write "SALE" on my shirt')).toContain('not on people and things');
  expect(reasonOf('remove the text "SALE"')).toContain('cannot be taken off');
});

it('puts people together only where there are pictures of several', () => {
  expect(readPrompt('put us all together in one photo', { pictures: 3 }).steps).toMatchObject([
    { kind: 'group' },
  ]);
  expect(readPrompt('put us all together in one photo').steps).toEqual([]);
  expect(readPrompt('make the colours work together', { pictures: 3 }).steps).toEqual([]);
  const onGround = 'put us side by side and use picture 2 as the background';
  expect(readPrompt(onGround, { pictures: 3 }).steps).toMatchObject([
    { kind: 'group' },
    { kind: 'background_picture', picture: 2 },
  ]);
  const { steps, notOffered } = readPrompt(onGround, { pictures: 2 });
  expect(steps).toMatchObject([{ kind: 'background_picture' }]);
  expect(notOffered[0]?.says.en).toContain('two pictures of people');
});

it('draws a place behind people, and none where a place is only named', () => {
  expect(readPrompt('Setz mich an den Strand').steps).toMatchObject([{ scene: 'beach' }]);
  for (const prompt of ['make the beach brighter', 'the person at the beach should be brighter']) {
    expect(readPrompt(prompt).steps, prompt).toEqual([]);
  }
});

it('reads a verb whose other half stands behind what it is about', () => {
  expect(readPrompt('take the yellow out of the picture').steps).toMatchObject([
    { kind: 'remove_cast' },
  ]);
  expect(readPrompt('take me out of the picture').steps).toEqual([]);
});

it('excludes a person by one word, and reduces an amount by the words after it', () => {
  expect(readPrompt('alles in Sepia außer mir').steps).toMatchObject([
    { grade: 'sepia', where: { region: 'person', isInverted: true } },
  ]);
  expect(readPrompt('mach hinter mir alles verschwommen, aber nicht zu stark').steps).toMatchObject(
    [{ kind: 'background_blur', amount: 0.35 }],
  );
});

describe('any prompt', () => {
  const words = [
    ...new Set(
      [...everydayPrompts.en.split(/[\s=>!?,]+/), ...everydayPrompts.de.split(/[\s=>!?,]+/)].filter(
        (word) => /^\p{L}+$/u.test(word),
      ),
    ),
  ];
  const sentence = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 })
    .map((list) => list.join(' '));

  it('has each word in at most one of the lists, and unknown ones in the last', () => {
    const made = fc.tuple(sentence, fc.stringMatching(/^zz[bcdf]{3,8}$/));
    fc.assert(
      fc.property(made, ([text, unknown]) => {
        // A sentence of its own: unknown words of a reason (“but it was …”) are no wish.
        const read = readPrompt(`${text}. ${unknown}`);
        const listed = [
          ...read.understood.map((part) => part.words),
          ...read.notOffered.map((part) => part.words),
          ...read.notUnderstood,
        ]
          .join(' ')
          .split(' ');
        const count = (list: readonly string[], word: string): number =>
          list.filter((other) => other === word).length;
        const given = `${text} ${unknown}`.split(' ');
        for (const word of new Set(given)) {
          expect(count(listed, word), word).toBeLessThanOrEqual(count(given, word));
        }
        expect(read.notUnderstood.join(' ')).toContain(unknown);
      }),
      { numRuns: 300 },
    );
  });

  it('is read without an error, and the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), sentence, (noise, text) => {
        const prompt = `${noise} ${text}`;
        expect(readPrompt(prompt, { isVideo: true })).toEqual(
          readPrompt(prompt, { isVideo: true }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('takes the names of what every object has for words', () => {
    for (const prompt of ['the constructor in a red helmet', 'constructor blue background']) {
      expect(readPrompt(prompt).notUnderstood.join(' ')).toContain('constructor');
    }
  });

  it('means the same in capitals and with other marks', () => {
    for (const line of everydayPrompts.en.trim().split('\n').slice(0, 60)) {
      const [prompt = ''] = line.split(' => ');
      if (!prompt.includes('"')) {
        const { steps } = readPrompt(prompt, { pictures: 2 });
        expect(readPrompt(`${prompt.toUpperCase()} !!`, { pictures: 2 }).steps).toEqual(steps);
      }
    }
  });
});

describe('a prompt', () => {
  it('takes amounts from the words beside a wish', () => {
    const [first, second] = readPrompt('slightly warmer and strongly more contrast').steps;
    expect(first).toMatchObject({ grade: 'warmer', amount: 0.35 });
    expect(second).toMatchObject({ grade: 'more_contrast', amount: 1 });
    expect(readPrompt('20 % heller').steps).toMatchObject([{ grade: 'brighter', amount: 0.2 }]);
  });

  it('takes a dash between words for no sign of a number', () => {
    expect(readPrompt('brightness +20').steps).toMatchObject([{ grade: 'brighter', amount: 0.2 }]);
    expect(readPrompt('contrast -30%').steps).toMatchObject([
      { grade: 'less_contrast', amount: 0.3 },
    ]);
    for (const [dashed, plain] of [
      ['retro - 80s look', 'retro 80s look'],
      ['retro -80s look', 'retro 80s look'],
      ['rotate - 90 degrees', 'rotate 90 degrees'],
    ] as const) {
      const { steps, notUnderstood } = readPrompt(dashed);
      expect({ steps, notUnderstood }, dashed).toEqual({
        steps: readPrompt(plain).steps,
        notUnderstood: [],
      });
      expect(steps, dashed).toHaveLength(1);
    }
  });

  it('reads amounts from the words after a wish', () => {
    const amounts = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) => ('amount' in step ? step.amount : null));
    expect(amounts('whiter teeth, but only slightly')).toEqual([0.35]);
    expect(amounts('warmer but not orange')).toEqual([0.35]);
    expect(amounts('nachts bei kräftigem Regen, lächeln, aber dezent')).toContain(0.35);
    expect(amounts('heavy rain')).toEqual([1]);
    expect(amounts('rain but not too heavy')).toEqual([0.35]);
    expect(amounts('make the video not very saturated')).toEqual([]);
    expect(readPrompt('slightly cartoon').notUnderstood).toEqual(['slightly']);
  });

  it('about a thing in the background leaves the background alone', () => {
    for (const prompt of [
      'remove the zzbin in the background',
      'die zztonne im Hintergrund soll weg',
      'hide the background',
    ]) {
      expect(readPrompt(prompt).steps, prompt).toEqual([]);
    }
  });

  it('is not read as what only some of its words say', () => {
    const prompts = ['night into day', 'remove the background noise', 'less smooth skin'];
    for (const prompt of [...prompts, 'anime eyes', 'blur the zzfaces in the background']) {
      expect(readPrompt(prompt).steps, prompt).toEqual([]);
    }
    expect(readPrompt('remove dark spots from my face').steps).toMatchObject([
      { kind: 'smooth_skin' },
    ]);
    const kept = readPrompt('make the jacket black, not the trousers');
    expect(kept.steps).toMatchObject([{ kind: 'part_colour', part: 'clothes' }]);
    expect(kept.notOffered).toMatchObject([{ words: 'not trousers' }]);
  });

  it('that says what is wrong asks for the opposite, and never for more of it', () => {
    const labels = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) =>
        step.kind === 'grade' ? `${step.grade}${toPlace(step.where)}` : step.kind,
      );
    const toPlace = (where: { region: string; isInverted: boolean } | undefined): string =>
      where === undefined ? '' : ` ${where.isInverted ? 'but ' : ''}${where.region}`;
    expect(labels('too much contrast')).toEqual(['less_contrast']);
    expect(labels('zu viel Kontrast')).toEqual(['less_contrast']);
    expect(labels('der Kontrast ist zu niedrig')).toEqual(['more_contrast']);
    expect(labels('colors are way too strong, tone them down')).toEqual(['less_saturated']);
    expect(labels('the picture looks washed out')).toEqual(['more_saturated']);
    expect(labels('looks flat, needs more punch')).toEqual(['more_contrast']);
    expect(labels('my hair is too dark, make it lighter')).toEqual(['brighter hair']);
    expect(labels('the background is too bright, make it darker')).toEqual(['darker background']);
    for (const prompt of [
      'my eyes are red, fix that',
      'meine Augen sind rot',
      'my lips are red, fix it',
    ]) {
      expect(labels(prompt), prompt).toEqual([]);
    }
  });

  it('about the rest applies to all but the named parts, or not at all', () => {
    const where = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step): unknown => ('where' in step ? step.where : step.kind));
    expect(where('me in color, the rest black and white')).toEqual([
      { region: 'person', isInverted: true },
    ]);
    expect(where('turn the background grey scale but leave me in color')).toEqual([
      { region: 'person', isInverted: true },
    ]);
    expect(where('nur die Augen blau, alles andere schwarzweiß')).toEqual([
      'part_colour',
      { region: 'eyes', isInverted: true },
    ]);
    for (const prompt of [
      'black and white with red lips',
      'alles schwarzweiß, nur die Lippen sollen rot sein',
    ]) {
      expect(where(prompt), prompt).toEqual(
        expect.arrayContaining(['part_colour', { region: 'lips', isInverted: true }]),
      );
    }
    expect(where('black and white but keep the dress red')).toEqual([
      { region: 'clothes', isInverted: true },
    ]);
    expect(where('make the rest black and white')).toEqual([]);
    expect(where('make half the picture black and white')).toEqual([]);
  });

  it('continues with the part that was named before it', () => {
    for (const prompt of [
      'my background is ugly, blur it',
      'der Hintergrund lenkt ab, mach ihn unscharf',
      'dont change my face only blur the background',
    ]) {
      expect(readPrompt(prompt).steps, prompt).toMatchObject([{ kind: 'background_blur' }]);
    }
    expect(readPrompt('blur whats behind me and make the whole picture warmer').steps).toEqual([
      { kind: 'background_blur', amount: 0.65 },
      { kind: 'grade', grade: 'warmer', amount: 0.65 },
    ]);
  });

  it('says an adjective of the part that was named, and of no whole picture', () => {
    const labels = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) => toLabel(step));
    const brows = 'part_colour brows 48/36/30';
    expect(labels('thicker eyebrows, darker too')).toEqual([brows]);
    for (const prompt of [
      'dont blur the background, just darken it',
      'mach den Hintergrund nicht unscharf, nur dunkler',
    ]) {
      expect(labels(prompt), prompt).toEqual(['grade darker @background']);
    }
    expect(labels('foggy and gloomy')).toEqual(['weather fog', 'grade darker']);
    expect(labels('light from the left, rather cool')).toEqual(['relight left 150/190/255']);
    expect(labels('pastel pink background, vivid blue eyes')).toEqual([
      'background_colour 242/195/212',
      'part_colour eyes 20/96/255',
    ]);
    expect(labels('pink and blue light')).toEqual([
      'relight left 232/146/176',
      'relight right 44/88/180',
    ]);
    expect(labels('blue light on my brown hair')).toEqual([]);
    expect(labels('background black and white, me colourful')).toEqual([
      'grade black_and_white @background',
    ]);
  });

  it('takes how something is for no wish, and dislike for a wish to be without it', () => {
    const kinds = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) => (step.kind === 'grade' ? step.grade : step.kind));
    expect(kinds('its night, make it day')).toEqual([]);
    expect(kinds("it's so foggy")).toEqual([]);
    expect(kinds("it looks like it's snowing")).toEqual([]);
    expect(kinds("make it look like it's snowing")).toEqual(['weather']);
    expect(kinds('a photo that is black and white')).toEqual(['black_and_white']);
    expect(kinds('shot looks grainy')).toEqual(['denoise']);
    expect(kinds("it's too noisy, clean it up")).toEqual(['denoise']);
    expect(kinds('i hate the yellow tint')).toEqual(['remove_cast']);
    const turned = readPrompt('my shirt is white, make it black');
    expect(turned.steps).toMatchObject([{ part: 'clothes', colour: [16, 16, 18] }]);
    expect(turned.notOffered).toEqual([]);
  });

  it('does nothing where an unknown word is its object', () => {
    for (const prompt of [
      'mach den zzkerl hinter mir weg',
      'the zz behind me blurry',
      'blur the guy behind me',
      'zz the yellow tint',
      'a cartoon dog beside me',
      'top half darker',
    ]) {
      expect(readPrompt(prompt).steps, prompt).toEqual([]);
    }
    const { steps, notUnderstood } = readPrompt('schwarzweiß, nur die zztulpe soll rot bleiben');
    expect(steps).toMatchObject([{ kind: 'keep_colour' }]);
    expect(notUnderstood).toEqual(['zztulpe']);
  });

  it('cuts to a shape that is named alone, as it is after a turn', () => {
    const aspects = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) => ('aspect' in step ? step.aspect : step.kind));
    expect(aspects('make it 16:9')).toEqual([16 / 9]);
    expect(aspects('quadratisch')).toEqual([1]);
    expect(aspects('rotate right and crop to 16:9')).toEqual(['turn', 9 / 16]);
    expect(aspects('ready for tiktok')).toEqual([]);
    expect(aspects('make it square without cropping')).toEqual([1]);
    expect(readPrompt('make it square without cropping').steps).toMatchObject([{ kind: 'extend' }]);
  });

  it('brings people from one picture into another, and nothing else', () => {
    const read = (prompt: string): unknown => readPrompt(prompt, { pictures: 2 }).steps;
    const before = [{ kind: 'background_picture', picture: 2 }];
    expect(read('put me from pic 1 into pic 2')).toEqual(before);
    expect(read('put the background of picture 2 into picture 1')).toEqual(before);
    expect(read('die Frau aus dem ersten Foto in das zweite setzen')).toEqual(before);
    for (const prompt of [
      'put the face from picture 1 into picture 2',
      'put the dog from picture 1 into picture 2',
      'turn picture 1 into picture 2',
    ]) {
      expect(read(prompt), prompt).toEqual([]);
    }
  });

  it('covers every face where one is to be left out, and says so', () => {
    const read = readPrompt('pixelate all faces, not mine');
    expect(read.steps).toEqual([{ kind: 'anonymise', cover: 'cells' }]);
    expect(read.notOffered).toMatchObject([{ words: 'not mine' }]);
  });

  it('that contradicts itself does the later wish and says so', () => {
    const read = readPrompt('cartoon, watercolour');
    expect(read.steps).toEqual([{ kind: 'style', style: 'watercolour' }]);
    expect(read.notOffered).toMatchObject([{ words: 'cartoon', wish: 'cartoon' }]);
  });

  it('names pictures that were not sent', () => {
    const read = readPrompt('use picture 3 as background', { pictures: 2 });
    expect(read.steps).toEqual([]);
    expect(read.notOffered[0]?.says.en).toContain('not sent');
  });

  it('for a video includes the steps for videos, and reports the others', () => {
    const read = readPrompt('transparent background and warmer', { isVideo: true, pictures: 0 });
    expect(read.steps).toMatchObject([{ grade: 'warmer' }]);
    expect(read.notOffered[0]?.says.en).toBe('Done in pictures, not in videos.');
  });

  it('omits the steps of the negative prompt', () => {
    const read = readPrompt('warmer, film grain and a vignette', {
      negative: 'grain, low quality, deformed',
    });
    expect(read.steps.map(({ kind }) => kind)).toEqual(['grade', 'vignette']);
    expect(read.notOffered).toMatchObject([{ wish: 'grain' }]);
  });

  it('excludes parts to keep, or is refused where it cannot', () => {
    const kept = readPrompt('Make it darker but keep the face and blur the background');
    expect(kept.steps).toMatchObject([
      { grade: 'darker', where: { region: 'face', isInverted: true } },
      { kind: 'background_blur' },
    ]);
    const refused = readPrompt('Keep the background and make the background red');
    expect(refused.steps).toEqual([]);
    expect(refused.notOffered[0]?.says.en).toContain('what is to stay');
  });

  it('that tells what was or why takes it for no wish', () => {
    const labels = (prompt: string): unknown[] => readPrompt(prompt).steps.map(toLabel);
    for (const prompt of [
      'it was dark in my room so please make it brighter',
      'es war dunkel in meinem Zimmer, also mach es bitte heller',
      'make it brighter because it was dark and grainy',
      'the picture was taken at night, please make it lighter',
      'she has such a warm smile, brighten it up so everything is seen',
    ]) {
      expect(labels(prompt), prompt).toEqual(['grade brighter']);
    }
    for (const prompt of [
      'the photo is dark and foggy',
      'I hate how yellow the light is',
      'let the rain stop',
      'make the snow whiter',
      'keine Unschärfe im Gesicht',
      'ich trag ein grünes Shirt',
      'my skin is so smooth it looks fake',
      'add a smile to the man, not to the woman',
    ]) {
      expect(labels(prompt), prompt).toEqual([]);
    }
    expect(labels('the photo is blurry and dark')).toEqual(['sharpen']);
    expect(labels('a darker, moodier background')).toEqual(['grade darker @background']);
    expect(labels('turn everyone into cartoons but keep the background real')).toEqual([
      'style cartoon @notbackground',
    ]);
    expect(labels('I wish it was night')).toEqual(['grade night']);
    expect(labels('My sister had smoothed her skin, whitened her teeth and I hated it.')).toEqual(
      [],
    );
    expect(labels('unsere Gesichter sind etwas dunkel')).toEqual(['grade brighter @face']);
    expect(labels('the green is too zzgarish')).toEqual([]);
    expect(labels('das Zimmer ist zu gelb')).toEqual([]);
    expect(labels('die Haut ist mir zu glatt geworden')).toEqual([]);
  });

  it('that denies or limits one effect does the other, and no more of it', () => {
    const read = (prompt: string): unknown[] =>
      readPrompt(prompt).steps.map((step) => [toLabel(step), 'amount' in step ? step.amount : 0]);
    expect(read('darker but not too dark')).toEqual([['grade darker', 0.35]]);
    expect(read('a bissl wärmer, aber ned so gelb')).toEqual([['grade warmer', 0.35]]);
    expect(read('add grain but not noisy')).toEqual([['grain', 0.35]]);
    for (const prompt of [
      'vintage without heavy grain',
      'vintage but not black and white',
      'sepia instead of black and white',
    ]) {
      expect(readPrompt(prompt).steps, prompt).toHaveLength(1);
    }
    expect(readPrompt('vivid colours but no black and white').steps).toMatchObject([
      { grade: 'more_saturated' },
    ]);
    expect(readPrompt('not bright enough').steps).toMatchObject([{ grade: 'brighter' }]);
    expect(readPrompt('too grainy, can you clean it up').steps).toMatchObject([
      { kind: 'denoise' },
    ]);
    expect(readPrompt('glatte Haut, weiße Zähne, großes Lächeln').steps).toHaveLength(3);
  });

  it('is read without marks, with the slips of chats and in quotation marks', () => {
    const kinds = (prompt: string): unknown[] => readPrompt(prompt).steps.map(({ kind }) => kind);
    expect(
      kinds('blur the background make my teeth whiter smooth my skin and add a vignette'),
    ).toEqual(['background_blur', 'whiten_teeth', 'smooth_skin', 'vignette']);
    expect(kinds('hintergrund unscharf zaehne weisser haut glatter')).toEqual([
      'background_blur',
      'whiten_teeth',
      'smooth_skin',
    ]);
    expect(kinds('mach ma n bisschen waermer aber nich so doll')).toEqual(['grade']);
    expect(kinds('blakc and white 🔥🔥 smoth skin')).toEqual(['grade', 'smooth_skin']);
    expect(kinds('„mach es heller“')).toEqual(['grade']);
    expect(kinds('make it "cinematic"')).toEqual(['grade']);
    expect(kinds('it should not look pasted')).toEqual([]);
  });

  it('about one of several people, or with one left out, changes nobody else', () => {
    for (const prompt of [
      'Alle Kinder außer meiner Tochter (gelbe Jacke) verpixeln',
      'person rechts soll lächeln, mund zu',
      'Rosa steht links, bitte nur sie aufhellen',
      'get rid of the wind noise',
      'blur the zzface of Zzanna',
    ]) {
      expect(readPrompt(prompt).steps, prompt).toEqual([]);
    }
    expect(readPrompt('alles schwarzweiß außer ich selbst').steps).toMatchObject([
      { where: { region: 'person', isInverted: true } },
    ]);
    expect(readPrompt('blur my zzmessy background')).toMatchObject({
      steps: [{ kind: 'background_blur' }],
      notUnderstood: ['zzmessy'],
    });
  });
});
