/**
 * What can be changed in pictures. What is missing here is not offered, because it was looked at and is not good enough or
 * because pixels alone cannot do it: removing people or things, skies, new things, real places, clothes, ages, poses.
 */

/** sRGB, 0..255. */
export type StepColour = readonly [red: number, green: number, blue: number];

/** Parts of a picture that a step can be confined to, the most exact first. */
export const stepRegions = [
  'lips',
  'eyes',
  'hair',
  'clothes',
  'skin',
  'face',
  'background',
  'person',
] as const;
/** A part that {@link stepRegions} names. */
export type StepRegion = (typeof stepRegions)[number];

/** What a step is confined to: a part, or all but that. */
export interface StepArea {
  readonly region: StepRegion;
  readonly isInverted: boolean;
}

/** Where the light of a lamp may come from; `left` is the left of the picture. */
export const lightSides = ['left', 'right', 'top', 'bottom', 'front'] as const;
/** A side that {@link lightSides} names. */
export type LightSide = (typeof lightSides)[number];

/** Looks that are functions from colour to colour; any number of them become one table. */
export const grades = [
  'brighter',
  'darker',
  'more_contrast',
  'less_contrast',
  'warmer',
  'cooler',
  'more_saturated',
  'less_saturated',
  'black_and_white',
  'noir',
  'sepia',
  'cinematic',
  'vintage',
  'pastel',
  'neon_tint',
  'night',
] as const;
/** A mood of colours that {@link grades} names. */
export type GradeName = (typeof grades)[number];

/** Changes of the shape of faces. Closed eyes stay closed; teeth do not appear. */
export const faceShapes = [
  'smile',
  'sad',
  'close_mouth',
  'open_eyes',
  'bigger_eyes',
  'slimmer_face',
  'wider_face',
  'smaller_nose',
  'raised_brows',
  'fuller_lips',
] as const;
/** A change of shape that {@link faceShapes} names. */
export type FaceShape = (typeof faceShapes)[number];

/** Styles of whole pictures. `anime` is a flat cartoon with larger eyes, no drawn figure; `neon` loses who it is. */
export const pictureStyles = [
  'cartoon',
  'anime',
  'pencil',
  'watercolour',
  'oil',
  'pixel_art',
  'halftone',
  'neon',
  'tape',
] as const;
/** A style that {@link pictureStyles} names. */
export type PictureStyle = (typeof pictureStyles)[number];

/** Ways to turn a picture: mirrored left to right, by a quarter to a side, upside down. */
export const pictureTurns = ['mirror', 'left', 'right', 'half'] as const;
/** A way that {@link pictureTurns} names. */
export type PictureTurn = (typeof pictureTurns)[number];

/** Grounds that are drawn. They are soft, and no real places. */
export const sceneNames = [
  'gradient',
  'lights',
  'beach',
  'sunset',
  'stars',
  'city',
  'garden',
  'office',
] as const;
/** A ground that {@link sceneNames} names. */
export type SceneName = (typeof sceneNames)[number];

/** How large words on a picture are. */
export const captionSizes = ['small', 'usual', 'large'] as const;
/** A size that {@link captionSizes} names. */
export type CaptionSize = (typeof captionSizes)[number];

/** Where words stand on a picture. */
export interface CaptionAnchor {
  readonly across: 'left' | 'middle' | 'right';
  readonly down: 'top' | 'middle' | 'bottom';
}

/** Parts of people that get another colour. */
export const colouredParts = ['lips', 'eyes', 'brows', 'hair', 'clothes'] as const;
/** A part that {@link colouredParts} names. */
export type ColouredPart = (typeof colouredParts)[number];

/** How much of something, 0..1; 0.65 where nothing is said. */
interface Amount {
  readonly amount: number;
}

/** May be done in a part of the picture alone. */
interface Confined {
  readonly where?: StepArea | undefined;
}

