import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

type Step = ReturnType<typeof readPrompt>['steps'][number];

function label(step: Step): string {
  const names = [
    'grade' in step ? step.grade : 'style' in step ? step.style : step.kind,
    'text' in step ? `“${step.text}” ${step.place.down} ${step.place.across}` : '',
    'part' in step ? step.part : '',
    'where' in step && step.where !== undefined
      ? `${step.where.isInverted ? 'all but ' : ''}${step.where.region}`
      : '',
  ];
  return names.filter(Boolean).join(' ');
}

/** Returns the steps of a prompt, and whether anything of it is reported or refused. */
function read(prompt: string): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  const isReported = notOffered.length + notUnderstood.length > 0;
  return [...steps.map(label), ...(isReported ? ['reported'] : [])].join(', ');
}

describe('nothing is done that was not asked for, and nothing asked for is passed over', () => {
  it.each([
    // Where captions stand, and what they are drawn like.
    ['write "SOLD" across the photo', 'words “SOLD” middle middle'],
    ['write "SOLD" across the bottom', 'words “SOLD” bottom middle'],
    ['text "AUSVERKAUFT" quer drüber in rot', 'words “AUSVERKAUFT” middle middle'],
    ['schreib "VERKAUFT" quer über das bild', 'words “VERKAUFT” middle middle'],
    [
      'a caption that says "me on monday" like a meme',
      'words “me on monday” bottom middle, reported',
    ],
    ['schreib "montag" drauf wie bei nem meme', 'words “montag” bottom middle, reported'],
    // Adjectives of frames, and what illustrates a style.
    ['Ölgemälde, dunkler Rahmen drum', 'oil, border'],
    ['put a thin dark frame around it', 'border, reported'],
    ['pop art dots like a comic book from the 60s', 'halftone'],
    // What stays beside what becomes grey or another background.
    ['nur der hintergrund schwarzweiß, ich bleib farbig', 'black_and_white background'],
    ['only the background black and white, me in colour', 'black_and_white all but person'],
    ['me black and white, the background in colour', 'black_and_white all but background'],
    ['weißer hintergrund schatten vom schuh soll bleiben', 'background_colour, reported'],
    ['red background hat stays the same', 'background_colour, reported'],
    ['video wie nachts, blaues licht von rechts', 'night, relight'],
    // Names that are there, and captions that have places of their own.
    ['pixelate the @lena top left', 'reported'],
    ['verpixel das @lena oben links', 'reported'],
    ['add @lena somewhere it doesn’t cover my face', 'words “@lena” bottom middle, reported'],
    ['schreib unten OMA und oben OPA', 'reported'],
    ['text: before on the left, after on the right', 'reported'],
    ['HALLO unten links', 'words “HALLO” bottom left'],
    ['THANKS at the bottom', 'words “THANKS” bottom middle'],
    ['PLEASE make it warmer', 'warmer'],
    // Parts and colours that a wish beside them does not take.
    ['fog, bigger eyes', 'weather, reshape'],
    ['my eyes look red, make them green', 'part_colour eyes, reported'],
    ['chocolate background', 'background_colour'],
    ['make my denim jacket black', 'part_colour clothes, reported'],
    ['the knitted sweater blue', 'part_colour clothes, reported'],
    // What is around a part, or only like something.
    ['darken everything around my head so i stand out more', 'darker background'],
    ['blur around my face', 'background_blur'],
    ['um meinen Kopf herum dunkler', 'darker background'],
    ['darken behind my head', 'darker background'],
    ['make it brighter around my face', 'reported'],
    ['crop it to a square around my head', 'crop'],
    ['dark like a horror film with blood', 'reported'],
    ['dark like a horror film', 'darker'],
    ['pop art like those marilyn prints', 'halftone, reported'],
    // What only tells how somebody looks, and what is left as it is.
    ['My husband frowns in this photo. Cheer him up a little?', 'reported'],
    ['sie lächelt, mach das Bild heller', 'brighter, reported'],
    ['leave the chair and me crisp, the rest can go soft', 'reported'],
    ['leave my face and hair dark', 'reported'],
    ['schwarz hinter mir sonst nix ändern', 'background_colour'],
    ['hintergrund schwarz sonst nichts ändern', 'background_colour'],
    ['shirt red, lips red, everything else b&w', 'part_colour clothes, part_colour lips, reported'],
    // What only tells of a filter or a result, and what is not to be done to everybody.
    ['without the filter please make it look edited', 'reported'],
    ['the filter removed my freckles', 'reported'],
    ['der filter hat meine sommersprossen entfernt', 'reported'],
    ['remove the people but not all', 'reported'],
    ['am Strand ohne meinen Ex', 'reported'],
    // Rooms and screens that should have another colour.
    ['paint my apartment red', 'reported'],
    ['streich mein zimmer rosa', 'reported'],
    ['the green screen should be bluer', 'reported'],
    ['the green screen is too dark', 'reported'],
    ['replace the green screen with blue', 'background_colour'],
    // What is to stay visible.
    ['darker but still see the dog', 'darker, reported'],
    ['dunkler aber den hund soll man noch sehen', 'darker, reported'],
    ['darker but you should still see my face', 'darker'],
    ['blur the background but the tower should still be visible', 'background_blur'],
    // Properties with their ways.
    ['contrast up saturation down', 'more_contrast, less_saturated'],
    ['sättigung hoch kontrast runter', 'more_saturated, less_contrast'],
    ['brightness up, contrast down', 'brighter, less_contrast'],
    ['raise contrast lower saturation', 'more_contrast, less_saturated'],
    ['contrast and saturation up', 'more_contrast, more_saturated'],
    // Choices, comparisons and resemblances.
    ['mach was besser aussieht', 'reported'],
    ['the darker the better', 'darker'],
    ['je dunkler desto besser', 'darker'],
    ['i look like a cartoon, fix that', 'reported'],
    ['blur the faces of the people behind me but not mine', 'reported'],
    // What becomes another colour, and who is named by “I”.
    ['the blue shirt, make it green', 'part_colour clothes'],
    ['meine roten Lippen, mach sie rosa', 'part_colour lips'],
    ['ich unscharf, hintergrund scharf', 'sharpen background, reported'],
    ['only the roses in colour', 'reported'],
    // Parts that stay coloured, and people who are only described.
    ['alles grau nur ich bunt', 'black_and_white all but person'],
    ['lips and eyes in colour, everything else black and white', 'reported'],
    ['nur kleid und lippen in farbe', 'reported'],
    ['only the lips in colour', 'black_and_white all but lips'],
    ['the woman with the red lips should smile', 'reported'],
    ['die Frau im roten Kleid soll lächeln', 'reported'],
    ['the background is a beach, make it blurry', 'background_blur, reported'],
    // What is only said to be there.
    ['there’s a lamp behind me. make it darker', 'reported'],
    ['da steht eine lampe hinter mir, mach sie dunkler', 'reported'],
    ['there’s a yellow tint. make it colder', 'cooler, reported'],
    ['my brows are thin. darker please.', 'reported'],
    ['hinter mir liegt wäsche, weg damit', 'reported'],
    ['mein gesicht ist unscharf, mach es scharf', 'sharpen face, reported'],
    ['make the blurry background sharp', 'sharpen background'],
    ['blur the sharp background', 'background_blur'],
    ['the light comes from the left, can it come from the right', 'relight, reported'],
    ['from dark to light', 'reported'],
    ['both the same brightness', 'reported'],
    ['blurred office, a bit darker', 'reported'],
    ['make me transparent', 'reported'],
    ['me on a transparent background', 'background_transparent'],
    // Denied verbs, and what nobody wants to have.
    ['do not remove any wrinkles, only brighten it', 'brighter'],
    ['don’t remove the wrinkles', ''],
    ['i don’t want my wrinkles removed', ''],
    ['falten nicht glätten', ''],
    ['augenringe nicht entfernen', ''],
    ['no wrinkles please', 'smooth_skin'],
    ['keine Pickel', 'smooth_skin'],
    ['keine augenringe', 'lighten_under_eyes'],
    ['besser nicht so hell', 'darker'],
    ['alle bilder gleich hell', 'reported'],
    ['kein gelbstich', 'remove_cast'],
    ['don’t remove the yellow tint', ''],
    ['meine freundin möchte es heller', 'brighter'],
    ['zähne nicht zeigen', 'reported'],
    // Lists of properties with colons.
    ['brightness: up, contrast: same', 'brighter'],
    ['contrast same saturation up', 'more_saturated'],
    ['caption: no', 'reported'],
    ['el vestido rojo, hazlo azul', 'part_colour clothes'],
    ['ich bin zu braun', 'reported'],
    ['es ist zu gelb', 'remove_cast'],
    ['the office behind me is ugly, blur it', 'background_blur, reported'],
    ['text “sub goal” links hochkant', 'words “sub goal” middle left, reported'],
  ])('“%s”: %s', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });

  it.each([
    ['portrait format 4:5 for insta, head centered', 4 / 5],
    ['hochformat 4:5', 4 / 5],
    ['youtube thumbnail 4:3', 4 / 3],
  ])('crops to the numbers of “%s”', (prompt, aspect) => {
    expect(readPrompt(prompt).steps).toMatchObject([{ kind: 'crop', aspect }]);
  });
});
