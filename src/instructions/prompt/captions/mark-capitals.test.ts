import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

/** Returns the words that a prompt writes and where. */
function readWords(prompt: string): string[] {
  return readPrompt(prompt).steps.flatMap((step) =>
    step.kind === 'words' ? [`${step.text} @${step.place.down} ${step.place.across}`] : [],
  );
}

it.each([
  ['put BRB 5 MIN in the middle huge letters', 'BRB 5 MIN @middle middle'],
  ['hinter mir unscharf und dann drauf BIN GLEICH ZURÜCK', 'BIN GLEICH ZURÜCK @bottom middle'],
  ['kannst du GLEICH LIVE oben links hin machen in rot', 'GLEICH LIVE @top left'],
  ['EILMELDUNG oben rein', 'EILMELDUNG @top middle'],
  ['i need the text NEW VIDEO up top, red on white', 'NEW VIDEO @top middle'],
  ['Just one word, huge, in the middle: OOPS', 'OOPS @middle middle'],
  ['my gamertag xX_mokka_Xx top left corner pls, small', 'xX_mokka_Xx @top left'],
  ['add @lena.makes at the bottom', '@lena.makes @bottom middle'],
  ['www.kuchen-ina.de unten drauf', 'www.kuchen-ina.de @bottom middle'],
  ['preis dazu 35€ VB unten rechts', '35€ VB @bottom right'],
])('writes what can only be meant literally in “%s”', (prompt, expected) => {
  expect(readWords(prompt)).toEqual([expected]);
});

it.each([
  'mach das Bild HELLER UND WÄRMER bitte',
  'put the TV top left',
  'DO NOT touch my face at the top',
  'das Logo oben links MUSS WEG',
  'remove the text BREAKING NEWS at the bottom',
  'replace HELLO WORLD at the top with bye',
  'make me look LIKE A BOSS on the right',
  'BITTE NUR DIE HAARE oben heller',
  'Hintergrund #ff8800 unten links',
  'als PNG bitte',
  'put VHS EFFECT on it',
  'add PALM TREES on the right',
  'füge SCHNEE UND REGEN oben hinzu',
  'setz mir eine ROTE MÜTZE auf oben',
  'put image_2 at the top',
  'put FIRST at the top and LAST at the bottom',
])('writes nothing for “%s”', (prompt) => {
  expect(readWords(prompt)).toEqual([]);
});

it.each([
  ['i need the text "NEW VIDEO" at the top, red on white', 'on white'],
  ['oben mittig "Hallo" weiß auf schwarz', 'auf schwarz'],
  ['"BREAKING" unten als Balken', 'Balken'],
])('says that no field is drawn behind the letters of “%s”', (prompt, words) => {
  const { steps, notOffered } = readPrompt(prompt);
  expect(steps.map(({ kind }) => kind)).toEqual(['words']);
  expect(notOffered.map((part) => [part.wish, part.words])).toEqual([['words_lettering', words]]);
});
