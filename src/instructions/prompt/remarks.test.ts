import { expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

/** Returns a prompt as its steps, with the reasons for what is not offered and the words that are not understood. */
function read(prompt: string): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 3 });
  const done = steps.map((step) => {
    const name = 'grade' in step ? step.grade : 'style' in step ? step.style : step.kind;
    const area = 'where' in step && step.where !== undefined ? step.where : null;
    return area === null ? name : `${name} ${area.isInverted ? 'but ' : ''}${area.region}`;
  });
  return [
    ...done,
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}

it.each([
  // What somebody does, and what a wish is for.
  ['remove the dark circles, I slept like three hours', 'lighten_under_eyes'],
  ['blue light from the right, I’m streaming a horror game', 'relight'],
  ['Schnee dazu, ich streame Horror', 'weather'],
  ['Die spiegelt so', '! object'],
  ['make the background darker so people look at me', 'darker background'],
  ['mach den Hintergrund dunkler damit man mehr auf mich schaut', 'darker background'],
  ['it was really dark in here, brighten the video', 'brighter'],
  ['doppelt so groß, ich will es drucken lassen', 'enlarge'],
  // What is there already.
  ['a grey wall behind me instead of my bedroom', 'background_colour'],
  ['Mein Zimmer ist nicht aufgeräumt, kannst du das verschwimmen lassen?', 'background_blur'],
  ['pencil drawing of my dog', 'pencil'],
  ['Bleistiftzeichnung von meinem Hund', 'pencil'],
  ['make it look like an old oil painting', 'oil'],
  ['brighter than before', 'brighter'],
  ['etwas dunkler als vorher', 'darker'],
])('does “%s” without a report of what is no wish', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['my teeth look yellow, whiten them a bit but not pure white', 'whiten_teeth'],
  ['warmer colours, but the skin not orange', 'warmer but skin'],
  ['wärmere Farben, aber die Haut nicht orange', 'warmer but skin'],
  ['brighten the person only, the room can stay dark', 'brighter person'],
  ['fix the white balance, everything is so green', 'remove_cast'],
  ['crop to a square, my head in the middle', 'crop'],
  ['make my eyes brighter and bluer', 'brighter eyes, part_colour'],
  ['cyberpunk look with pink and blue light', 'relight, relight, neon_tint'],
  ['stream look warmer, not too strong', 'warmer'],
])('keeps to the limits of “%s”', (prompt, expected) => {
  expect(read(prompt).split(', ').toSorted()).toEqual(expected.split(', ').toSorted());
});

it.each([
  ['extend the picture to the left so that it fits 16:9', '! widen_side, ? 16:9'],
  ['swap the background', '! background_other'],
  ['dont change my face, just swap the background', '! background_other'],
  ['make me prettier', '! vague'],
  ['Wackeln im Video bitte rausnehmen', '! steady'],
  ['my face is orange from the lamp', '! face_colour'],
  ['turn my head so I look into the camera', '! pose, ! pose'],
  ['add a second monitor', '! object'],
  ['only change the background, my face stays as it is', '? background'],
  ['altes Foto von meinen Eltern, bitte restaurieren', '! restore, ? altes Foto, ? Eltern'],
])('tells the reason why “%s” is not done', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['make the eyes bigger and brighter', 'bigger_eyes, brighter eyes'],
  ['lips a bit fuller and less pale', 'fuller_lips, more_saturated lips'],
  ['Zähne weißer und etwas heller', 'whiten_teeth'],
  ['make the background softer and slightly darker', 'background_blur, darker background'],
  ['bigger eyes and brighter', 'bigger_eyes, ? brighter'],
  ['Haare länger und dunkler', 'darker hair, ! body'],
  ['face slimmer and brighter please', 'slimmer_face, brighter face'],
  ['teeth whiter, brighter', 'whiten_teeth, ? brighter'],
])('goes on about the part that “%s” says something of', (prompt, expected) => {
  const shapes = readPrompt(prompt).steps.flatMap((step) => ('shape' in step ? [step.shape] : []));
  const said = read(prompt).replace('reshape', shapes[0] ?? '');
  expect(said.split(', ').toSorted()).toEqual(expected.split(', ').toSorted());
});

it.each([
  'Nase etwas gerader und die Wangen schmaler',
  'nicht dass man jede Falte sieht',
  'setz den Namen unten hin, weiß mit schwarzem Rand',
  'white letters with a black border',
  'das andere Hemd blau',
  'my white shirt looks yellow, fix it',
  'make the second person smile',
  'the same background as picture 2 but darker',
])('does nothing of “%s”', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});

