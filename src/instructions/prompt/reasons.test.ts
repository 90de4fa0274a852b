import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

const read = (prompt: string, pictures = 1) => readPrompt(prompt, { pictures });
const wishesOf = (prompt: string, pictures = 1): string[] =>
  read(prompt, pictures).notOffered.map(({ wish }) => wish);

describe('what is not done', () => {
  it.each([
    ['swap my face and my sister’s', 'swap_faces'],
    ['make my eyes less red', 'eyes_are_red'],
    ['red eye', 'eyes_are_red'],
    ['raise my arm', 'limb'],
    ['remove @lena from the corner', 'words_quoted'],
    ['@lena oben links entfernen', 'words_quoted'],
    ['let them hold hands', 'pose'],
    ['heb den linken Arm hoch', 'limb_at_side'],
    ['a hat for the man on the left', 'object_at_side'],
    ['make me a statue of stone', 'material'],
    ['die Vase aus Porzellan', 'material'],
    ['my face looks so tired, freshen it up', 'tired'],
    ['ich seh müde aus', 'tired'],
    ['stronger jawline', 'face_shape'],
    ['replace the 9 on the jersey with 11', 'words_number'],
    ['make the title bigger and blue instead of green', 'words_changed'],
    ['translate the sign', 'words_exchanged'],
    ['am Anfang „Folge 3“ einblenden', 'words_timed'],
    ['the wrinkles on my neck, less of them', 'skin_spot'],
    ['get rid of the zit on my chin, touch nothing else', 'skin_blemish'],
    ['golden hour, but keep my skin as it is', 'golden_hour'],
    ['the microphone covers my mouth, take it away', 'object_over_part'],
    ['a different background please', 'background_other'],
  ])('has the reason of its own in “%s”', (prompt, wish) => {
    expect(read(prompt).steps).toEqual([]);
    expect(wishesOf(prompt)).toEqual([wish]);
    expect(read(prompt).notUnderstood).toEqual([]);
  });

  it.each([
    ['picture 1 in the style of picture 2', 'two_pictures'],
    ['my eyes from picture 2', 'picture_part'],
    ['the lipstick of no. 2', 'picture_part'],
    ['„nachher“ auf Bild 2', 'words_on_picture'],
  ])('says what further pictures are for in “%s”', (prompt, wish) => {
    expect(read(prompt, 2).steps).toEqual([]);
    expect(wishesOf(prompt, 2)).toEqual([wish]);
  });
});

