import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

/** Returns the kinds of the steps, the rules of what is not done, and the words that are not understood. */
function read(prompt: string, pictures = 1): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  return [
    ...steps.map(({ kind }) => kind),
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}

describe('wishes in loose words', () => {
  it.each([
    // Light after a reason, and what only illustrates it.
    ['it was dark when i filmed this so maybe some soft light from the right', 'relight'],
    [
      'ich hätte gern dass das licht von links kommt und dann noch mein name unten hin',
      'relight, ! words_unquoted',
    ],
    [
      'blue light from the left and pink from the right like in those cyberpunk setups',
      'relight, relight',
    ],
    ['lila licht von links, türkis von rechts, so wie bei den streamern', 'relight, relight'],
    ['red from the left, blue from the right, like a club', 'relight, relight'],
    ['Neonlicht von rechts in Pink, links in Türkis', 'relight, relight'],
    ['neon light from the right in pink, from the left in cyan', 'relight, relight'],
    ['pink neon light from the left, blue neon light from the right', 'relight, relight'],
    ['night time with neon light, pink from the left', 'grade, grade, relight'],
    ['neon vibe, red from the left', 'grade, ? red from the left'],
    ['make the background a studio with light from the left', 'background_studio, relight'],
    ['größer machen, mindestens doppelte auflösung', 'enlarge, ? größer'],
    [
      'blue light from the left and the wall pink on the right',
      'relight, ? wall pink on the right',
    ],
    // Casts that are complained of.
    ['ich seh so gelb aus mach das mal normal', 'remove_cast'],
    ['Please correct the colours, the webcam makes me look orange', 'remove_cast'],
    ['das Licht macht alles gelb, mach es neutral', 'remove_cast'],
    ['the lamp makes my face yellow, can you fix it', 'remove_cast'],
    ['my hair looks yellow, make it normal', '? hair yellow, ? normal'],
    ['what would I look like as a blonde?', 'part_colour'],
    ['bleach my hair blonde', 'part_colour'],
    ['left half of my hair pink', '! hair_colour_part'],
    ['remove grey hair', '! hair_colour_part'],
    ['pink hair but only the tips', '! hair_part, ? pink hair'],
    ['blaue Haare, aber nur die Spitzen', '! hair_part, ? blaue Haare'],
    ['the wall is so yellow, make that normal', '? wall is yellow, ? normal'],
    // Limits.
    ['brighter, but only the cat', '! object, ? brighter'],
    ['brighter, but only the left side', '? brighter, ? only the left side'],
    ['darker, only the wall behind me', 'grade'],
    ['heller bitte, ich hatte nur die Schreibtischlampe an', 'grade'],
    // Shapes, plain backgrounds, keys and captions.
    ['cut it square so i can use it as a profile pic', 'crop'],
    ['cut my hair square', '! shape_alone, ? cut'],
    ['einfarbiger Hintergrund, am besten dunkelblau', 'background_colour'],
    ['zoom in on my face slowly', '! pose'],
    [
      'write "Hi" underneath my face and put a black outline around the letters',
      '! words_on_things',
    ],
    ['add text "I QUIT?!" yellow, tilted, on the right side', 'words, ! words_lettering'],
    ['fix teh dark circels under my eyes', 'lighten_under_eyes'],
    ['red lipstick, not too bright', 'part_colour'],
    // What stays, and what cannot.
    ['remove the dark circles but keep my freckles', 'lighten_under_eyes'],
    ['smooth the skin but keep my freckles', 'smooth_skin, ! skin_marks_kept'],
    ['hide my face but my hands should be visible', 'anonymise'],
    ['as an oil painting but you should still recognise my face', 'style, ! keep'],
    ['pixelate everything except me', '! hide_rest'],
    ['make it night outside', '! night_outside'],
  ])('reads “%s”', (prompt, wanted) => {
    expect(read(prompt)).toBe(wanted);
  });

  it.each([
    // Looks of another image.
    ['das zweite hat so ne schöne stimmung, mach das erste auch so', 2, 'match_colours'],
    ['the second one has such nice colours, make the first like that too', 2, 'match_colours'],
    ['same mood as the second image but don’t touch my skin tone', 2, '! match_colours'],
    ['das zweite hat so schöne Haare, mach das bei mir auch so', 2, '! picture_part'],
    ['alle drei gleich hell und gleicher Farbton', 3, '! equals, ! equals'],
    ['make them all look like they were shot on the same day', 3, '! equals'],
    ['keep the same tone but brighter', 2, 'grade'],
    [
      'the second has nice colours but make the first black and white',
      2,
      '? the second colours, ? the first black and white',
    ],
    ['all three the same background', 3, '! equals'],
    ['the beach photo needs a brighter background', 2, '! place'],
    // Collages and groups.
    ['three panels next to each other, title "THE SQUAD"', 3, 'collage, words'],
    ['before/after collage, write "before" and "after" on them', 2, 'collage, words, words'],
    ['drei Streifen untereinander', 3, '! stacked'],
    ['two panels on the wall', 2, '? two panels wall'],
    ['put both of us side by side in one photo like we were standing together', 2, 'group'],
    ['uns beide auf ein Bild, nebeneinander', 2, 'group'],
    ['Gruppenbild von uns dreien vor grauem Hintergrund', 3, 'group, background_colour'],
  ])('reads “%s” of %d images', (prompt, pictures, wanted) => {
    expect(read(prompt, pictures)).toBe(wanted);
  });

  it('confines a wish to people and spares the wall behind them', () => {
    for (const prompt of [
      'brighter, but only me not the wall',
      'heller, aber nur ich, nicht die Wand',
    ]) {
      expect(readPrompt(prompt).steps).toMatchObject([
        { grade: 'brighter', where: { region: 'person', isInverted: false } },
      ]);
    }
  });

  it('gives two captions of a collage their images', () => {
    const { steps } = readPrompt('side by side with the words "then" and "now"', { pictures: 2 });
    expect(steps.flatMap((step) => (step.kind === 'words' ? [step.place.across] : []))).toEqual([
      'left',
      'right',
    ]);
  });

  it('puts the green of a key behind people who want to key it', () => {
    expect(readPrompt('green background so i can key it later').steps).toEqual(
      readPrompt('green screen background').steps,
    );
  });
});

