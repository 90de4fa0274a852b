import type { HeadModels } from '../../head/swap-head.ts';
import type { PipelineProgress } from '../../io/progress.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { ReimagineStep } from '../../../instructions/step.ts';

/** What a video is changed with, beside the networks of its tracker. */
export type VideoChangeModels = Pick<HeadModels, 'personMatte' | 'canonicalFace'> & {
  /** Finds heads anywhere in a frame; needed where people are made unrecognisable. */
  readonly fullRange: FixedModel;
};

/** A video that is to be changed. */
export interface VideoChange {
  readonly inputPath: string;
  /** Media type it was judged to be; its bytes decide when absent. */
  readonly inputMime?: string | undefined;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  readonly steps: readonly ReimagineStep[];
  readonly models: VideoChangeModels;
  /** A thread that follows faces and looks ahead; it is kept for further videos. */
  readonly tracker: TrackerHost;
  /** What comes later is left out. */
  readonly maxDurationUs?: number | undefined;
  /** What the shorter side is reduced to; never made larger. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second, and once at the end. */
  readonly onProgress?: ((progress: PipelineProgress<VideoChangeStages>) => void) | undefined;
}

/** Time that each stage was at work, in milliseconds. They overlap. */
export interface VideoChangeStages {
  readonly decode: number;
  readonly convert: number;
  readonly track: number;
  readonly edit: number;
  readonly encode: number;
}