describe('wishes beside words that add nothing', () => {
  it.each([
    ['brighten it, i hate when apps do that', ['grade']],
    ['my cam is old so a bit less noise would be nice', ['denoise']],
    ['iron out my skin, webcam is merciless', ['smooth_skin']],
    ['faces unrecognisable, not just with bars', ['anonymise']],
    ['Gesichter unkenntlich, nicht nur Balken', ['anonymise']],
    ['at the beach instead of the kitchen', ['background_scene']],
    ['plain white instead of my kitchen', ['background_colour']],
    ['change the background to a cosy studio', ['background_studio']],
    ['fog, quite thick', ['weather']],
    ['fix the blemishes on my cheeks', ['smooth_skin']],
    ['more light on my face', ['grade']],
    ['side by side with thin white lines between', ['collage']],
    ['das Trikot knallrot', ['part_colour']],
    ['erst freistellen, dann auf gelb', ['background_colour']],
    ['get rid of the grain but don’t make it mushy', ['denoise']],
  ])('are done in “%s”', (prompt, kinds) => {
    const { steps, notOffered, notUnderstood } = read(prompt, 2);
    expect(steps.map(({ kind }) => kind)).toEqual(kinds);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it('says how thick fog is', () => {
    expect(read('fog, quite thick').steps).toMatchObject([{ weather: 'fog', amount: 1 }]);
    expect(read('snow, but thin').steps).toMatchObject([{ weather: 'snow', amount: 0.35 }]);
  });

  it('leaves a face out of a tone that is too much there', () => {
    expect(read('etwas wärmer und nicht so gelb im Gesicht').steps).toMatchObject([
      { kind: 'grade', grade: 'warmer', where: { region: 'face', isInverted: true } },
    ]);
  });

  it('dims a softer background, and nothing else', () => {
    expect(read('only the background softer and less bright').steps).toMatchObject([
      { kind: 'background_blur' },
      { kind: 'grade', grade: 'darker', where: { region: 'background' } },
    ]);
  });
});

describe('wishes that name what they leave out', () => {
  it.each([
    ['darken the background but not me', 'background'],
    ['Hintergrund dunkler, aber nicht uns', 'background'],
    ['brighten my face but not the background', 'face'],
    ['nur der Hintergrund soll schwarzweiß sein, ich bleib farbig', 'background'],
  ])('change the other part of “%s”', (prompt, region) => {
    expect(read(prompt).steps).toMatchObject([
      { kind: 'grade', where: { region, isInverted: false } },
    ]);
  });

  it('are not done where the part is within the other', () => {
    expect(read('sharpen the face but not the lips').steps).toEqual([]);
  });
});

describe('everyday wishes', () => {
  it.each([
    ['blur what’s behind my chair, the laundry is embarrassing', ['background_blur']],
    ['fairy lights blurred behind me', ['background_scene']],
    ['take the second photo and put it behind me', ['background_picture']],
    ['pink light on one side, blue on the other', ['relight', 'relight']],
    ['the wrinkles on my forehead, a little softer', ['smooth_skin']],
    ['make the dress a deep wine red', ['part_colour']],
    ['only my shirt in colour, rest grey', ['grade']],
    ['boost the colours of my dress', ['grade']],
    ['could the video have a little more punch', ['grade']],
    ['kühl und klar wie ein Wintermorgen', ['grade', 'sharpen']],
    ['Sepia wie bei Uroma', ['grade']],
    ['weißer Rahmen drum, schön breit', ['border']],
    ['uns alle drei zusammen auf ein Bild', ['group']],
    ['put the four of us from these pictures together into one shot', ['group']],
    ['get the three of us into one group photo', ['group']],
    ['a starry sky behind us would be dreamy', ['background_scene']],
    ['meinen Bruder von Foto 2 zu uns aufs Foto', ['group']],
    ['add my brother from picture 2 to our photo', ['group']],
    ['add a bit of warmth to our photo', ['grade']],
    ['alles schwarzweiß nur die rote Jacke bleibt rot', ['grade']],
    ['cover the background with a plain colour, dark green maybe', ['background_colour']],
    ['my nose looks huge, make it a bit smaller', ['reshape']],
    ['for a youtube thumbnail: brighter', ['grade']],
    ['reaction clip: blur my room', ['background_blur']],
    ['the photo is sideways, rotate it right', ['turn']],
    ['what’s behind me should be a beach, not my kitchen', ['background_scene']],
    ['a soft blush', ['blush']],
    ['letterbox bars like in the movies', ['bars']],
    ['my eyebrows are too light, darken them', ['part_colour']],
    ['get rid of the red tint from the club lights', ['remove_cast']],
    [
      'I took this with an old phone so it’s grainy, can you clean it up and sharpen it',
      ['denoise', 'sharpen'],
    ],
    ['polaroid style frame with “Summer” underneath', ['border', 'words']],
    ['keiner soll uns erkennen können', ['anonymise']],
  ])('are wholly done: “%s”', (prompt, kinds) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 4 });
    expect(steps.map(({ kind }) => kind)).toEqual(kinds);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });
});

it('reads a complaint of dull colours as a wish for stronger ones', () => {
  expect(read('colours look dull').steps).toMatchObject([{ grade: 'more_saturated' }]);
  expect(read('matte colours, boost them').steps).toEqual([]);
});
