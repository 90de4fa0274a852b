import { describe, expect, it } from 'vitest';
import { reimagineRules } from '../../rules/all-rules.ts';
import { readPrompt } from '../read-prompt.ts';

/** Returns the kinds of the steps of a prompt, along with whether anything of it is reported. */
function read(prompt: string): { readonly kinds: readonly string[]; readonly isStated: boolean } {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 2 });
  return {
    kinds: steps.map(({ kind }) => kind),
    isStated: notOffered.length + notUnderstood.length > 0,
  };
}

describe('a wish is reported instead of done', () => {
  it.each([
    // A word of the clause is unexplained.
    'a red coat without a hood',
    'Mach mir einen roten Mantel ohne Kapuze',
    'the opposite of warmer',
    'blur the background zzly',
    // People and things that the words belong to.
    'make the man in the hat smile',
    'Der Mann mit dem Hut soll lächeln',
    'add film grain in the shadows only',
    'einen Bleistift in die Hand',
    'brighten him but not her',
    'my brother should look sharper than me',
    'make the hair of the man next to me darker',
    'make one eye blue',
    'nur ein Auge blau',
    // What a removal may belong to.
    'roten Rand um die Augen entfernen',
    // Questions, conditions and choices.
    'how would I do a blurred background on my own?',
    'if my face can be seen, pixelate it',
    'Falls man mein Gesicht erkennt, bitte verpixeln',
    'stell dir vor ich wäre am Strand',
    'heller oder wärmer',
    'my shirt is white',
    // What goes on with words that are not understood.
    'never again make it brighter and smooth the skin',
    'use the same background as in picture 2 but brighter',
    // Words whose object or particle turns them.
    'das grüne Licht von meinem Gesicht nehmen',
    'das Schwarzweißbild bunt machen',
    'golden hour but without the warm colours: not warmer',
    'meine Augen sind so rot, weniger rot bitte',
    'Den Vordergrund unscharf und den Hintergrund scharf',
    'clean up the background',
    'make her dress red and his shirt blue',
    // Names that only look like a plural of a short word.
    'old school ELS badge of me',
    // A denial whose object is a clause.
    'Ich will auf keinen Fall, dass das Bild heller wird',
    // What a cause does to a look is a complaint.
    'Die Webcam macht mein Gesicht so rund',
    'this camera makes my face look wide',
    // A part that another word of the clause is not about.
    'make me pop from the backdrop more',
    'even out the light on my face',
    'Verlauf hinter mir von Blau nach Violett',
    // One spot beside which nothing is to change.
    'zap the pimple on my chin and nothing else',
    'only remove the zit on my chin',
    'three photos from three phones, put them next to each other',
    'Der Pickel am Kinn muss weg, sonst bitte gar nichts anfassen',
    // What tells people apart is no part to change.
    'die Frau mit den roten Lippen heller',
    'der Mann mit der gelben Jacke soll dunkler sein',
    // What is taken back.
    'light from above? no, from the left',
    'Licht von oben? Nein, von links',
    // Widening is no crop.
    'brauche aber Querformat, kannst du links was dranhängen?',
    // A look of the light is no style.
    'light me from behind so I get that glowing outline',
  ])('%s', (prompt) => {
    const { kinds, isStated } = read(prompt);
    expect(kinds.filter((kind) => kind !== 'golden_hour')).toEqual([]);
    expect(isStated).toBe(true);
  });
});

it('confines no wish to what an unknown word says something about', () => {
  const stepsOf = (prompt: string) => readPrompt(prompt, { pictures: 3 }).steps;
  for (const prompt of [
    'make it warmer, and the jacket stays bone dry',
    'make it warmer, with letters the same size as my head',
    'mach es wärmer, aber bitte keine Hautglättung',
  ]) {
    expect(stepsOf(prompt)).toEqual([{ kind: 'grade', grade: 'warmer', amount: 0.65 }]);
  }
  expect(stepsOf('oben links „A“ und darunter kleiner „B“')).toHaveLength(1);
  expect(stepsOf('es soll schneien, kein Schneesturm')).toMatchObject([{ kind: 'weather' }]);
  expect(stepsOf('Lippen in Nude, so für abends halt')).toMatchObject([{ kind: 'part_colour' }]);
  expect(stepsOf('Nimm bei Bild 1 als Hintergrund das dritte')).toEqual([
    { kind: 'background_picture', picture: 3 },
  ]);
  expect(stepsOf('use the background from picture 1 for picture 2')).toEqual([
    { kind: 'background_picture', picture: 1, front: 2 },
  ]);
  expect(stepsOf('Hochformat, oben und unten was dran')).toMatchObject([{ kind: 'extend' }]);
  expect(stepsOf('my vintage jacket in green')).toMatchObject([{ kind: 'part_colour' }]);
});

