import { Packet } from 'node-av/lib';
import { type Fraction, toMicroseconds } from '../ffmpeg.ts';
import { countGopFrames } from './h264-encoder.ts';
import { type Input, openInput, readOnly, readPacket } from '../open-input.ts';

/** Part of a clip that is rendered separately: the frames that begin at `startUs` or later, and before `endUs`. */
export interface ClipSegment {
  /** Time from the beginning of the file. */
  readonly startUs: number;
  /** Time from the beginning of the file; null for the end of the clip. */
  readonly endUs: number | null;
}

/** Options for cutting a clip. */
export interface ClipCutting {
  /** Media type, see `openInput`. */
  readonly mime?: string | undefined;
  /** Approximate length of a segment; the last may be up to 1.5 times as long. */
  readonly segmentUs: number;
  /** Frames from this time on are left out. */
  readonly maxDurationUs?: number | undefined;
}

/**
 * Cuts a clip at frames that the encoder would make key frames, from packet timestamps without decoding. The result is
 * deterministic. A clip that is short, has no stated duration or lacks timestamps becomes a single segment.
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

/** Returns the index of the first frame of each segment, at key frames of the encoder; at least one segment. */
export function cutFrames(
  count: number,
  {
    frameUs,
    frameRate,
    segmentUs,
  }: {
    /** Average duration of a frame. */
    readonly frameUs: number;
    /** Frame rate that the encoder is opened with. */
    readonly frameRate: Fraction;
    readonly segmentUs: number;
  },
): readonly number[] {
  const gop = countGopFrames(frameRate);
  const step = Math.max(1, Math.round(segmentUs / frameUs / gop)) * gop;
  const segments = Math.max(1, Math.round(count / step));
  return Array.from({ length: segments }, (_, index) => index * step);
}

/** Lists presentation times in ascending order; null when one is unknown or two are equal. */
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
