import type { HeadModels } from '../head/swap-head.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { ImageContent } from './analysis/image-content.ts';
import type { ColourTable } from './colour/colour-table.ts';
import type { CoveredHead } from './face/anonymise.ts';
import type { SurfaceShade } from './light/surface-shade.ts';
import type { FloatPlane, Raster } from './raster/raster.ts';
import type { Caption } from './words/caption.ts';
import type { CaptionFont } from './words/outline.ts';
import type { ImageCrop } from './raster/resize-raster.ts';
import type { PersonChoice } from '../../instructions/person-choice.ts';
import type { LightSide, StepColour } from '../../instructions/step.ts';
import type { ChosenPeople } from './request.ts';

/** Values that are measured once per scene and used for all of its frames, so that nothing flickers. */
export interface SceneAnchors {
  /** All unconfined changes of colour. */
  table: ColourTable | null;
  /** Colour tables of confined steps, by the number of the step. */
  readonly confinedTables: Map<number, ColourTable>;
  /** Typeset captions by the number of their step; null for a caption that found no room. */
  readonly captions: Map<number, Caption | null>;
  /** Shading of people by lamps in the previous frame, by the side of the lamp. */
  readonly shades: Map<LightSide, SurfaceShade>;
  /** Mean light before it was lifted, 0..1: of a still, or the median of the frames of a scene. */
  light: number | null;
  palette: readonly StepColour[] | null;
  /** Crop of a shape: the same in all frames, also after a cut. */
  crop: ImageCrop | null;
  /** True when people were detected so far: a background is not restored when they walk out of the frame. */
  hasPeople: boolean;
}

/** Anchors before the first frame. */
export function createSceneAnchors(): SceneAnchors {
  return {
    table: null,
    confinedTables: new Map(),
    captions: new Map(),
    shades: new Map(),
    light: null,
    palette: null,
    crop: null,
    hasPeople: false,
  };
}

/** Heads of an image by what becomes of them. */
export interface GuardedHeads {
  readonly covered: readonly CoveredHead[];
  /** Heads that are surely not to be covered; empty where all are. */
  readonly kept: readonly CoveredHead[];
}

/** Finds heads that have to be made unrecognisable. */
export interface HeadGuard {
  /**
   * Heads to cover: all, or those of a choice. Throws `face_not_detected` when none was found, and `invalid_input` when
   * the choice is not certain.
   */
  listHeads(who: PersonChoice | undefined): GuardedHeads;
  /** Detects heads that are still recognisable in a covered image. */
  findUncovered(raster: Raster): readonly CoveredHead[];
}

/** State of an image during its edit. */
export interface Edit {
  /** Result of the steps so far. */
  raster: Raster;
  /** Content of the original image; only warped faces are updated. */
  content: ImageContent;
  hasAlpha: boolean;
  readonly models: Pick<HeadModels, 'personMatte' | 'canonicalFace'>;
  readonly guard: HeadGuard;
  /** What became of people that steps chose; steps add to it. */
  readonly chosen: ChosenPeople[];
  readonly captionFont: () => CaptionFont;
  readonly anchors: SceneAnchors;
  /** Time of the frame in seconds, and its number in a video; 0 for stills. */
  readonly seconds: number;
  readonly frame: number;
  /** True when flat colours may be computed at half the size: in a video the difference is not visible. */
  readonly isQuick: boolean;
  /** Returns an image by its number, from 1. */
  imageAt(number: number): RgbaImage;
  /** Returns an image for the background, whose people are as unrecognisable as those in front. */
  groundAt(number: number): RgbaImage;
}

/** Returns the mask of the skin of faces; null without faces. */
export function findFaceSkin({ content }: Edit): FloatPlane | null {
  return content.faces.length > 0 ? content.mask('skin') : null;
}
