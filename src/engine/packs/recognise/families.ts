/**
 * The models that are recognised, as data. Sizes, templates and ranges are those the makers of the models
 * and the programs that use them publish; licences are the makers' own words in short.
 */

/** What a pack does. */
export type PackKind =
  | 'embedder'
  | 'converter'
  | 'swapper'
  | 'restorer'
  | 'occluder'
  | 'parser'
  /** Speaks a text. */
  | 'speaker'
  /** Turns a voice into another. */
  | 'voice'
  /** Hears what is said, for the one before. */
  | 'encoder'
  /** Follows the pitch, for the same. */
  | 'estimator'
  /** Hears what a mouth does. */
  | 'sound_to_mouth'
  /** Paints a mouth on a face. */
  | 'mouth_painter'
  /** Moves a portrait. */
  | 'portrait_animator'
  /** Works for the one before. */
  | 'animator_part'
  /** Places the joints of people. */
  | 'pose_estimator'
  /** Says what part of a person a pixel is. */
  | 'human_parser'
  /** Changes pictures by words. */
  | 'diffusion'
  /** Works for the one before. */
  | 'diffusion_part'
  /** Tells people from their surroundings. */
  | 'matting';

/** Where the five points of a face lie in the picture a model sees; see `align/templates.ts`. */
export type TemplateName =
  | 'arcface_112_v1'
  | 'arcface_112_v2'
  | 'arcface_128'
  | 'ffhq_512'
  | 'mtcnn_512';

/** How the colours of a model come from colours of 0..1: `(colour - mean) / deviation`. */
export interface ColourRange {
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** What a licence allows. `unknown`: nothing is known, so nothing may be taken for granted. */
export type LicenceUse = 'open' | 'non_commercial' | 'unknown';

/** What is known of the right to use a model. */
export interface PackLicence {
  readonly text: string;
  readonly use: LicenceUse;
}

/** What a swapper takes for the face of the source. */
export type SourceForm =
  /** The embedding of length 1. */
  | 'embedding'
  /** The embedding times the matrix in the file (`emap`), then of length 1. */
  | 'mapped_embedding'
  /** The embedding through a converter of the same family, then of length 1. */
  | 'converted_embedding'
  /** The embedding through a converter, its length kept. */
  | 'converted_embedding_as_is'
  /** A picture of the face, 0..1. */
  | 'picture';

/** What all files of a family have in common. */
export interface PackFamily {
  /** Stable, for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
  /** Edges of the picture the model sees; of a swapper, of the target. Empty where it sees none. */
  readonly sizes: readonly number[];
  /** Parts of the file's name, in small letters and digits only; the longest that fits decides. */
  readonly hints: readonly string[];
  /** Whether the shapes alone are enough; otherwise the name has to say it. */
  readonly isKnownByShape: boolean;
  readonly template: TemplateName;
  readonly input: ColourRange;
  readonly output: ColourRange;
  readonly isBgr: boolean;
  readonly source: SourceForm | null;
  readonly licence: PackLicence;
  /** Why files of this family are recognised and yet not used. */
  readonly refusal: string | null;
}

/** Colours from 0 to 1. */
export const UNIT_RANGE: ColourRange = { mean: [0, 0, 0], deviation: [1, 1, 1] };
const SIGNED: ColourRange = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };
const IMAGENET: ColourRange = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

/** The licence of files of which nothing is known. */
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

/** Every family. */
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
    // Trained on pictures whose first channel is blue.
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
