import type { Size } from '../io/video/output-size.ts';
import type { TimedFrame } from '../io/video/video-reader.ts';
import type { WrittenVideo } from '../io/video/video-writer.ts';
import type { PersonRank } from '../track/person-rank.ts';
import type { HeldFace } from './held-face.ts';

/** Part of a video in which nothing was swapped, with the reason. */
export interface UntouchedSpan {
  readonly startUs: number;
  readonly endUs: number;
  /** `no_face`: none was found; `not_shown`: too small, turned away too far, or not the chosen person. */
  readonly reason: 'no_face' | 'not_shown';
}

/** Numbers of frames of a video by their outcome. */
export interface SwapCounts {
  readonly frames: {
    readonly total: number;
    /** Frames with a face. */
    readonly tracked: number;
    readonly swapped: number;
  };
  /** In order of time. Beyond a limit, later spans are joined to the last. */
  readonly untouched: readonly UntouchedSpan[];
}

/** Working time of each stage, in milliseconds. Stages overlap: the sum may exceed the elapsed time. */
export interface SwapStages {
  readonly decode: number;
  /** Scaling, rotation and conversion to I420. */
  readonly convert: number;
  readonly track: number;
  readonly swap: number;
  readonly encode: number;
}

/** Result of a video swap. */
export interface VideoSwapFacts extends SwapCounts, Omit<WrittenVideo, 'frames'> {
  readonly size: Size;
  /** Positions of the swapped people among others; empty when nobody else was seen, or all were swapped. */
  readonly ranks: readonly PersonRank[];
  /** State that other segments start with, or null. */
  readonly known: HeldFace | null;
  readonly stages: SwapStages;
  /** From the call to the complete file. */
  readonly wallMs: number;
}

/** Records the outcome of each frame. */
export interface SwapRecord {
  note(
    frame: Pick<TimedFrame, 'timestampUs' | 'durationUs'>,
    outcome: { readonly faces: number; readonly shown: number },
  ): void;
  summarise(): SwapCounts;
}

/** Maximum number of spans, so that a video that flickers for hours does not fill the memory. */
const MAX_SPANS = 500;

/** Creates an empty record. */
export function createSwapRecord(): SwapRecord {
  const spans: { startUs: number; endUs: number; reason: UntouchedSpan['reason'] }[] = [];
  let total = 0;
  let tracked = 0;
  let swapped = 0;
  let isOpen = false;

  function noteUntouched(startUs: number, endUs: number, reason: UntouchedSpan['reason']): void {
    const last = spans.at(-1);
    if (last !== undefined && ((isOpen && last.reason === reason) || spans.length === MAX_SPANS)) {
      last.endUs = endUs;
    } else {
      spans.push({ startUs, endUs, reason });
    }
    isOpen = true;
  }

  return {
    note({ timestampUs, durationUs }, { faces, shown }) {
      total += 1;
      tracked += faces > 0 ? 1 : 0;
      if (shown > 0) {
        swapped += 1;
        isOpen = false;
      } else {
        const reason = faces > 0 ? 'not_shown' : 'no_face';
        noteUntouched(timestampUs, timestampUs + durationUs, reason);
      }
    },
    summarise: () => ({ frames: { total, tracked, swapped }, untouched: [...spans] }),
  };
}
