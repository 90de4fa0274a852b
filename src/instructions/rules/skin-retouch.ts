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

/** Rules about the shine of skin. */
export const shineRules: readonly InstructionRule[] = [
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
];
