import type { HeadModels } from '../head/swap-head.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { PictureContent } from './analysis/picture-content.ts';
import type { ColourTable } from './colour/colour-table.ts';
import type { Raster } from './raster/raster.ts';
import type { StepColour } from '../../instructions/step.ts';

/** What is measured once and stays for all frames of a scene, so that nothing flickers. */
export interface SceneAnchors {
  /** All unconfined changes of colour. */
  table: ColourTable | null;
  /** Those that a step confines, by its number. */
  readonly confinedTables: Map<number, ColourTable>;
  palette: readonly StepColour[] | null;
}

/** Anchors before the first frame. */
export function createSceneAnchors(): SceneAnchors {
  return { table: null, confinedTables: new Map(), palette: null };
}

/** A picture while it is changed. */
export interface Edit {
  /** As it has become so far. */
  raster: Raster;
  /** What it showed before; only bent faces are followed. */
  content: PictureContent;
  hasAlpha: boolean;
  readonly models: HeadModels;
  readonly anchors: SceneAnchors;
  /** When the picture is shown, and its number in a video; 0 in stills. */
  readonly seconds: number;
  readonly frame: number;
  /** A picture by its number, from 1. */
  picture(number: number): RgbaImage;
}
