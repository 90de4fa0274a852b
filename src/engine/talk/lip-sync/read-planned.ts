import { AppError } from '../../../base/errors.ts';
import {
  openVideoReader,
  type TimedFrame,
  type VideoReaderOptions,
} from '../../io/video/video-reader.ts';
import { copyFrame } from '../../io/video/native-pixels.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import { listRuns, type PlannedFrame } from './frame-plan.ts';
import type { KnownClip } from './tracked-clip.ts';

/** Frame of the plan with its pixels, which may be modified and read until the next but one is requested. */
export interface DecodedPlannedFrame {
  readonly planes: I420Frame;
  readonly planned: PlannedFrame;
}

/** Clip from which frames are read; sizes are those of the clip. */
export interface PlanSource {
  readonly path: string;
  readonly clip: KnownClip;
  readonly options: Pick<VideoReaderOptions, 'mime' | 'maxShortSide' | 'signal'>;
}

/** Memory limit for frames that are read together to be shown backwards. */
const CHUNK_BYTES = 64_000_000;
const MAX_CHUNK = 48;

/** Yields the frames of a plan in order. */
export async function* readPlanned(
  source: PlanSource,
  plan: readonly PlannedFrame[],
): AsyncGenerator<DecodedPlannedFrame, void> {
  for (const { frames, step } of listRuns(plan)) {
    if (step === 0) {
      yield* repeatFrame(source, frames);
    } else {
      yield* step < 0 ? readBackward(source, frames) : readForward(source, frames);
    }
  }
}

/** Yields one frame repeatedly: read once, and copied for each use. */
async function* repeatFrame(
  source: PlanSource,
  frames: readonly PlannedFrame[],
): AsyncGenerator<DecodedPlannedFrame, void> {
  const { source: index } = frames[0]!;
  for await (const { planes } of readClip(source, index, index)) {
    const { width, height, colour } = planes;
    const copies = [0, 1].map(() =>
      createI420View(new SharedArrayBuffer(sizeOfI420(width, height)), { width, height }, colour),
    );
    for (const [at, planned] of frames.entries()) {
      const copy = copies[at % copies.length]!;
      copyFrame(planes, copy);
      yield { planes: copy, planned };
    }
    return;
  }
  refuseMissing(1);
}

async function* readForward(
  source: PlanSource,
  frames: readonly PlannedFrame[],
): AsyncGenerator<DecodedPlannedFrame, void> {
  let at = 0;
  for await (const { planes } of readClip(source, frames[0]!.source, frames.at(-1)!.source)) {
    yield { planes, planned: frames[at]! };
    at += 1;
  }
  refuseMissing(frames.length - at);
}

/** Yields frames backwards: videos decode only forwards, so chunks are read from the end and reversed. */
async function* readBackward(
  source: PlanSource,
  frames: readonly PlannedFrame[],
): AsyncGenerator<DecodedPlannedFrame, void> {
  const { width, height } = source.clip.size;
  const max = Math.max(2, Math.min(MAX_CHUNK, Math.floor(CHUNK_BYTES / sizeOfI420(width, height))));
  for (let start = 0; start < frames.length; start += max) {
    const chunk = frames.slice(start, start + max);
    const [last, first] = [chunk[0]!.source, chunk.at(-1)!.source];
    const reader = readClip(source, first, last, chunk.length);
    const held: TimedFrame[] = [];
    try {
      for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
        held.push(next.value);
        if (held.length === chunk.length) {
          break;
        }
      }
      refuseMissing(chunk.length - held.length);
      for (const planned of chunk) {
        yield { planes: held[planned.source - first]!.planes, planned };
      }
    } finally {
      await reader.return();
    }
  }
}

/** Yields the frames of a clip from `first` to `last`; `held` of them stay valid until the end. */
async function* readClip(
  { path, clip, options }: PlanSource,
  first: number,
  last: number,
  held = 0,
): AsyncGenerator<TimedFrame, void> {
  const startUs = clip.frames[first]!.timestampUs;
  const reader = await openVideoReader(path, {
    ...options,
    // The previous frame may claim a slightly longer duration.
    startUs: first === 0 ? 0 : startUs + 1,
    maxDurationUs: clip.frames[last]!.timestampUs - (first === 0 ? 0 : startUs) + 1,
    ...(held === 0 ? {} : { framesAhead: held }),
    memory: 'shared',
  });
  try {
    let count = 0;
    let before: TimedFrame | null = null;
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      if (frame.timestampUs < startUs) {
        // Frames may claim durations beyond the next frame, so any number of them may precede the first.
        reader.release(frame);
        continue;
      }
      yield frame;
      count += 1;
      if (held === 0 && before !== null) {
        reader.release(before);
      }
      before = frame;
      if (count > last - first) {
        return;
      }
    }
  } finally {
    await reader.close();
  }
}

function refuseMissing(missing: number): void {
  if (missing > 0) {
    throw new AppError(
      'unsupported_format',
      `The video gave ${missing} frames less when it was read again. Convert it to MP4 first.`,
      { details: { field: 'video_key' } },
    );
  }
}
