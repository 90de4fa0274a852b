import type { MattingSignature } from './matting/matting-signature.ts';
import { type ColourRange, type PackKind, type PackLicence, UNIT_RANGE } from './families.ts';

/** What all networks of a maker that tell people from their surroundings have in common. */
export interface MattingFamily {
  /** Stable, for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Parts of the file's name, in small letters and digits only, by which it is known. */
  readonly hints: readonly string[];
  readonly input: ColourRange;
  /** Longest side of what it sees, where that is open. */
  readonly longestSide: number;
  /** What its sides have to be a multiple of. */
  readonly multiple: number;
  readonly licence: PackLicence;
}

const basis = { kind: 'matting', longestSide: 1024, multiple: 32 } as const;

/** Every family. */
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

/** Whose file it is: by what it remembers, then by its name; null where the name would have to say it and does not. */
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
  // The two that see 1024 by 1024 take colours differently.
  return size === null || Math.max(size.width, size.height) < 1024
    ? { family: mattingFamilies.modnet, isNamed: false }
    : null;
}
