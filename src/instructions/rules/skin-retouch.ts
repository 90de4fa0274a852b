import { faceZones, type FaceZone } from '../step.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';
import { type Says, wish } from './define.ts';

/** Parts of a face that have skin. */
const SKIN_PARTS = 'face|skin|nose|cheeks|person|pronoun';

/** What may stand beside a wish about skin. */
const BESIDE = ['face', 'skin', 'nose', 'cheeks', 'person', 'pronoun', 'is', 'there', 'picture'];

/** Zones of the skin that a wish names; undefined for all of it. */
function findZones({ concepts }: WishValues): readonly FaceZone[] | undefined {
  const zones = faceZones.filter(
    (zone) => concepts.includes(zone) || concepts.includes(`face:${zone}`),
  );
  return zones.length === 0 ? undefined : zones;
}

const shine = (id: string, needs: readonly string[], examples: WishExamples) =>
  wish(id, {
    topic: 'shine',
    needs,
    may: [...BESIDE, 'remove', 'less', 'too', 'zu', 'fix', 'not', 'finish', 'dislike', 'smooth'],
    unless: ['add', 'more', 'hair', 'clothes', 'lips', 'object'],
    says: shineSays,
    examples,
    touches: ['skin'],
    make: (values) => [{ kind: 'reduce_shine', amount: values.much, zones: findZones(values) }],
  });
const shineSays: Says = [
  'Takes shine off the skin of faces; pores stay.',
  'Nimmt der Haut im Gesicht den Glanz; Poren bleiben.',
  'Quita brillo a la piel de la cara; los poros se quedan.',
];

/** What people call red skin. */
const RED = 'colour:red|colour:pink';

/** What may be red and is no skin. */
const NOT_SKIN =
  'add more hair clothes lips eyes object background except golden light sky place night picture'.split(
    ' ',
  );

const redness = (
  id: string,
  needs: readonly string[],
  examples: WishExamples,
  beside: readonly string[] = BESIDE,
) =>
  wish(id, {
    topic: 'redness',
    needs,
    may: [...beside, 'remove', 'less', 'too', 'zu', 'fix', 'not', 'dislike', 'smooth', 'conceal'],
    unless: NOT_SKIN,
    says: rednessSays,
    examples,
    touches: ['skin'],
    make: (values) => [{ kind: 'reduce_redness', amount: values.much, zones: findZones(values) }],
  });
const rednessSays: Says = [
  'Takes redness from the skin of faces; lips stay.',
  'Nimmt der Haut im Gesicht Rötungen; Lippen bleiben.',
  'Quita lo rojo a la piel de la cara; los labios se quedan.',
];

/** Words that want less of it. */
const REDUCED = 'less|remove|fix|not|too|zu|dislike|conceal|smooth';

/** Rules about the shine and the redness of skin, and about red eyes. */
export const skinRules: readonly InstructionRule[] = [
  shine('shine', ['finish:shine|finish:oily', 'less|remove|too|zu|fix|not|dislike', SKIN_PARTS], {
    en: ['less shiny skin'],
    de: ['Haut weniger glänzend'],
    es: ['menos brillo en la cara'],
  }),
  shine('shine_oily', ['finish:oily|finish:matte', 'face|skin|nose|cheeks'], {
    en: ['oily forehead'],
    de: ['fettige Stirn'],
    es: ['piel grasa'],
  }),
  redness(
    'redness',
    ['redness', REDUCED],
    { en: ['reduce the redness'], de: ['weniger Rötungen'], es: ['menos rojeces'] },
    // “The redness of the picture” is a cast of its light.
    BESIDE.filter((kind) => kind !== 'picture'),
  ),
  redness('redness_there', ['redness', 'picture', REDUCED, SKIN_PARTS], {}),
  redness('skin_red', ['face|skin|cheeks|nose', 'less|too|zu|remove|not|fix', RED], {
    en: ['less red cheeks'],
    de: ['Wangen weniger rot'],
    es: ['mejillas menos rojas'],
  }),
  redness('skin_tone', ['skin:tone', 'smooth'], {
    en: ['even out my skin tone'],
    de: ['Hautton ausgleichen'],
  }),
  wish('red_eyes', {
    needs: ['eyes', 'remove|fix', 'colour:red'],
    may: ['person', 'pronoun', 'picture', 'face', 'listed', 'there', 'redeye'],
    unless: ['add', 'more', 'makeup', 'lips', 'object', 'skin', 'g', 'rim', 'outline', 'edges'],
    says: [
      'Darkens pupils that a flash lit red; whites of eyes stay.',
      'Dunkelt Pupillen ab, die ein Blitz rot gemacht hat; das Weiße der Augen bleibt.',
      'Oscurece pupilas que un flash puso rojas; el blanco de los ojos se queda.',
    ],
    examples: {
      en: ['remove the red eyes'],
      de: ['rote Augen entfernen'],
      es: ['quita los ojos rojos'],
    },
    touches: ['eyes'],
    make: () => [{ kind: 'fix_red_eyes' }],
  }),
];
