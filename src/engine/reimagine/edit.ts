import type { HeadModels } from '../head/swap-head.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { PictureContent } from './analysis/picture-content.ts';
import type { ColourTable } from './colour/colour-table.ts';
import type { CoveredHead } from './face/anonymise.ts';
import type { SurfaceShade } from './light/surface-shade.ts';
import type { Raster } from './raster/raster.ts';
import type { Caption } from './words/caption.ts';
import type { CaptionFont } from './words/outline.ts';
import type { PictureCrop } from './raster/resize-raster.ts';
import type { LightSide, StepColour } from '../../instructions/step.ts';

/** What is measured once and stays for all frames of a scene, so that nothing flickers. */
export interface SceneAnchors {
  /** All unconfined changes of colour. */
  table: ColourTable | null;
  /** Those that a step confines, by its number. */
  readonly confinedTables: Map<number, ColourTable>;
  /** Words as they were set, by the number of their step. */
  readonly captions: Map<number, Caption | null>;
  /** How lamps lit people in the frame before, by their side. */
  readonly shades: Map<LightSide, SurfaceShade>;
  /** Mean light, 0..1, before it was lifted. */
  light: number | null;
  palette: readonly StepColour[] | null;
  /** Where a shape is cut out: the same in all frames, also after a cut. */
  crop: PictureCrop | null;
  /** Whether anybody was seen so far: a background does not come back when they walk out of the picture. */
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

/** Finds who has to be made unrecognisable. */
export interface HeadGuard {
  /** Heads that are to be covered. Throws `face_not_detected` where none was found at all. */
  listHeads(): readonly CoveredHead[];
  /** Heads that are still found in a covered picture. */
  findUncovered(raster: Raster): readonly CoveredHead[];
}

/** A picture while it is changed. */
export interface Edit {
  /** As it has become so far. */
  raster: Raster;
  /** What it showed before; only bent faces are followed. */
  content: PictureContent;
  hasAlpha: boolean;
  readonly models: Pick<HeadModels, 'personMatte' | 'canonicalFace'>;
  readonly guard: HeadGuard;
  readonly captionFont: () => CaptionFont;
  readonly anchors: SceneAnchors;
  /** When the picture is shown, and its number in a video; 0 in stills. */
  readonly seconds: number;
  readonly frame: number;
  /** Whether flat colours may be worked out at half the size: in videos nobody sees the difference in a frame. */
  readonly isQuick: boolean;
  /** A picture by its number, from 1. */
  picture(number: number): RgbaImage;
}
