import type { MattingSignature } from './matting/matting-signature.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';
import { type ColourRange, type PackLicence, UNIT_RANGE } from './families.ts';

/** Common facts of all matting networks of an architecture. */
export interface MattingFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name, in lower-case letters and digits, that identify the family. */
  readonly hints: readonly string[];
  readonly input: ColourRange;
  /** Longest side of the input, where its size is open. */
  readonly longestSide: number;
  /** Number that the sides of the input must be a multiple of. */
  readonly multiple: number;
  readonly licence: PackLicence;
}

const basis = { kind: 'matting', longestSide: 1024, multiple: 32 } as const;

/** All families. */
export const mattingFamilies = {
  rvm: {
    ...basis,
    family: 'rvm',
    label: 'Robust Video Matting',
    hints: ['rvm', 'robustvideomatting'],
    input: UNIT_RANGE,
    multiple: 1,
    licence: { text: 'GPL-3.0', use: 'open' },
  },
  modnet: {
    ...basis,
    family: 'modnet',
    label: 'MODNet',
    hints: ['modnet'],
    input: { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] },
    longestSide: 768,
    licence: { text: 'Apache-2.0', use: 'open' },
  },
  birefnet: {
    ...basis,
    family: 'birefnet',
    label: 'BiRefNet',
    hints: ['birefnet'],
    input: { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] },
    licence: { text: 'MIT', use: 'open' },
  },
  isnet: {
    ...basis,
    family: 'isnet',
    label: 'ISNet',
    hints: ['isnet'],
    input: { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] },
    licence: {
      text: 'Apache-2.0; what it was trained on has terms of its own',
      use: 'unknown',
    },
  },
} as const satisfies Readonly<Record<string, MattingFamily>>;

/** Finds the family by its recurrent state, then by its name; null when only a name could tell. */
export function findMattingFamily(
  { memory, size }: Pick<MattingSignature, 'memory' | 'size'>,
  name: string,
): { readonly family: MattingFamily; readonly isNamed: boolean } | null {
  const families: readonly MattingFamily[] = Object.values(mattingFamilies);
  const named = families.find(
    ({ family, hints }) =>
      (family === 'rvm') === (memory !== null) && hints.some((hint) => name.includes(hint)),
  );
  if (named !== undefined) {
    return { family: named, isNamed: true };
  }
  if (memory !== null) {
    return { family: mattingFamilies.rvm, isNamed: false };
  }
  // ISNet and BiRefNet take 1024 × 1024 and normalise colours differently.
  return size === null || Math.max(size.width, size.height) < 1024
    ? { family: mattingFamilies.modnet, isNamed: false }
    : null;
}
