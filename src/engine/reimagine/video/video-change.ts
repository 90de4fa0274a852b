import type { HeadModels } from '../../head/swap-head.ts';
import type { PipelineProgress } from '../../io/progress.ts';
import type { ClipSegment } from '../../io/video/clip-segments.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { TrackerHost } from '../../swap/tracker-host.ts';
import type { FixedModel } from '../../track/fixed-model.ts';
import type { Matte } from '../../track/person-matte.ts';
import type { ReimagineStep } from '../../../instructions/step.ts';
import type { SceneAnchors } from '../edit.ts';

/** Models of a video change beside those of its tracker. */
export type VideoChangeModels = Pick<HeadModels, 'personMatte' | 'canonicalFace'> & {
  /** Finds heads anywhere in a frame; needed where people are made unrecognisable. */
  readonly fullRange: FixedModel;
};

/** Finds people in the frames of one video, one after the other. */
export interface FrameMatting {
  /** Returns the fine matte of a frame in new memory. Throws the reason of `signal` as soon as it fires. */
  matte(frame: I420Frame, signal?: AbortSignal): Promise<Matte>;
  /** Resets the state before another scene. */
  forget(): void;
}

/** A video to change. */
export interface VideoChange {
  readonly inputPath: string;
  /** Detected media type; the bytes decide when absent. */
  readonly inputMime?: string | undefined;
  /** Path of the MP4 file, which appears when it is complete. */
  readonly outputPath: string;
  readonly steps: readonly ReimagineStep[];
  readonly models: VideoChangeModels;
  /** Matting of people that replaces the network of {@link models}; null for that network. */
  readonly matting?: FrameMatting | null | undefined;
  /** Tracker thread that follows faces and works ahead; it is kept for further videos. */
  readonly tracker: TrackerHost;
  /** Duration to which the video is cut. */
  readonly maxDurationUs?: number | undefined;
  /** Maximum of the shorter side; larger videos are reduced, smaller ones never enlarged. */
  readonly maxShortSide?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Changes this segment alone, without its sound and with times from its beginning; all of the video when absent. */
  readonly segment?: ChangedSegment | undefined;
  /** Called a few times a second, and once at the end. */
  readonly onProgress?: ((progress: PipelineProgress<VideoChangeStages>) => void) | undefined;
}

/** Values that stay over cuts, as a segment left them. */
export type CarriedAnchors = Pick<SceneAnchors, 'crop' | 'hasPeople'>;

/** A scene of a video. */
export interface VideoScene {
  readonly startUs: number;
  /** Median of the mean luma of its frames, 0..1. A fade from or to black does not move it as it moves the first frame. */
  readonly light: number;
  /** Time of its first frame of about that light, where its colours are measured. */
  readonly anchorUs: number;
}

/** A segment of a video with all inputs of its bytes beside the video. */
export interface ChangedSegment extends ClipSegment {
  /** See `H264Options`. */
  readonly processors: number;
  /** Start of the scene of its first frame, where values of a scene are measured that do not depend on its light. */
  readonly sceneUs: number;
  /** All scenes of the video. */
  readonly scenes: readonly VideoScene[];
  /** Values left by the previous segment; null for the first. */
  readonly kept: CarriedAnchors | null;
}

/** Busy time of each stage in milliseconds. Stages overlap. */
export interface VideoChangeStages {
  readonly decode: number;
  readonly convert: number;
  readonly track: number;
  readonly edit: number;
  readonly encode: number;
}
