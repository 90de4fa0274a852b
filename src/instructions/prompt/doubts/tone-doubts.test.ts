import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const options = { isVideo: false, pictures: 2 };

/** Names the steps of a prompt with their regions and amounts. */
function read(prompt: string): string {
  return readPrompt(prompt, options)
    .steps.map((step) => {
      const name = 'grade' in step ? step.grade : 'part' in step ? step.part : step.kind;
      const where = 'where' in step && step.where !== undefined ? ` ${step.where.region}` : '';
      return `${name}${where}`;
    })
    .join(', ');
}

it.each([
  ['my brows are uneven, make them even and a bit stronger', ''],
  ['meine Brauen sind ungleich, mach sie gleich und etwas kräftiger', ''],
  ['grüne Augen, so richtig leuchtend', 'eyes'],
  ['der Hintergrund wirkt langweilig, was Wärmeres', ''],
  ['Augen etwas heller und klarer', 'brighter eyes, sharpen eyes'],
  ['heller Studiohintergrund', 'background_studio, brighter background'],
  ['Hintergrund unscharf, ich schärfer', 'background_blur, sharpen person'],
  ['make the person brighter than the background', ''],
  ['die Person heller als der Hintergrund', ''],
  ['green eyes and more vivid colours', 'eyes, more_saturated'],
  ['a blurred background and warmer', 'background_blur, warmer'],
  ['stronger brows', ''],
  ['das Grün meiner Jacke dunkler', 'darker clothes'],
  ['Lächeln breiter und weißer', 'reshape'],
  ['background less distracting and dimmer', ''],
  ['das Blau im Hintergrund kräftiger', 'more_saturated background'],
  ['heller werden lassen', 'brighter'],
  ['dunkel und düster lassen', ''],
  ['the couch is ugly, darker', ''],
  ['keep it dark and moody but my face brighter', 'brighter face'],
  ['my eye bags are dark, lighter', 'lighten_under_eyes'],
  ['warmer hair and skin, cooler eyes', 'warmer hair, cooler eyes'],
  ['sind das meine Augen? So trüb, klarer bitte', ''],
  ['Stirn glänzt, matter bitte', ''],
  ['Lippen matt', ''],
  ['Augen grün lassen, alles andere sw', 'black_and_white eyes'],
  ['my wife brighter, me darker', ''],
  ['red eyes look creepy, fix and brighten', ''],
])('gives no part’s effect to the whole image: “%s”', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['etwas Rouge, sehe so blass aus', 'blush'],
  ['washed out, give it some punch', 'more_contrast'],
  ['ich sehe so müde und blass aus', ''],
  ['wir sehen dunkel aus', ''],
  ['im kinda dark here', ''],
  ['so flat', ''],
  ['irgendwie düster', ''],
  ['it came out dull', ''],
  ['colours feel flat', ''],
  ['way too overexposed', ''],
  ['dull eyes, dull hair, help', ''],
  ['a bit washed out, but I like it', ''],
  ['bin viel zu rot, mach das schwächer', ''],
  ['rote Augen gruselig, weg damit', ''],
  ['das Bild ist etwas überbelichtet', 'darker'],
  ['faded film colours', 'less_saturated'],
  ['vintage look, faded', 'vintage, less_saturated'],
])('makes no wish of the complaint “%s”', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['make the shirt any colour but this green', ''],
  ['mein Shirt jede Farbe außer Rot', ''],
  ['change the background to anything but white', ''],
  ['shirt blue instead of red', 'clothes'],
  ['everything black and white except red', 'keep_colour'],
])('does not do what “%s” excepts', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['fix the typo on the banner, it should say "Congratulations"', ''],
  ['Tippfehler auf dem Plakat, da soll "Alles Gute" stehen', ''],
  ['with yellow letters "Live" and a black edge around it', 'words'],
  ['mit gelber Schrift "LIVE" und schwarzem Rand drumrum', 'words'],
  ['black edges around the letters "YES"', ''],
  ['schreib hallo oben links und tschüss unten rechts', ''],
  ['a black border and write "Live" at the top', 'border, words'],
  ['schreib "Moin" oben und "Tschüss" unten', 'words, words'],
])('writes and frames only what “%s” asks for', (prompt, expected) => {
  expect(read(prompt).split(', ').toSorted().join(', ')).toBe(expected);
});

it.each([
  ['match the light of photo 1 to photo 2', 'Gives picture 1 the colours of picture 2.'],
  [
    'use the colours of the second picture for the first one',
    'Gives picture 1 the colours of picture 2.',
  ],
  ['passe die Farben von Bild 1 an Bild 2 an', 'Gibt Bild 1 die Farben von Bild 2.'],
  ['Die Farben von Foto 2 bitte auch auf Foto 1', 'Gibt Bild 1 die Farben von Bild 2.'],
  ['mach Bild 2 farblich so wie Bild 1', ''],
  ['kopiere die Farben von Bild 1 auf Bild 2', ''],
  ['match picture 2 to picture 1', ''],
  ['give picture 2 the colours from picture 1', ''],
  ['nimm für Bild 2 die Farben von Bild 1', ''],
])('names which image takes whose colours: “%s”', (prompt, expected) => {
  const { language, understood, notOffered } = readPrompt(prompt, options);
  expect(understood.map(({ says }) => says[language]).join(' ')).toBe(expected);
  expect(notOffered).toHaveLength(expected === '' ? 1 : 0);
});

it.each([
  ['a touch of golden hour', 0.35],
  ['lift the shadows a little', 0.35],
  ['leichter Gelbstich, bitte weg', 0.35],
  ['Gelbstich entfernen', 0.8],
])('does “%s” by %d', (prompt, amount) => {
  expect(readPrompt(prompt, options).steps).toMatchObject([{ amount }]);
});

it.each(['contrast and brightness a little up', 'Kontrast und Helligkeit etwas hoch'])(
  'shares the degree of “%s”',
  (prompt) => {
    expect(readPrompt(prompt, options).steps).toMatchObject([{ amount: 0.35 }, { amount: 0.35 }]);
  },
);

it('shares a degree with the adjective after “and”', () => {
  expect(readPrompt('etwas heller und wärmer', options).steps).toMatchObject([
    { grade: 'brighter', amount: 0.35 },
    { grade: 'warmer', amount: 0.35 },
  ]);
});

it('drops no words that are to be put on an image', () => {
  const { notUnderstood } = readPrompt('put for sale on it, blur the background', options);
  expect(notUnderstood).toEqual(['sale']);
});

it.each([
  ['ein paar luftballons in den himmel, bunt', []],
  ['add balloons to the sky, colourful', []],
  ['add a dog, brighter', ['grade']],
  ['rauschen raus war halt dunkel', ['denoise']],
])(
  'an adjective alone describes the thing before it, and the past is a remark: “%s”',
  (prompt, kinds) => {
    expect(readPrompt(prompt).steps.map(({ kind }) => kind)).toEqual(kinds);
  },
);
