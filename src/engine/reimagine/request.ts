import type { HeadModels } from '../head/swap-head.ts';
import type { RgbaImage } from '../pixels/frame.ts';
import type { ImageContent } from './analysis/image-content.ts';
import type { ReimagineStep } from '../../instructions/step.ts';
import type { CaptionFont } from './words/outline.ts';

/** Inputs of a change beside the image and its steps. */
export interface ReimagineOptions {
  readonly models: HeadModels;
  /** Yields to other work of the thread, so that an abort is noticed; awaited between images and steps. */
  readonly pause: () => Promise<void>;
  /** Loads the typeface of captions; called only when there are some. */
  readonly captionFont: () => CaptionFont;
  readonly signal?: AbortSignal | undefined;
  /** Returns the content of an image where it is known already; null, or absent, where it has to be analysed. */
  readonly analyze?: ((image: RgbaImage) => ImageContent | null) | undefined;
  /** Returns an image before an earlier change, at the same size; null, or absent, where there was none. */
  readonly original?: ((image: RgbaImage) => RgbaImage | null) | undefined;
  /** Called with the finished fraction, 0..1, which only rises. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Reasons why steps are omitted. */
export const skipReasons = [
  'no_face',
  'no_person',
  'no_teeth',
  'no_hair',
  'unsure_hair',
  'no_clothes',
  'closed_eyes',
  'no_red_eyes',
  'large_already',
  'no_room',
] as const;
/** One of {@link skipReasons}. */
export type SkipReason = (typeof skipReasons)[number];

/** A step that found nothing that it could change. */
export interface SkippedStep {
  readonly step: ReimagineStep;
  readonly reason: SkipReason;
}

/** Number of people that a step changed, and of those that it left as they were. */
export interface ChosenPeople {
  readonly step: ReimagineStep;
  readonly changed: number;
  readonly kept: number;
}

/** A changed image. */
export interface ReimagineResult {
  readonly image: RgbaImage;
  /** True when any pixel may be transparent. */
  readonly hasAlpha: boolean;
  /** Omitted steps, in their order; all other steps were done. */
  readonly skipped: readonly SkippedStep[];
  /** What became of people, for each step that chose some. */
  readonly chosen: readonly ChosenPeople[];
}
