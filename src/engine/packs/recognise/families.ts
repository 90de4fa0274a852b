/**
 * Recognised face models, as data. Sizes, templates and ranges are those published by the authors of the models and of
 * programs that use them; licences are the authors' own, abridged.
 */
import type { PackKind } from '../../../base/pack-kinds.ts';

/** Position of the five points of a face in a model's input; see `align/templates.ts`. */
export type TemplateName =
  | 'arcface_112_v1'
  | 'arcface_112_v2'
  | 'arcface_128'
  | 'ffhq_512'
  | 'mtcnn_512';

/** Normalisation of colours of 0..1: `(colour - mean) / deviation`. */
export interface ColourRange {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** Use that a licence allows. `unknown`: no permission may be assumed. */
export type LicenceUse = 'open' | 'non_commercial' | 'unknown';

/** Licence of a model. */
export interface PackLicence {
  readonly text: string;
  readonly use: LicenceUse;
}

/** Form in which a swapper takes the source face. */
export type SourceForm =
  /** Embedding, normalised. */
  | 'embedding'
  /** Embedding times the matrix in the file (`emap`), normalised. */
  | 'mapped_embedding'
  /** Embedding from a converter of the same family, normalised. */
  | 'converted_embedding'
  /** Embedding from a converter, not normalised. */
  | 'converted_embedding_as_is'
  /** Image of the face, 0..1. */
  | 'picture';

/** Common facts of all files of a family. */
export interface PackFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Edges of the model's input image; for a swapper, of the target. Empty without one. */
  readonly sizes: readonly number[];
  /** Parts of the file's name, in lower-case letters and digits; the longest match decides. */
  readonly hints: readonly string[];
  /** True when the shapes alone identify the family; otherwise the name must. */
  readonly isKnownByShape: boolean;
  readonly template: TemplateName;
  readonly input: ColourRange;
  readonly output: ColourRange;
  readonly isBgr: boolean;
  readonly source: SourceForm | null;
  readonly licence: PackLicence;
  /** Reason why recognised files of this family are not used. */
  readonly refusal: string | null;
}

/** Identity range: colours of 0..1. */
export const UNIT_RANGE: ColourRange = { mean: [0, 0, 0], deviation: [1, 1, 1] };
const SIGNED: ColourRange = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };
const IMAGENET: ColourRange = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

/** Licence of files of unknown origin. */
export const UNKNOWN_LICENCE: PackLicence = {
  text: 'Unknown. Ask who made this file before you use it.',
  use: 'unknown',
};
const INSIGHTFACE: PackLicence = {
  text: 'InsightFace: non-commercial research only',
  use: 'non_commercial',
};

const basis = {
  isKnownByShape: false,
  template: 'ffhq_512',
  input: UNIT_RANGE,
  output: UNIT_RANGE,
  isBgr: false,
  source: null,
  licence: UNKNOWN_LICENCE,
  refusal: null,
} as const;

const embedder = { ...basis, kind: 'embedder', sizes: [112], template: 'arcface_112_v2' } as const;
const swapper = { ...basis, kind: 'swapper', sizes: [256] } as const;
const converter = { ...basis, kind: 'converter', sizes: [] } as const;
const restorer = { ...basis, kind: 'restorer', input: SIGNED, output: SIGNED } as const;

