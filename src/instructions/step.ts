import type { PersonChoice } from './person-choice.ts';

/**
 * The steps that can change images. Removing objects, skies, new objects, real places, clothes, ages and poses are
 * missing because they were tried and are not good enough, or cannot be derived from pixels alone.
 */

/** sRGB, 0..255. */
export type StepColour = readonly [red: number, green: number, blue: number];

/** Regions of an image that a step can be confined to, the most specific first. */
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
/** One of {@link stepRegions}. */
export type StepRegion = (typeof stepRegions)[number];

/** Area that a step is confined to: a region, or everything but that region. */
export interface StepArea {
  readonly region: StepRegion;
  readonly isInverted: boolean;
}

/** Directions from which a lamp shines; `left` is the left of the image. */
export const lightSides = ['left', 'right', 'top', 'bottom', 'front'] as const;
/** One of {@link lightSides}. */
export type LightSide = (typeof lightSides)[number];

/** Looks that map each colour to another; several of them are combined into one table. */
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
/** One of {@link grades}. */
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
/** One of {@link faceShapes}. */
export type FaceShape = (typeof faceShapes)[number];

/**
 * Styles of whole images. `anime` is a flat cartoon with larger eyes, not a drawn character; people are hard to
 * recognise in `neon`.
 */
export const imageStyles = [
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
/** One of {@link imageStyles}. */
export type ImageStyle = (typeof imageStyles)[number];

/** Ways to turn an image: mirrored left to right, a quarter turn to the left or right, upside down. */
export const imageTurns = ['mirror', 'left', 'right', 'half'] as const;
/** One of {@link imageTurns}. */
export type ImageTurn = (typeof imageTurns)[number];

/** Drawn backgrounds: soft, and no real places. */
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
/** One of {@link sceneNames}. */
export type SceneName = (typeof sceneNames)[number];

/** Font sizes of captions. */
export const captionSizes = ['small', 'usual', 'large'] as const;
/** One of {@link captionSizes}. */
export type CaptionSize = (typeof captionSizes)[number];

/** Position of a caption on an image. */
export interface CaptionAnchor {
  readonly across: 'left' | 'middle' | 'right';
  readonly down: 'top' | 'middle' | 'bottom';
}

/** Parts of people that can be recoloured. */
export const colouredParts = ['lips', 'eyes', 'brows', 'hair', 'clothes'] as const;
/** One of {@link colouredParts}. */
export type ColouredPart = (typeof colouredParts)[number];

/** Zones of the skin of a face. */
export const faceZones = ['forehead', 'nose', 'cheeks', 'chin'] as const;
/** One of {@link faceZones}. */
export type FaceZone = (typeof faceZones)[number];

/** A step on the skin of faces; all of it where no zone is named. */
interface Zoned {
  readonly zones?: readonly FaceZone[] | undefined;
}

/** Strength of a step, 0..1; 0.65 where the prompt names none. */
interface Amount {
  readonly amount: number;
}

/** A step that can be confined to an area of the image. */
interface Confined {
  readonly where?: StepArea | undefined;
}

/** A step with its parameters. Images are numbered from 1. */
export type ReimagineStep =
  | ({ readonly kind: 'low_light' } & Amount)
  | ({ readonly kind: 'denoise' } & Amount & Confined)
  | ({ readonly kind: 'reshape'; readonly shape: FaceShape } & Amount)
  | ({ readonly kind: 'smooth_skin' } & Amount)
  | ({ readonly kind: 'whiten_teeth' } & Amount)
  | ({ readonly kind: 'lighten_under_eyes' } & Amount)
  /** Darkens pupils that a flash lit red. Stills only. */
  | { readonly kind: 'fix_red_eyes' }
  | ({ readonly kind: 'reduce_shine' } & Amount & Zoned)
  | ({ readonly kind: 'reduce_redness' } & Amount & Zoned)
  | ({ readonly kind: 'blush'; readonly colour: StepColour } & Amount)
  | ({
      readonly kind: 'part_colour';
      readonly part: ColouredPart;
      readonly colour: StepColour;
    } & Amount)
  /** Rejects an image without a face, or without the chosen one, instead of returning it unchanged. */
  | {
      readonly kind: 'anonymise';
      readonly cover: 'cells' | 'blur';
      /** The covered people; all of them without it. Stills only. */
      readonly who?: PersonChoice | undefined;
    }
  /** Takes the chosen people out, before all other steps; rejects an image where that would not be clean. Stills only. */
  | { readonly kind: 'remove_person'; readonly who: PersonChoice }
  | ({ readonly kind: 'background_blur' } & Amount)
  | { readonly kind: 'background_colour'; readonly colour: StepColour }
  /** A wall of one colour, lighter behind the person. */
  | { readonly kind: 'background_studio'; readonly colour: StepColour }
  /** A drawn background; only a gradient has a colour. */
  | {
      readonly kind: 'background_scene';
      readonly scene: SceneName;
      readonly colour?: StepColour | undefined;
    }
  /** Stills only. */
  | { readonly kind: 'background_transparent' }
  /** Puts the people of the first image, or of image `front`, in front of image `picture`. */
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
  /** Sets light and contrast by measuring the image. */
  | ({ readonly kind: 'auto_levels' } & Amount)
  /** Removes the cast of this colour; null removes the measured cast. */
  | ({ readonly kind: 'remove_cast'; readonly colour: StepColour | null } & Amount)
  | ({ readonly kind: 'grade'; readonly grade: GradeName } & Amount & Confined)
  /** Colours all light. */
  | ({ readonly kind: 'tint'; readonly colour: StepColour } & Amount)
  /** Makes everything black and white except colours of about this hue. */
  | { readonly kind: 'keep_colour'; readonly colour: StepColour }
  | ({ readonly kind: 'style'; readonly style: ImageStyle } & Confined)
  | ({ readonly kind: 'sharpen' } & Amount & Confined)
  | ({ readonly kind: 'grain' } & Amount)
  | ({ readonly kind: 'vignette' } & Amount)
  /** Crops to an aspect ratio (width by height) around the faces. */
  | { readonly kind: 'crop'; readonly aspect: number }
  /** Extends to an aspect ratio with a blurred copy of the image; nothing is invented. */
  | { readonly kind: 'extend'; readonly aspect: number }
  /** Crops closely around the faces and keeps the aspect ratio. */
  | { readonly kind: 'crop_close' }
  | { readonly kind: 'turn'; readonly turn: ImageTurn }
  /** Doubles the size and sharpens; nothing is invented. Stills only. */
  | { readonly kind: 'enlarge' }
  /** Adds bars above and below, as in cinemas. */
  | { readonly kind: 'bars'; readonly colour: StepColour }
  | { readonly kind: 'border'; readonly colour: StepColour }
  /** Writes a caption; without `outline` its outline is dark, or light around dark letters. */
  | {
      readonly kind: 'words';
      readonly text: string;
      readonly place: CaptionAnchor;
      readonly size: CaptionSize;
      readonly colour: StepColour;
      readonly outline?: StepColour | undefined;
    }
  /** Puts all images onto one, each changed by the other steps. Stills only. */
  | { readonly kind: 'collage' }
  /**
   * Puts the people of all images side by side, except of images that other steps name; the other steps change the
   * result. Stills only.
   */
  | { readonly kind: 'group' };

/** The kinds by name. */
export type StepKind = ReimagineStep['kind'];

/** Kinds that need a face; they are omitted in an image without one. */
const FACE_KINDS: ReadonlySet<StepKind> = new Set<StepKind>([
  'reshape',
  'smooth_skin',
  'whiten_teeth',
  'lighten_under_eyes',
  'fix_red_eyes',
  'reduce_shine',
  'reduce_redness',
  'blush',
  'anonymise',
  'relight',
  'crop_close',
]);

/** Returns whether a step can be done only where there is a face. */
export function needsFace(step: ReimagineStep): boolean {
  return FACE_KINDS.has(step.kind) || step.kind === 'part_colour';
}

/** Kinds that flicker in videos or have no meaning there. */
const STILL_KINDS: ReadonlySet<StepKind> = new Set<StepKind>([
  'remove_person',
  'background_transparent',
  'collage',
  'group',
  'enlarge',
  // A flash lights single pictures.
  'fix_red_eyes',
  // A video may begin without a face, and all of its frames have one size.
  'crop_close',
]);

/**
 * Styles that do not flicker in videos; hatching, strokes of oil paint and large pixels would change with every frame.
 */
const VIDEO_STYLES: readonly ImageStyle[] = [
  'cartoon',
  'anime',
  'watercolour',
  'neon',
  'halftone',
  'tape',
];
/** Regions that are segmented separately in each image, so that their edges would change with every frame. */
const CUT_PARTS: readonly string[] = ['hair', 'clothes'];

/** Returns whether a step is offered for videos. Steps that use further images are not. */
export function isOfferedInVideo(step: ReimagineStep): boolean {
  if (STILL_KINDS.has(step.kind)) {
    return false;
  }
  if ('where' in step && step.where !== undefined && CUT_PARTS.includes(step.where.region)) {
    return false;
  }
  if (step.kind === 'anonymise') {
    return step.who === undefined;
  }
  if (step.kind === 'part_colour') {
    return !CUT_PARTS.includes(step.part);
  }
  if (step.kind === 'style') {
    return VIDEO_STYLES.includes(step.style);
  }
  // A request for a video has no further images.
  return step.kind !== 'background_picture' && step.kind !== 'match_colours';
}