describe('what only sounds like a wish in loose words', () => {
  it.each([
    // Paint is no light.
    ['my face is blue from the paint, make it normal', 1],
    // How the light of an image is.
    ['the light on the left is yellow, make it normal', 1],
    ['red from the left, blue from the right, remove both', 1],
    ['the red from the left, the blue from the right, like in the original', 1],
    ['das Foto ist blau, richtig schön', 1],
    ['alles ist gelb, richtig?', 1],
    ['Verlauf: blau von links, rot von rechts', 1],
    // Limits that are not read.
    ['only the wall and me brighter', 1],
    ['brighter, but only the sky', 1],
    ['brighter, but only me on the left', 1],
    ['darker, only at the end', 1],
    ['brighter. Only the sky though', 1],
    ['make her smile a bit more, only the girl on the left', 1],
    // Images that stay as they are, or are so already.
    ['the second has such nice colours, leave the first like that', 2],
    ['das zweite hat so schöne Farben, lass das erste so', 2],
    ['the second has nice colours, is the first like that?', 2],
    ['make the background of picture 1 like the person of picture 2', 2],
    ['Ich stand am Strand von Bild 2, jetzt bitte Bild 1 heller', 2],
    // What need not be is no wish for the contrary.
    ['man muss mich nicht erkennen', 1],
    ['you don’t have to recognise me', 1],
    ['I look yellow. Make the background normal', 1],
    // A photo that is replaced is no background.
    ['replace the beach photo in the background', 2],
  ])('leaves “%s” undone', (prompt, pictures) => {
    expect(readPrompt(prompt, { pictures }).steps).toEqual([]);
  });

  it.each([
    ['I am not on the wall, brighter', 1, 'grade, ? not wall'],
    ['side by side, remove "A" and "B"', 2, 'collage, ! words_quoted, ? "B"'],
    ['side by side, write "A" and "B" on me', 2, 'collage, words, ! words_on_things'],
    ['brighter, but not only me', 1, 'grade, ? but not only me'],
  ])('reads “%s” of %d images', (prompt, pictures, wanted) => {
    expect(read(prompt, pictures)).toBe(wanted);
  });

  it('keys no green shirt', () => {
    expect(readPrompt('green shirt, white background, so I can key it later').steps).toEqual(
      readPrompt('green shirt, white background').steps,
    );
  });
});