/** All families. */
export const packFamilies: readonly PackFamily[] = [
  {
    ...embedder,
    family: 'arcface',
    label: 'ArcFace (w600k_r50)',
    hints: ['w600kr50', 'arcfacew600k'],
    isKnownByShape: true,
    input: SIGNED,
    licence: INSIGHTFACE,
  },
  {
    ...embedder,
    family: 'arcface_other',
    label: 'Face recognition, other than w600k_r50',
    hints: ['w600kmbf', 'glint', 'antelope', 'arcfacesimswap', 'arcfaceghost', 'r18', 'r34', 'mbf'],
    input: SIGNED,
    refusal: 'Swappers are trained for w600k_r50; with this one the result resembles nobody.',
  },
  {
    ...swapper,
    family: 'inswapper',
    label: 'InSwapper 128',
    sizes: [128],
    hints: ['inswapper'],
    isKnownByShape: true,
    template: 'arcface_128',
    source: 'mapped_embedding',
    licence: INSIGHTFACE,
  },
  {
    ...swapper,
    family: 'hyperswap',
    label: 'HyperSwap 256',
    hints: ['hyperswap'],
    template: 'arcface_128',
    input: SIGNED,
    output: SIGNED,
    source: 'embedding',
    licence: {
      text: 'FaceFusion ResearchRAIL: research, not for business',
      use: 'non_commercial',
    },
  },
  {
    ...swapper,
    family: 'simswap',
    label: 'SimSwap 256',
    hints: ['simswap'],
    template: 'arcface_112_v1',
    input: IMAGENET,
    source: 'converted_embedding',
    licence: { text: 'SimSwap: non-commercial only', use: 'non_commercial' },
  },
  {
    ...swapper,
    family: 'simswap_512',
    label: 'SimSwap 512',
    sizes: [512],
    hints: ['simswap'],
    isKnownByShape: true,
    template: 'arcface_112_v1',
    source: 'converted_embedding',
    licence: { text: 'SimSwap: non-commercial only', use: 'non_commercial' },
  },
  {
    ...swapper,
    family: 'ghost',
    label: 'GHOST 256',
    hints: ['ghost'],
    template: 'arcface_112_v1',
    input: SIGNED,
    output: SIGNED,
    source: 'converted_embedding_as_is',
    licence: { text: 'Apache-2.0', use: 'open' },
  },
  {
    ...swapper,
    family: 'hififace',
    label: 'HifiFace 256',
    hints: ['hififace'],
    template: 'mtcnn_512',
    input: SIGNED,
    output: SIGNED,
    source: 'converted_embedding',
  },
  {
    ...swapper,
    family: 'uniface',
    label: 'UniFace 256',
    hints: ['uniface'],
    isKnownByShape: true,
    input: SIGNED,
    output: SIGNED,
    source: 'picture',
  },
  {
    ...swapper,
    family: 'blendswap',
    label: 'BlendSwap 256',
    hints: ['blendswap'],
    isKnownByShape: true,
    source: 'picture',
    licence: { text: 'BlendSwap: non-commercial only', use: 'non_commercial' },
  },
  {
    ...converter,
    family: 'crossface_simswap',
    label: 'CrossFace for SimSwap',
    hints: ['crossfacesimswap', 'convertersimswap'],
  },
  {
    ...converter,
    family: 'crossface_ghost',
    label: 'CrossFace for GHOST',
    hints: ['crossfaceghost', 'converterghost'],
  },
  {
    ...converter,
    family: 'crossface_hififace',
    label: 'CrossFace for HifiFace',
    hints: ['crossfacehififace', 'converterhififace'],
  },
  {
    ...restorer,
    family: 'gfpgan',
    label: 'GFPGAN',
    sizes: [512],
    hints: ['gfpgan'],
    licence: { text: 'Apache-2.0', use: 'open' },
  },
  {
    ...restorer,
    family: 'gpen_256',
    label: 'GPEN 256',
    sizes: [256],
    hints: ['gpen'],
    template: 'arcface_128',
    licence: { text: 'GPEN: non-commercial only', use: 'non_commercial' },
  },
  {
    ...restorer,
    family: 'gpen',
    label: 'GPEN',
    sizes: [512, 1024, 2048],
    hints: ['gpen'],
    licence: { text: 'GPEN: non-commercial only', use: 'non_commercial' },
  },
  {
    ...restorer,
    family: 'codeformer',
    label: 'CodeFormer',
    sizes: [512],
    hints: ['codeformer'],
    licence: { text: 'S-Lab 1.0: non-commercial only', use: 'non_commercial' },
  },
  {
    ...restorer,
    family: 'restoreformer',
    label: 'RestoreFormer',
    sizes: [512],
    hints: ['restoreformer'],
    licence: { text: 'Apache-2.0', use: 'open' },
  },
  {
    ...restorer,
    family: 'restorer',
    label: 'Face restorer',
    sizes: [512],
    hints: [],
    isKnownByShape: true,
  },
  {
    ...basis,
    kind: 'occluder',
    family: 'xseg',
    label: 'XSeg',
    sizes: [256],
    hints: ['xseg', 'occluder'],
    isKnownByShape: true,
    // XSeg was trained on BGR images.
    isBgr: true,
    licence: { text: 'GPL-3.0', use: 'open' },
  },
  {
    ...basis,
    kind: 'parser',
    family: 'bisenet',
    label: 'BiSeNet',
    sizes: [512],
    hints: ['bisenet', 'faceparser', 'faceparsing'],
    isKnownByShape: true,
    input: IMAGENET,
    licence: { text: 'MIT', use: 'open' },
  },
];
