import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';
import { listCaptions } from '../list-captions.ts';

it.each([
  ['put "@kira" along the lower edge', '@kira @bottom middle'],
  ['put "hey" in the upper right hand corner', 'hey @top right'],
  ['"Hallo" am oberen Bildrand', 'Hallo @top middle'],
  ['schreib "Hallo" an den unteren Rand', 'Hallo @bottom middle'],
  ['put a caption under it: "one more try"', 'one more try @bottom middle'],
  ['I need "20% off" on the product photo, red, bottom right', '20% off @bottom right'],
  ['mach "NEU" in rot auf das Produktbild, links oben', 'NEU @top left'],
  ['Ich brauch ein Vorschaubild: "Das war knapp" in gelb', 'Das war knapp @bottom middle'],
  ['write "Hi" somewhere', 'Hi @bottom middle'],
  ['schreib "Hallo" irgendwo hin wo Platz ist', 'Hallo @bottom middle'],
  ['bitte "Frohe Ostern" in grün', 'Frohe Ostern @bottom middle'],
  ['links steht "A1", rechts "B2"', 'A1 @middle left, B2 @middle right'],
  [
    'meme text: "me on monday" on top and "me on friday" at the bottom',
    'me on monday @top middle, me on friday @bottom middle',
  ],
])('finds the place of a caption: %s', (prompt, expected) => {
  expect(listCaptions(prompt, 2)).toBe(expected);
});

it.each([
  ['write "Hi" in bold letters at the top', 'Hi @top middle, ! words_lettering'],
  ['put "Hi" at the bottom in a clean font', 'Hi @bottom middle, ! words_lettering'],
  ['add "Live" at the top, slightly transparent', 'Live @top middle, ! words_lettering'],
  [
    'Wasserzeichen "L. B." unten rechts, halb durchsichtig',
    'L. B. @bottom right, ! words_lettering',
  ],
  ['"Team Blau" oben, mit Schatten', 'Team Blau @top middle, ! words_lettering'],
  ['schreib "Hallo" schräg über das Bild', 'Hallo @bottom middle, ! words_lettering'],
  ['Überschrift "Hallo" fett', 'Hallo @top middle, ! words_lettering'],
  ['Text "Hallo" lila und halbtransparent oben hin', 'Hallo @top middle, ! words_lettering'],
])('reports how letters are to be drawn: %s', (prompt, expected) => {
  expect(listCaptions(prompt, 2)).toBe(expected);
});

it.each([
  ["write 'Soon' somewhere it doesn't cover my face", 'Soon @bottom middle, ! words_cleared'],
  ['write "Hi" at the top, keep it off my face', 'Hi @top middle, ! words_cleared'],
  ['schreib "Hi" oben, mein Gesicht nicht verdecken', 'Hi @top middle, ! words_cleared'],
  [
    'schreib "Hi" irgendwohin, ohne mein Gesicht zu verdecken',
    'Hi @bottom middle, ! words_cleared',
  ],
  [
    'write "Hi" at the top and make the background transparent',
    'Hi @top middle, background_transparent',
  ],
])('reports what a caption is not to cover: %s', (prompt, expected) => {
  expect(listCaptions(prompt, 2)).toBe(expected);
});

it.each([
  'Bild 1 mit "vorher" und Bild 2 mit "nachher" beschriften und nebeneinander',
  'label photo 1 "vorher" and photo 2 "nachher" and put them side by side',
])('reads numbers of images in a row as its sides: %s', (prompt) => {
  expect(listCaptions(prompt, 2)).toBe('vorher @middle left, nachher @middle right, collage');
});

it('takes the rim of letters for their outline', () => {
  const { steps } = readPrompt('write "Hi" at the top, yellow with a black border');
  expect(steps).toMatchObject([{ kind: 'words', outline: [16, 16, 18] }]);
});

describe('captions beside other wishes', () => {
  it.each([
    [
      'blurred background and "I LOST EVERYTHING" in white with a black outline',
      'I LOST EVERYTHING',
    ],
    ['blur the background and "Hi all" in yellow', 'Hi all'],
    ['schwarzweiß, darüber in Gold "Für immer"', 'Für immer'],
    ['Im Video soll die ganze Zeit unten twitch.tv/mira_spielt stehen', 'twitch.tv/mira_spielt'],
    ['write www.beispiel.de at the bottom', 'www.beispiel.de'],
    ['unten soll @tomzockt stehen', '@tomzockt'],
    ['add my name Carla at the bottom', 'Carla'],
    ['"nur heute 9,99 €" rechts oben auf das Produktbild, nicht zu groß', 'nur heute 9,99 €'],
    ['Schriftzug "Sommer 2024" in der Ecke, schlicht, keine Effekte', 'Sommer 2024'],
  ])('writes those of “%s”', (prompt, text) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'words', text }));
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each([
    'write BRB in huge pixel letters',
    'caption this with "me before coffee", black text on a white bar',
    'Überschrift "Folge 3" in gruseliger Schrift',
  ])('reports how letters are drawn in “%s”', (prompt) => {
    expect(readPrompt(prompt)).toMatchObject({
      steps: [{ kind: 'words' }],
      notOffered: [{ wish: 'words_lettering' }],
      notUnderstood: [],
    });
  });
});

it.each([
  ['nebeneinander und drüber "Vorher" und "Nachher"', 'top'],
  ['nebeneinander, darüber "Vorher" und "Nachher"', 'top'],
  ['nebeneinander und über jedem Bild "Vorher" und "Nachher"', 'top'],
  ['nebeneinander und oben drüber "Vorher" und "Nachher"', 'top'],
  ['nebeneinander, darunter "Vorher" und "Nachher"', 'bottom'],
  ['side by side, "Vorher" and "Nachher" above each', 'top'],
  ['collage, above each write "Vorher" and "Nachher"', 'top'],
  ['collage with "Vorher" and "Nachher" at the top', 'top'],
  ['side by side and over it "Vorher" and "Nachher"', 'top'],
  ['side by side, below each "Vorher" and "Nachher"', 'bottom'],
  ['side by side with "Vorher" and "Nachher" written on it', 'bottom'],
])('puts two captions on the images of a collage: %s', (prompt, down) => {
  expect(listCaptions(prompt, 2)).toContain(`Vorher @${down} left`);
  expect(listCaptions(prompt, 2)).toContain(`Nachher @${down} right`);
});