/** A kind of step with what belongs to it. Pictures are numbered from 1. */
export type ReimagineStep =
  | ({ readonly kind: 'low_light' } & Amount)
  | ({ readonly kind: 'denoise' } & Amount & Confined)
  | ({ readonly kind: 'reshape'; readonly shape: FaceShape } & Amount)
  | ({ readonly kind: 'smooth_skin' } & Amount)
  | ({ readonly kind: 'whiten_teeth' } & Amount)
  | ({ readonly kind: 'lighten_under_eyes' } & Amount)
  | ({ readonly kind: 'blush'; readonly colour: StepColour } & Amount)
  | ({
      readonly kind: 'part_colour';
      readonly part: ColouredPart;
      readonly colour: StepColour;
    } & Amount)
  /** Refuses a picture without a face instead of letting it through. */
  | { readonly kind: 'anonymise'; readonly cover: 'cells' | 'blur' }
  | ({ readonly kind: 'background_blur' } & Amount)
  | { readonly kind: 'background_colour'; readonly colour: StepColour }
  /** A wall of one colour, lighter behind the person. */
  | { readonly kind: 'background_studio'; readonly colour: StepColour }
  /** A ground that is drawn; only a gradient has a colour. */
  | {
      readonly kind: 'background_scene';
      readonly scene: SceneName;
      readonly colour?: StepColour | undefined;
    }
  /** Stills only. */
  | { readonly kind: 'background_transparent' }
  /** The people of the first picture, or of picture `front`, before picture `picture`. */
  | {
      readonly kind: 'background_picture';
      readonly picture: number;
      readonly front?: number | undefined;
    }
  | ({
      readonly kind: 'relight';
      readonly side: LightSide;
      readonly colour?: StepColour | undefined;
    } & Amount)
  | ({ readonly kind: 'golden_hour'; readonly side: 'left' | 'right' } & Amount)
  | ({ readonly kind: 'weather'; readonly weather: 'rain' | 'snow' | 'fog' } & Amount)
  | ({ readonly kind: 'match_colours'; readonly picture: number } & Amount)
  /** Light and contrast set by what is measured. */
  | ({ readonly kind: 'auto_levels' } & Amount)
  /** Null: the cast that is measured. */
  | ({ readonly kind: 'remove_cast'; readonly colour: StepColour | null } & Amount)
  | ({ readonly kind: 'grade'; readonly grade: GradeName } & Amount & Confined)
  /** All light in one colour. */
  | ({ readonly kind: 'tint'; readonly colour: StepColour } & Amount)
  /** Black and white but for what has about this hue. */
  | { readonly kind: 'keep_colour'; readonly colour: StepColour }
  | ({ readonly kind: 'style'; readonly style: PictureStyle } & Confined)
  | ({ readonly kind: 'sharpen' } & Amount & Confined)
  | ({ readonly kind: 'grain' } & Amount)
  | ({ readonly kind: 'vignette' } & Amount)
  /** Cut to a shape (width by height) around the faces. */
  | { readonly kind: 'crop'; readonly aspect: number }
  /** Widened to a shape with a soft copy of the picture; nothing is invented. */
  | { readonly kind: 'extend'; readonly aspect: number }
  /** Cut closely around the faces; the shape stays. */
  | { readonly kind: 'crop_close' }
  | { readonly kind: 'turn'; readonly turn: PictureTurn }
  /** Twice the size, sharpened; nothing is invented. Stills only. */
  | { readonly kind: 'enlarge' }
  /** Bars above and below, as in cinemas. */
  | { readonly kind: 'bars'; readonly colour: StepColour }
  | { readonly kind: 'border'; readonly colour: StepColour }
  /** Words on the picture; without a colour of its own the line around them is dark, or light around dark ones. */
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly place: CaptionAnchor;
      readonly size: CaptionSize;
      readonly colour: StepColour;
      readonly outline?: StepColour | undefined;
    }
  /** All pictures on one, each changed by the other steps. Stills only. */
  | { readonly kind: 'collage' }
  /** People of all pictures side by side, but for those that other steps name; the other steps change the result. Stills only. */
  | { readonly kind: 'group' };

/** The kinds by name. */
export type StepKind = ReimagineStep['kind'];

/** Kinds that need a face; a picture without one leaves them undone. */
const FACE_KINDS: ReadonlySet<StepKind> = new Set<StepKind>([
  'reshape',
  'smooth_skin',
  'whiten_teeth',
  'lighten_under_eyes',
  'blush',
  'anonymise',
  'relight',
  'crop_close',
]);

/** Whether a step can be done only where there is a face. */
export function needsFace(step: ReimagineStep): boolean {
  return FACE_KINDS.has(step.kind) || step.kind === 'part_colour';
}

/** Kinds that are good in stills and were not calm in videos, or have no meaning there. */
const STILL_KINDS: ReadonlySet<StepKind> = new Set<StepKind>([
  'background_transparent',
  'collage',
  'group',
  'enlarge',
  // A video may begin without a face, and its frames have one size.
  'crop_close',
]);

/** Styles that are calm in videos: hatching, strokes of paint and large pixels are others in every frame. */
const VIDEO_STYLES: readonly PictureStyle[] = [
  'cartoon',
  'anime',
  'watercolour',
  'neon',
  'halftone',
  'tape',
];
/** Parts that are cut out of each picture anew, and otherwise in each frame. */
const CUT_PARTS: readonly string[] = ['hair', 'clothes'];

/** Whether a step is offered for videos; pictures beside the video are not. */
export function isOfferedInVideo(step: ReimagineStep): boolean {
  if (STILL_KINDS.has(step.kind)) {
    return false;
  }
  if ('where' in step && step.where !== undefined && CUT_PARTS.includes(step.where.region)) {
    return false;
  }
  if (step.kind === 'part_colour') {
    return !CUT_PARTS.includes(step.part);
  }
  if (step.kind === 'style') {
    return VIDEO_STYLES.includes(step.style);
  }
  // A request for a video has no pictures.
  return step.kind !== 'background_picture' && step.kind !== 'match_colours';
}
