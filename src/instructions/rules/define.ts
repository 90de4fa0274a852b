import type { WishStep } from '../live-step.ts';
import type { InstructionRule, WishExamples, WishValues } from '../rule.ts';

/** A text in English, German and Spanish. */
export type Says = readonly [en: string, de: string, es: string];

/** Amount, 0..1, of a wish that names none. */
export const DEFAULT_AMOUNT = 0.65;

interface WishParts {
  readonly topic?: string;
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  readonly unless?: readonly string[];
  readonly says: Says;
  readonly examples?: WishExamples;
  readonly canConfine?: boolean;
  readonly mayHoldUnknown?: boolean;
  readonly touches?: readonly string[];
  readonly make: (values: WishValues & { readonly much: number }) => readonly WishStep[];
}

/** Defines a wish that is done. `much` is the named amount, or the default. */
export function wish(id: string, parts: WishParts): InstructionRule {
  const { needs, says, make } = parts;
  return {
    id,
    topic: parts.topic ?? id,
    needs,
    may: parts.may ?? [],
    unless: parts.unless ?? [],
    says: toText(says),
    examples: parts.examples ?? {},
    canConfine: parts.canConfine ?? false,
    mayHoldUnknown: parts.mayHoldUnknown ?? false,
    touches: parts.touches ?? ['all'],
    make: (values) => make({ ...values, much: values.amount ?? DEFAULT_AMOUNT }),
  };
}

/** Defines a wish that is understood but not done, with alternatives to ask for. */
export function notOffered(
  id: string,
  needs: readonly string[],
  says: Says,
  may: readonly string[] = [],
): InstructionRule {
  return {
    id,
    topic: `not ${id}`,
    needs,
    may: [...anything, ...may],
    unless: [],
    says: toText(says),
    examples: {},
    canConfine: false,
    mayHoldUnknown: false,
    touches: [],
    make: null,
  };
}

/** Concepts that may accompany a wish that is not offered and belong to it. */
const anything =
  `add listed remove replace person face background picture colour colourword side more less hair clothes skin keep only
  is pose body amount infront object place material garment age bodyshape named wall bigger smaller light sky not pronoun quality
  g text cinematic too zu match golden night vintage wide slim raise open close fix smooth enhance sharpen blur blemish eyes mouth lips nose teeth brows cheeks drawn drawme painted dislike hide neontint studio transparent number there blush restored conceal cast undereyes rotate border bars`.split(
    /\s+/,
  );

function toText([en, de, es]: Says): InstructionRule['says'] {
  return { en, de, es };
}