it('takes an adjective of what is there for no wish', () => {
  const kindsOf = (prompt: string): unknown[] =>
    readPrompt(prompt).steps.map((step) => ('grade' in step ? step.grade : step.kind));
  expect(kindsOf('den hellen Hintergrund dunkler')).toEqual(['darker']);
  expect(kindsOf('make the dark shirt blue')).toEqual(['part_colour']);
  expect(kindsOf('make my blue eyes pop')).toEqual(['more_saturated']);
  expect(kindsOf('das alte Foto etwas schärfer')).toEqual(['sharpen']);
  expect(kindsOf('make this black and white picture colourful')).toEqual(['more_saturated']);
  expect(kindsOf('make it look like the old photos')).toEqual(['vintage']);
  expect(kindsOf('give it that 70s film look')).toEqual(['vintage']);
});

it('does not do the opposite of a complaint, nor more than an adjective describes', () => {
  const kindsOf = (prompt: string): unknown[] =>
    readPrompt(prompt, { pictures: 2 }).steps.map((step) =>
      'grade' in step ? step.grade : step.kind,
    );
  expect(kindsOf('the colours look washed out')).toEqual(['more_saturated']);
  expect(kindsOf('die Farben sehen verwaschen aus')).toEqual(['more_saturated']);
  expect(kindsOf('Ich sehe so blass aus, etwas mehr Farbe ins Gesicht')).toEqual([
    'more_saturated',
  ]);
  expect(kindsOf('a subtle dark vignette')).toEqual(['vignette']);
  expect(kindsOf('give me the purple hair from that anime girl')).toEqual([]);
  expect(kindsOf('pixel art, with few colours')).toEqual(['style']);
  expect(kindsOf('Gesichter der anderen Kinder unkenntlich machen')).toEqual([]);
  expect(kindsOf('charcoal drawing with only the lips red')).toEqual([]);
  expect(
    readPrompt('use the second image as the background for the first one', { pictures: 2 }).steps,
  ).toMatchObject([{ kind: 'background_picture', picture: 2 }]);
});

it('carries a part on only to adjectives of it', () => {
  const placesOf = (prompt: string): unknown[] =>
    readPrompt(prompt).steps.map((step) =>
      'where' in step && step.where !== undefined ? step.where.region : step.kind,
    );
  expect(placesOf('the background blurred and darker')).toEqual(['background_blur', 'background']);
  expect(placesOf('weißer Hintergrund und Belichtung runter')).toEqual([
    'background_colour',
    'grade',
  ]);
  expect(placesOf('blurry background and warmer')).toEqual(['background_blur', 'grade']);
  expect(placesOf('whiter teeth and make it brighter')).toEqual(['whiten_teeth', 'grade']);
});

describe('a wish is done beside words that change nothing of it', () => {
  it.each([
    ['could someone please blur the busy background behind my daughter?', 'background_blur'],
    ['Kann bitte jemand den Hintergrund unscharf machen?', 'background_blur'],
    ['if you have time, blur the background', 'background_blur'],
    ['It would be great if the wall behind me were beige', 'background_colour'],
    ['Wäre super, wenn die Zähne weißer wären', 'whiten_teeth'],
    ['what would this look like as an oil painting?', 'style'],
    ['make it look as if it were snowing', 'weather'],
    ['a golden background', 'background_colour'],
    ['add contrast', 'grade'],
    ['Füge Kontrast hinzu', 'grade'],
    ['Ich habe Pickel, bitte entfernen', 'smooth_skin'],
    ['The background is ugly, blur it', 'background_blur'],
    ['Please make it brighter if possible', 'grade'],
    ['Wenn es möglich ist, mach den Hintergrund unscharf', 'background_blur'],
    ['Ändere mein Hemd zu rot', 'part_colour'],
    ['Nimm den Gelbstich aus dem Foto', 'remove_cast'],
    ['blur the wall behind me', 'background_blur'],
    ['grey background like in a professional photo studio', 'background_studio'],
    ['my eyes are naturally brown, make them green', 'part_colour'],
    ['Snow falls.', 'weather'],
    ['brightness plus 15 percent', 'grade'],
    ['Helligkeit minus 10 Prozent', 'grade'],
  ])('%s', (prompt, kind) => {
    expect(read(prompt).kinds).toEqual([kind]);
  });
});

describe('every example of a rule is left undone', () => {
  const cases = reimagineRules
    .filter(({ make, mayHoldUnknown }) => make !== null && !mayHoldUnknown)
    .flatMap(({ examples }) => Object.values(examples).flat())
    .filter((example) => !/["“„«]| y /u.test(example));

  it.each(cases)('%s, with an unknown word before or after it', (example) => {
    // An imperative begins a wish of its own: “my cam is bad make it brighter”.
    const isImperative = /^(?:make|put|mach|nimm|setz|stell)\b/iu.test(example);
    for (const prompt of [`${example} zzfold`, ...(isImperative ? [] : [`zzfold ${example}`])]) {
      const { steps, notUnderstood } = readPrompt(prompt, { pictures: 2 });
      expect(steps, prompt).toEqual([]);
      expect(notUnderstood.join(' '), prompt).toContain('zzfold');
    }
  });
});