it.each([
  ['beleuchte mich von oben rechts', 'relight'],
  ['kaltes Licht links, warmes Licht rechts', 'relight, relight'],
  ['can I get this as png without the room', 'background_transparent'],
  ['zap the spots on my cheeks', 'smooth_skin'],
  ['brighten just my face in the recording, not the room', 'brighter face'],
  ['Format 4:5 für Insta', 'crop'],
  ['remove the colour cast', 'remove_cast'],
  ['halb so dunkel', 'brighter'],
  ['könntest du das Bild etwas freundlicher machen', 'brighter'],
  ['turn it 90 degrees to the right and crop square', 'turn, crop'],
  ['there’s a yellow tint from the light bulb, remove it', 'remove_cast'],
  ['Gelbstich von der Lampe entfernen', 'remove_cast'],
  ['it’s way too dark, can you fix that', 'brighter'],
  ['use the beach from picture 2 as my background', 'background_picture'],
  [
    'only the red dress should stay in color, everything else black and white',
    'black_and_white but clothes',
  ],
  ['Hintergrund leicht unscharf und wärmerer Ton', 'background_blur, warmer'],
  ['make it 4:3 but keep everything in', 'extend'],
  ['auf 4:3, aber alles drauf lassen', 'extend'],
  ['need this at double resolution for a poster', 'enlarge'],
  ['zähne nicht mehr so gelb, ein klein wenig reicht', 'whiten_teeth'],
  // Words of photographers.
  ['dehaze, the lens was fogged up', 'more_contrast'],
  ['Führungslicht von rechts', 'relight'],
  ['give it a slight S-curve', 'more_contrast'],
  ['Tiefen auf', 'low_light'],
  ['low warm sun from the right', 'golden_hour'],
  ['so Blockbusterfarben, türkis und orange halt', 'cinematic'],
  // What is wrong with a part, and what is right.
  ['do something about the bags under my eyes', 'lighten_under_eyes'],
  ['could u do something with my yellow teeth', 'whiten_teeth'],
  ['the webcam makes my face look round, make it a little narrower', 'reshape, ? round'],
  ['the face is fine, the rest is too bright', 'darker but face'],
  ['Gesicht passt, der Rest ist zu hell', 'darker but face'],
  ['get that green tint out', 'remove_cast'],
  ['unreinheiten wech', 'smooth_skin'],
  ['shot at night, brighten it', 'brighter'],
  ['aufgenommen bei Nacht, heller machen', 'brighter'],
  ['I’m holding a newspaper, blur the background', 'background_blur'],
  ['es schneit draußen, mach mich heller', 'brighter person'],
  ['darker, without my room in it', 'darker but background'],
  ['ohne das Zimmer so dunkel', '? Zimmer'],
  ['my shirt red and blue light from the left', 'part_colour, relight'],
  ['Hintergrund blau und rotes Licht von links', 'background_colour, relight'],
  ['warmer with hair not orange', '! hair_colour_part'],
  ['mein Gesicht bitte nicht verdecken', ''],
  ['make her dress more yellow, not so orange', 'part_colour, ? not so orange'],
  ['soften the wrinkles around the eyes, dont touch the rest', '! skin_blemish'],
  ['picture 1 and picture 2, put them side by side', '! two_pictures, ? side by side'],
  // Looks and captions.
  ['retro NES sprite of me', 'pixel_art'],
  ['night time instead of day', 'night'],
  ['statt meinem Zimmer einen Strand dahinter', 'background_scene'],
  ['put “GG” on it, yellow, top right corner', 'words'],
  [
    'Text „Heute“ in Orange oben, und wenn das nicht lesbar ist, mach den dunkler',
    'words, ? nicht, ? dunkler',
  ],
  ['Vom zweiten Bild nur die Farben übernehmen, nicht den Hintergrund!', 'match_colours'],
  ['add more space on the left and right so it fits 16:9', 'extend'],
  [
    'it was dark when I recorded this, please brighten it up without making it all noisy',
    'brighter, ? without, ? noisy',
  ],
  // Who is to recognise people.
  ['hide my face, I don’t want my boss to recognise me', 'anonymise'],
  ['my friends should recognise me', '? my friends should recognise me'],
  ['don’t let anyone know it’s me', 'anonymise'],
])('reads “%s”', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});
