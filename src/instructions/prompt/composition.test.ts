import { expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

/** Returns the steps of a prompt, with the reasons for what is not done and the words that are not understood. */
function read(prompt: string, pictures: number): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  return [
    ...steps.map((step) =>
      step.kind === 'background_scene'
        ? step.scene
        : 'aspect' in step
          ? `${step.kind} ${step.aspect.toFixed(2)}`
          : step.kind,
    ),
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}

it.each([
  ['Gruppenfoto aus Bild 1, 2 und 3', 3, 'group'],
  ['Bild 1 und 2 nebeneinander', 2, 'collage'],
  ['put pic 1 and pic 2 side by side, before and after', 2, 'collage'],
  ['make a collage out of all four pictures', 4, 'collage'],
  ['put both photos next to each other', 2, 'collage'],
  ['Collage aus Bild 1 und 3', 3, '! collage'],
  ['stitch these 3 photos together in a row', 3, 'collage'],
  ['merge both pictures so that we stand side by side', 2, 'group'],
  ['2x2 collage of the four pics', 4, 'collage'],
  ['pack uns vier auf ein Bild', 4, 'group'],
  ['use the background of picture 2 for picture 1', 2, 'background_picture'],
  ['picture 2 should be the background of picture 1', 2, 'background_picture'],
  ['Bild 1 mit dem Hintergrund von Bild 2', 2, 'background_picture'],
  ['ich will vor Bild 2 stehen', 2, 'background_picture'],
  ['tausche den Hintergrund von Bild 1 mit Bild 2', 2, 'background_picture'],
  ['stell meinen Freund von Bild 2 hinter mich', 2, '? Freund von Bild 2 hinter mich'],
  ['cut me out and put me on picture 2', 2, 'background_picture'],
  ['Person aus Bild 1 vor Bild 2', 2, 'background_picture'],
  ['replace the wall behind me with the second picture', 2, 'background_picture'],
])('reads the pictures of “%s”', (prompt, pictures, expected) => {
  expect(read(prompt, pictures)).toBe(expected);
});

it.each([
  ['neutral background in grey', 'background_colour'],
  ['studio background, light grey', 'background_studio'],
  ['nice background blur', 'background_blur'],
  ['Hintergrund grün wie ein Greenscreen', 'background_colour'],
  ['make the background dark grey, like in a photo studio', 'background_studio'],
  ['change my boring bedroom to an office', 'office'],
  ['polaroid frame with caption "summer 24"', 'border, words'],
  ['background a little less sharp so I stand out more', 'background_blur'],
  ['blur my background, my room is a mess', 'background_blur'],
  ['add a vignette so you look at the middle first', 'vignette'],
  ['meine Zahnspange soll man nicht sehen', '! object'],
  ['ich will am Strand stehen', 'beach'],
  ['setz uns in einen Wald', 'garden'],
  ['wäre es machbar den Hintergrund durchsichtig zu machen?', 'background_transparent'],
  ['Hintergrund raus und dafür ein schönes Dunkelgrün', 'background_colour'],
  ['fit it to 9:16 with blurred edges', 'extend 0.56'],
  ['16:9 bitte, Seiten mit unscharfem Bild füllen', 'extend 1.78'],
  ['weißer Rand drum wie bei nem Polaroid', 'border'],
  ['schwarze Balken oben und unten wie im Kino', 'bars'],
  ['mein Hintergrund ist eine Katastrophe, bitte unscharf', 'background_blur, ? Katastrophe'],
  ["make it look like I'm at the beach", 'beach'],
  ['als ob ich am Strand wäre', 'beach'],
  ['stell mich in ein Büro statt in mein Schlafzimmer', 'office'],
  ['turn my messy kitchen into a clean studio background', 'background_studio'],
  ['polaroid style border', 'border'],
  ['sharpen my face only', 'sharpen'],
  ['nur mich scharf', 'background_blur'],
  ['portrait mode 9:16', 'crop 0.56'],
  ['me sharp, the rest blurry', 'sharpen, background_blur'],
  ['brighten me up without touching the background', 'grade'],
  ['ohne den Hintergrund zu verändern die Farben kräftiger', 'grade'],
  ['make it fit 16:9, sides blurred', 'extend 1.78'],
  ['quadratisch, aber Kopf nicht abschneiden', 'crop 1.00'],
  ['kein Filter, nur quadratisch', 'crop 1.00'],
  ['warmer and add a thin white frame', 'grade, border, ! line_width'],
  ['mach den Hintergrund pastellrosa', 'background_colour'],
  [
    'turn the background grey but leave my clothes in color',
    'background_colour, ? leave clothes in color',
  ],
  ['mach den Hintergrund weißer', 'grade'],
  ['ein weißer Hintergrund', 'background_colour'],
  ['Querformat statt Hochformat bitte', 'crop 1.78'],
  ['turn it clockwise', 'turn'],
  ['make it 16 by 9', 'crop 1.78'],
  ['4 zu 5 bitte', 'crop 0.80'],
  ['extend the picture left and right so that it fits 16:9', 'extend 1.78'],
  ['hochkant bitte, ist für tiktok', 'crop 0.56'],
  ['keep the lighting, change the background to blue', 'background_colour'],
  ['lass mein Gesicht in Ruhe und mach den Hintergrund dunkler', 'grade'],
])('does “%s”', (prompt, expected) => {
  expect(read(prompt, 1)).toBe(expected);
});

it.each([
  'the oil painting behind me blurred',
  'das Gemälde hinter mir unscharf machen',
  'das Bild hinter mir an der Wand ist hässlich, mach es weg',
  'hinter mir hängt ein Poster, bitte unkenntlich machen',
  'double border, black and white',
  'either blur the background or make it black',
  'Hintergrund blau, nein doch lieber grün',
  'my desk is messy, blur it',
  'the shelf is boring, make it darker',
  'meine Katze ist süß, mach sie schärfer',
])('changes nothing for a thing or a choice: “%s”', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});
