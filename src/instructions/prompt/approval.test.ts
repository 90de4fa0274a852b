import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

/** Returns the steps of a prompt in short: kind, effect and the part that it is confined to. */
function read(prompt: string): readonly string[] {
  return readPrompt(prompt).steps.map((step) => {
    const {
      kind,
      grade = '',
      where,
    } = step as {
      kind: string;
      grade?: string;
      where?: { region: string; isInverted: boolean };
    };
    const part = where === undefined ? '' : ` @${where.isInverted ? 'not ' : ''}${where.region}`;
    return `${kind} ${grade}`.trim() + part;
  });
}

describe('what a prompt approves of is no wish', () => {
  it.each([
    ["there's a yellow cast, I like it, leave it", []],
    ["there's a blue tint, keep it", []],
    ['da ist ein Gelbstich, lass ihn', []],
    ['da ist ein Blaustich, den kannst du lassen, aber mach es heller', ['grade brighter']],
    ['I like the warm colors, just make it sharper', ['sharpen']],
    ['ich mag die dunkle Stimmung, nur Haut glätten', ['smooth_skin']],
    ['der Rotstich gehört so, mach nur den Kontrast höher', ['grade more_contrast']],
    ['the noise is intentional, please only fix the colors', ['auto_levels']],
    ['heller, aber den Hintergrund so dunkel lassen', ['grade brighter @not background']],
    ['leave the background dark, brighten me', ['grade brighter @person']],
  ])('%s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });

  it.each([
    ['I like it darker', ['grade darker']],
    ['ich mag es wärmer', ['grade warmer']],
    ['i would like the background blurred', ['background_blur']],
    ['ich finde das Bild zu dunkel', ['low_light']],
  ])('unlike a wish: %s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });
});

describe('a complaint about people is no complaint about the image', () => {
  it.each([
    ['ich bin zu blass', ['grade warmer @skin']],
    ['we both look way too pale in this', ['grade warmer @skin']],
    ['sie ist zu blass', ['grade warmer @skin']],
    ['das Bild ist zu blass', ['grade more_saturated']],
    ['er ist viel zu dunkel, nur ihn heller machen', ['grade brighter @person']],
    ['we are too dark', ['grade brighter @person']],
    ['der Hintergrund lenkt ab, er ist viel zu hell', ['grade darker @background']],
    ["I'm too orange", []],
  ])('%s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });
});

describe('a complaint is read as the wish to be without it', () => {
  it.each([
    ['my teeth look grey', ['whiten_teeth']],
    ['die Zähne sind gelb geworden', ['whiten_teeth']],
    ['dark circles under my eyes, slept 3 hours', ['lighten_under_eyes']],
    ['it lacks contrast', ['grade more_contrast']],
    ['da fehlt Kontrast', ['grade more_contrast']],
    ["it's noisy af, clean it up", ['denoise']],
    ['der Grünstich stört mich, weg damit', ['remove_cast']],
    ['lighten it up without all that grain', ['grade brighter', 'denoise']],
    ['Video hat voll das Rauschen, mach es heller', ['grade brighter']],
  ])('%s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });
});

describe('a statement or a question is no wish', () => {
  it.each([
    'am I too pale?',
    'ist das Bild zu dunkel?',
    "it's black and white, give it color",
    'the photo is sepia, make it normal',
    'it looks like a painting, make it look real',
    'too much noise reduction',
    'make it look sad',
    'my face is darker than my friends face, match it',
    'das Gesicht ist dunkler als der Rest',
    'sepia, but actually no',
    'schreib den Namen: Tim, Ole, Sarah',
    'I have bags under my eyes but leave them',
    'the lamp in the corner is too bright, dim it',
    'too dark on the left side, brighten only there',
  ])('%s', (prompt) => {
    expect(readPrompt(prompt).steps).toEqual([]);
  });
});

describe('what is not to be seen is hidden or taken away', () => {
  it.each([
    ["don't show my face", ['anonymise']],
    ['zeig mein Gesicht nicht', ['anonymise']],
    ['nobody should see my face', ['anonymise']],
    ["I don't want to see my pores", ['smooth_skin']],
    ['meine Zahnspange soll man nicht sehen', []],
    ["you can't see my eyes", []],
  ])('%s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });
});

describe('words change their neighbours, not the image', () => {
  it.each([
    ['sunset red lips', ['part_colour']],
    ['dezentes Abend-Make-up', ['part_colour', 'blush']],
    ['low key I just want whiter teeth', ['whiten_teeth']],
    ['would it look better in sepia?', ['grade sepia']],
    ['cooler, no wait, warmer', ['grade warmer']],
    ['more saturated but skip the skin', ['grade more_saturated @not skin']],
  ])('%s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });

  it.each([
    ['sharpen eyes and lips', ['sharpen @eyes', 'sharpen @lips']],
    ['Augen und Lippen schärfer', ['sharpen @lips', 'sharpen @eyes']],
    ['only darken the background and hair', ['grade darker @background']],
    ['1. smooth skin 2. whiten teeth', ['smooth_skin', 'whiten_teeth']],
    ['heller + wärmer + glattere Haut', ['grade brighter', 'grade warmer', 'smooth_skin']],
    ['pencil drawing but keep the colours', []],
    ['Mamas Zähne sind so gelb. Kannst du sie dezent aufhellen?', ['whiten_teeth']],
    ['dont brighten my face, darken the background instead', []],
    ['too bright on the faces, darken them', ['grade darker @face']],
    [
      'make the background black and white and me as cartoon',
      ['grade black_and_white @background', 'style @person'],
    ],
    ['Schatten wärmer, Lichter kühler', []],
    ['remove the warm cast', ['remove_cast']],
    ['make my smile a bit warmer', ['reshape']],
    ['make my grey eyes look blue like my shirt', []],
    ['brighten everyone a touch except grandpa', []],
    ['brighten everything except me', ['grade brighter @not person']],
    ['meine Wangen glühen, weniger Rot', []],
    ['brighter eyes and a warmer smile', ['grade brighter @eyes', 'reshape']],
    ['hide the kids faces before I post this', ['anonymise']],
    ["hide the baby's face", ['anonymise']],
    ['Gesichter der Kinder verdecken', ['anonymise']],
    ['remove wrinkles but only around the mouth', []],
    ['make my black t-shirt look less faded', ['grade more_saturated @clothes']],
    ['watercolor, but my face should stay photo-realistic', []],
    ['retro but keep faces natural', ['grade vintage @not face']],
    ['smooth my skin but keep the face natural', ['smooth_skin']],
    ['fix the noise but keep the sharpness', ['denoise']],
    ['Rauschen weg aber scharf lassen', ['denoise']],
    ['mein schwarzes Shirt wirkt ausgewaschen, kräftiger bitte', []],
    ['alle außer Oma unscharf', []],
    ['add a green cast', ['tint']],
    ['verblichenes 70er Foto mit Gelbstich', []],
    ['night shot, too noisy', ['denoise']],
    ['she isnt smiling, make her smile a little', ['reshape']],
    ['only hide the children, the adults agreed', []],
    ['hide my face with a smiley', []],
    ['Gesicht nicht sichtbar', ['anonymise']],
    ['i want the dress in the same red as my lipstick', []],
    ['exposure +1', ['grade brighter']],
    ['everything is tinted red', ['remove_cast']],
    ['the clip is grainy and too green, can you clean it up?', ['denoise', 'remove_cast']],
  ])('in lists: %s', (prompt, steps) => {
    expect(read(prompt)).toEqual(steps);
  });

  it('reads amounts beside sizes and quantities', () => {
    expect(readPrompt('make my smile a tiny bit bigger').steps).toEqual([
      { kind: 'reshape', shape: 'smile', amount: 0.35 },
    ]);
    expect(readPrompt('nicht so viel Farbe').steps).toEqual([
      { kind: 'grade', grade: 'less_saturated', amount: 0.65 },
    ]);
  });
});

describe('nobody is left out of a change of faces', () => {
  it.each([
    'make only him smile',
    'nur er soll lächeln',
    'lass uns alle lächeln, nur Opa nicht',
    'dont smooth the skin, only remove the pimple',
    'Haut nicht glätten, nur den Pickel weg',
  ])('%s', (prompt) => {
    expect(readPrompt(prompt).steps).toEqual([]);
  });
});
