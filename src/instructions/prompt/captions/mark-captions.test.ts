import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';
import { listCaptions } from '../list-captions.ts';

it.each([
  ['write happy birthday anna at the bottom', 'happy birthday anna @bottom middle'],
  ['put the words Good Vibes Only at the top', 'Good Vibes Only @top middle'],
  ['write SALE in big letters across the top', 'SALE @top middle'],
  ['add a caption that says we are live', 'we are live @bottom middle'],
  ['caption: best day ever', 'best day ever @bottom middle'],
  ['can you write we are hiring on top', 'we are hiring @top middle'],
  ['write roses are red at the top', 'roses are red @top middle'],
  ['write in the middle stay strong please', 'stay strong @middle middle'],
  ['write hello and blur the background', 'hello @bottom middle, background_blur'],
  ['caption: mom and dad', 'mom and dad @bottom middle'],
  ['can you write Happy Birthday Mum on this photo?', 'Happy Birthday Mum @bottom middle'],
  ['put my name in the lower left corner: Kira_Plays', 'Kira_Plays @bottom left'],
  ['can you add the words be kind in the bottom left corner in white', 'be kind @bottom left'],
  ['title at the top left: Day 3', 'Day 3 @top left'],
  ['add the text GAME OVER in red at the center', 'GAME OVER @middle middle'],
  ['dont write anything just make it warmer', 'grade, ! words_unquoted, ? anything'],
  [
    'text on top: 5 YEARS, text below: thank you all',
    '5 YEARS @top middle, thank you all @bottom middle',
  ],
  [
    'write Hello at the top and write World at the bottom',
    'Hello @top middle, World @bottom middle',
  ],
  ['write the following on it: we love you grandpa', 'we love you grandpa @bottom middle'],
  ['write we love it all', 'we love it all @bottom middle'],
  ['write Hello on it', 'Hello @bottom middle'],
  ['schreib danke euch allen unten', 'danke euch allen @bottom middle'],
  ['please add the sentence i miss you at the bottom of the image', 'i miss you @bottom middle'],
  ['Text unten: Wir sind umgezogen', 'Wir sind umgezogen @bottom middle'],
  ['schreib alles gute zum geburtstag oma oben drauf', 'alles gute zum geburtstag oma @top middle'],
  ['schreib unten groß Alles Gute Mama', 'Alles Gute Mama @bottom middle'],
  ['unten soll stehen: Familie Müller 2024', 'Familie Müller 2024 @bottom middle'],
  ['schreib Level 12 geschafft in die linke obere Ecke', 'Level 12 geschafft @top left'],
  ['Text: Sommer, Sonne, Strand', 'Sommer, Sonne, Strand @bottom middle'],
  [
    'schreib einfach Danke an alle drauf, aber nicht übers Gesicht',
    'Danke an alle @bottom middle, ! words_cleared',
  ],
  ['Überschrift: mein erster Lauf', 'mein erster Lauf @top middle'],
  ['schreib oben rechts Team Rot und mach es wärmer', 'Team Rot @top right, grade'],
])('writes “%s” without quotation marks', (prompt, expected) => {
  expect(listCaptions(prompt)).toBe(expected);
});

it.each([
  ['put "starting soon" on it and make it warmer', 'starting soon @bottom middle, grade'],
  ['i need "SOLD OUT" in red across the picture', 'SOLD OUT @middle middle'],
  ['mach ein Thumbnail mit "Ich geb auf"', 'Ich geb auf @bottom middle'],
  ['write "no way" under the clip', 'no way @bottom middle'],
  ['oben "1000" draufschreiben, gerne in gold', '1000 @top middle'],
  ['make it "cottagecore"', '? "cottagecore"'],
  ['give it "zorb" vibes on my picture', '? "zorb" picture'],
])(
  'takes what stands in quotation marks on the picture for a caption: “%s”',
  (prompt, expected) => {
    expect(listCaptions(prompt)).toBe(expected);
  },
);

it.each([
  'write my name on my shirt',
  'write my name Lena under my face',
  'caption: make love not war',
  'write hello in a nice font',
  'write hello next to me',
  'schreib hallo in schöner schrift',
  'write hello twice',
  'Text: bigger and bold',
  'text size: 20',
  'schreib oben links klein Folge 3',
  'schreib über jeden von uns den Namen: Tim, Ole, Sarah',
  'write something funny at the top',
  'write Anna on the wall',
  'write happy birthday and the date at the bottom',
  'schreib dass wir umgezogen sind',
  'schreib was drauf',
  'schreib meinen Namen auf das T-Shirt',
  "don't write anything on it",
  'remove the text Hello World',
  'der Schriftzug auf dem Hemd soll weg',
  'make the text bigger',
  'fix the spelling on the sign, it should say Bakery',
])('writes nothing where it is not certain what “%s” means', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});

it.each([
  'title Cake Sale and below it Friday 3pm',
  'Überschrift Kuchenbasar und darunter Freitag',
])('writes no two lines as one: “%s”', (prompt) => {
  const { steps, notOffered } = readPrompt(prompt);
  expect([steps.length, notOffered.length > 0]).toEqual([0, true]);
});
