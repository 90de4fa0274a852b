import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

/** Returns the kinds of the steps, and the rules of what is not done. */
function read(prompt: string, pictures = 1): string {
  const { steps, notOffered } = readPrompt(prompt, { pictures });
  return [
    ...steps.map((step) => ('style' in step ? step.style : step.kind)),
    ...notOffered.map(({ wish }) => `! ${wish}`),
  ].join(', ');
}

describe('in other words', () => {
  it.each([
    // Styles as nouns, verbs and adjectives.
    ['zeichne mich', 'pencil'],
    ['draw me', 'pencil'],
    ['drawn by hand', 'pencil'],
    ['draw me like a van gogh', '! named_style'],
    ['zeichne mich als Comic', 'cartoon'],
    ['wie ein Gemälde im Museum', 'oil'],
    ['lass es aussehen wie von Hand gemalt', 'oil'],
    ['turn our group photo into an oil painting for my dad', 'oil'],
    ['retro halftone poster', 'halftone'],
    ['mach ein Poster im Pop-Art Look', 'halftone'],
    ['aquarell mit viel blau', '! style_colour'],
    ['comic style in red and blue', '! style_colour'],
    ['comic mit rotem Rahmen', 'border, cartoon'],
    ['rainy day mood', 'weather'],
    ['verregneter Tag', 'weather'],
    ['Gegenlichtaufnahme retten', 'low_light'],
    ['backlit photo, please brighten', 'low_light'],
    ['fill in my brows', 'part_colour'],
    ['Augenbrauen auffüllen', 'part_colour'],
    ['soften the lines next to my mouth', 'smooth_skin'],
    ['skin looks blotchy, even it out', 'smooth_skin'],
    ['neutral background', 'background_studio'],
    ['neutraler Hintergrund in Blau', 'background_colour'],
    ['neutraler Hintergrund, hellgrau', 'background_colour'],
    ['make the background neutral and light gray', 'background_colour'],
    ['zeichentrickmäßig', 'cartoon'],
    ['soft warm light from the left', 'relight'],
    ['Sonne von rechts', 'golden_hour'],
    ['Augen blau und größer', 'part_colour, reshape'],
    ['put a blurred city at night behind me', 'background_scene'],
    ['Rauschen weg, ist bei Nacht aufgenommen', 'denoise'],
    ['Frühnebel', 'weather'],
  ])('“%s” is %s', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });

  it.each([
    // Frames with more room, and several pictures.
    ['make the picture wider', '! widen_picture'],
    ['das Bild ist zu schmal', '! narrow_picture'],
    ['expand to 16:9 with blur', 'extend'],
    ['mehr Platz links und rechts', '! extend_shape'],
    ['not enough room on the right', '! extend_at'],
    ['make it wider', '! widen'],
    ['vier Fotos schön angeordnet', 'collage'],
    ['merge the two photos into one', 'collage'],
    ['put my boyfriend from picture 2 next to me', 'group'],
    ['stell Papa von Bild 2 neben uns', 'group'],
    ['cut me out of the first and put me into the second picture', 'background_picture'],
  ])('“%s” is %s', (prompt, expected) => {
    expect(read(prompt, 4)).toBe(expected);
  });
});

describe('a reason names what fails', () => {
  it.each([
    ['my ex is on the right, you know what to do', '! person_there'],
    ["the guy on the left shouldn't be there", '! person_there'],
    ['edit my ex out please', '! remove_people'],
    ['schneid meinen Ex aus dem Bild', '! crop_people'],
    ['remove the tourists', '! bystanders'],
    ['die Passanten weg', '! bystanders'],
    ['add a crowd behind me', '! bystanders_added'],
    ['Fremde im Hintergrund unkenntlich machen', '! bystanders_hidden'],
    ['Datum draufschreiben', '! words_unquoted'],
    ['wrinkles in my shirt', '! object'],
    ['get rid of the date stamp in the corner', '! words_exchanged'],
    ['Wasserzeichen unten rechts entfernen', '! words_exchanged'],
    ['remove “2019” from the bottom', '! words_quoted'],
    ['Katzenhaare vom Pulli entfernen', '! object_on_part'],
    ['please take the stain off my shirt', '! object_on_part'],
    ['remove the shine on my lips', '! finish_part'],
    ['my cheeks are so red, calm it down', '! skin_red'],
    ['mein nick zockerbube88 oben rechts', '! words_named'],
    ['put @jen.bakes in the bottom left', 'words'],
    ['add the date', '! words_added'],
    ['Person im Hintergrund stört', '! people_disliked'],
    ['remove everyone but me and him', '! remove_people'],
    ['Kratzer im Gesicht wegmachen', '! skin_marks'],
    ['crop out the left side', '! crop_side'],
    ['old photo of grandma, make it sharper', 'sharpen'],
    ['Stirn glänzt, bitte matter', '! finish'],
  ])('“%s” is %s', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });

  it('shares an effect of what is not done with the next part', () => {
    expect(read('blur out the license plate and all the faces')).toBe('anonymise, ! object');
    expect(read('brille blau und lippen auch')).toBe('part_colour, ! object');
    expect(read('remove the dog and my face')).not.toContain('anonymise');
  });

  it('tells what stays beside a thing that nothing finds', () => {
    const prompt = 'make my face brighter but not the window behind me';
    expect(read(prompt)).toBe('grade, ! keep');
    expect(readPrompt(prompt).steps).toEqual([
      expect.objectContaining({ where: { region: 'face', isInverted: false } }),
    ]);
  });

  it('leaves natural skin out', () => {
    for (const prompt of [
      'more vibrant but natural skin',
      'Farben lebendiger, Haut natürlich lassen',
    ]) {
      expect(readPrompt(prompt), prompt).toMatchObject({
        steps: [{ where: { region: 'skin', isInverted: true } }],
        notUnderstood: [],
      });
    }
  });

  it('covers no face of one person alone', () => {
    expect(readPrompt('nur das Gesicht meiner Tochter verpixeln').steps).toEqual([]);
    expect(read('only blur the faces')).toBe('anonymise');
  });

  it('does the exception of a face that stays', () => {
    expect(read('Bitte Gesicht unverändert lassen, nur die Hautunreinheiten entfernen')).toBe(
      'smooth_skin',
    );
    expect(read('Gesicht unverändert lassen, Haut glätten')).toBe('! skin');
  });
});
