import type { HeadModels } from '../../head/swap-head.ts';
import type { PipelineProgress } from '../../io/progress.ts';
import type { ClipSegment } from '../../io/clip-segments.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { Matte } from '../../track/person-matte.ts';
import type { ReimagineStep } from '../../../instructions/step.ts';
import type { SceneAnchors } from '../edit.ts';

/** What a video is changed with, beside the networks of its tracker. */
export type VideoChangeModels = Pick<HeadModels, 'personMatte' | 'canonicalFace'> & {
  /** Finds heads anywhere in a frame; needed where people are made unrecognisable. */
  readonly fullRange: FixedModel;
};

/** Finds people in the frames of one video, one after the other. */
export interface FrameMatting {
  /** The fine matte of a frame, in memory of its own. Throws the reason of `signal` as soon as it fires. */
  matte(frame: I420Frame, signal?: AbortSignal): Promise<Matte>;
  /** What comes next is another scene. */
  forget(): void;
}

/** A video that is to be changed. */
export interface VideoChange {
  readonly inputPath: string;
  /** Media type it was judged to be; its bytes decide when absent. */
  readonly inputMime?: string | undefined;
  /** An MP4 file comes to be here when it is complete. */
  readonly outputPath: string;
  readonly steps: readonly ReimagineStep[];
  readonly models: VideoChangeModels;
  /** What finds people in place of the network of {@link models}; null where that does. */
  readonly matting?: FrameMatting | null | undefined;
  /** A thread that follows faces and looks ahead; it is kept for further videos. */
  readonly tracker: TrackerHost;
  /** What comes later is left out. */
  readonly maxDurationUs?: number | undefined;
  /** What the shorter side is reduced to; never made larger. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Changes this segment alone, without its sound and with times from its beginning; all of the video when absent. */
  readonly segment?: ChangedSegment | undefined;
  /** Called a few times a second, and once at the end. */
  readonly onProgress?: ((progress: PipelineProgress<VideoChangeStages>) => void) | undefined;
}

/** What stays over cuts, as a segment left it. */
export type KeptAnchors = Pick<SceneAnchors, 'crop' | 'hasPeople'>;

/** A segment of a video, and what its bytes follow from beside the video. */
export interface ChangedSegment extends ClipSegment {
  /** See `H264Options`. */
  readonly processors: number;
  /** When the scene begins that its first frame shows: what stays for a scene is measured there. */
  readonly sceneUs: number;
  /** As the first segment left it; null for that. */
  readonly kept: KeptAnchors | null;
}

/** Time that each stage was at work, in milliseconds. They overlap. */
export interface VideoChangeStages {
  readonly decode: number;
  readonly convert: number;
  readonly track: number;
  readonly edit: number;
  readonly encode: number;
}
