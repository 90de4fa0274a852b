import { Packet } from 'node-av/lib';
import { type Fraction, toMicroseconds } from './ffmpeg.ts';
import { countGopFrames } from './h264-encoder.ts';
import { type Input, openInput, readOnly, readPacket } from './open-input.ts';

/** Part of a clip that is rendered by itself: its frames begin at `startUs` or later, and before `endUs`. */
export interface ClipSegment {
  /** From the beginning of the file. */
  readonly startUs: number;
  /** Null for the end of the clip. */
  readonly endUs: number | null;
}

/** How a clip is cut. */
export interface ClipCutting {
  /** As `openInput` takes it. */
  readonly mime?: string | undefined;
  /** Length of a segment, about; the last may be half as long again. */
  readonly segmentUs: number;
  /** What comes later is left out. */
  readonly maxDurationUs?: number | undefined;
}

/**
 * Cuts a clip at frames where the encoder would put a key frame, by the times of its packets alone. The same clip gives
 * the same segments; one for all where it is short, does not say how long it is, or where times are missing.
 */
export async function cutClip(
  path: string,
  { mime, segmentUs, maxDurationUs = Number.POSITIVE_INFINITY }: ClipCutting,
): Promise<readonly ClipSegment[]> {
  const input = await openInput(path, mime);
  try {
    const lengthUs = Math.min(Number(input.container.duration), maxDurationUs);
    const times = lengthUs < 1.5 * segmentUs ? null : listTimes(input);
    return times === null ? [whole] : cutTimes(times, input, { segmentUs, maxDurationUs });
  } finally {
    input.close();
  }
}

const whole: ClipSegment = { startUs: 0, endUs: null };

function cutTimes(
  times: Float64Array,
  { video }: Input,
  { segmentUs, maxDurationUs }: { readonly segmentUs: number; readonly maxDurationUs: number },
): readonly ClipSegment[] {
  const shown = times.findIndex((timeUs) => timeUs >= maxDurationUs);
  const count = shown === -1 ? times.length : shown;
  const frameUs = (times[count - 1]! - times[0]!) / Math.max(1, count - 1);
  const frameRate = video?.avgFrameRate ?? { num: 0, den: 1 };
  const starts = cutFrames(count, { frameUs, frameRate, segmentUs });
  return starts.map((start, index) => {
    const end = starts[index + 1];
    return {
      startUs: index === 0 ? 0 : times[start]!,
      endUs: end === undefined ? null : times[end]!,
    };
  });
}

/** The first frame of each segment of a video, by its number: where the encoder puts key frames. At least one. */
export function cutFrames(
  count: number,
  {
    frameUs,
    frameRate,
    segmentUs,
  }: {
    /** How long a frame is shown, on average. */
    readonly frameUs: number;
    /** That the encoder is opened with. */
    readonly frameRate: Fraction;
    readonly segmentUs: number;
  },
): readonly number[] {
  const gop = countGopFrames(frameRate);
  const step = Math.max(1, Math.round(segmentUs / frameUs / gop)) * gop;
  const segments = Math.max(1, Math.round(count / step));
  return Array.from({ length: segments }, (_, index) => index * step);
}

/** When the frames are shown, in order; null where that is not known of each, or two are shown at once. */
function listTimes(input: Input): Float64Array | null {
  const { video, originUs } = input;
  if (video === null) {
    return null;
  }
  readOnly(input, video);
  const packet = new Packet();
  packet.alloc();
  const times: number[] = [];
  try {
    while (readPacket(input, video.index, packet)) {
      const timeUs = toMicroseconds(packet.pts, video.timeBase);
      packet.unref();
      if (timeUs === null) {
        return null;
      }
      times.push(timeUs - originUs);
    }
  } finally {
    packet.free();
  }
  const sorted = Float64Array.from(times).toSorted();
  return sorted.some((timeUs, index) => timeUs === sorted[index - 1]) ? null : sorted;
}
