import { readAudio } from '../../../src/engine/io/audio/audio-reader.ts';
import { decodeClip } from '../../media/support/decode-clip.ts';

/** Flashes and beeps of a recording of `flash-and-beep.ts`. */
export interface FoundFlashes {
  /** Delay of each beep relative to its flash, in milliseconds, in order; negative when early. */
  readonly lateMs: readonly number[];
  /** Times of the flashes, in milliseconds. */
  readonly flashesMs: readonly number[];
  readonly beepsMs: readonly number[];
  readonly videoEndMs: number;
  readonly audioEndMs: number;
  readonly frames: number;
}

/** A beep belongs to a flash this near. */
const nearMs = 250;

/** Decodes a whole recording and pairs its flashes with its beeps. */
export async function readFlashes(path: string): Promise<FoundFlashes> {
  const flashesMs: number[] = [];
  let wasBright = true;
  let frames = 0;
  let videoEndMs = 0;
  for await (const { frame, timestampUs } of decodeClip(path)) {
    const middle = frame.y[frame.strideY * (frame.height >> 1) + (frame.width >> 1)] ?? 0;
    const isBright = middle > 128;
    if (isBright && !wasBright) {
      flashesMs.push(timestampUs / 1000);
    }
    wasBright = isBright;
    frames += 1;
    videoEndMs = timestampUs / 1000;
  }
  const { beepsMs, endMs } = await readBeeps(path);
  const lateMs = flashesMs.flatMap((flashMs) => {
    const near = beepsMs
      .map((beepMs) => beepMs - flashMs)
      .filter((late) => Math.abs(late) < nearMs)
      .toSorted((one, other) => Math.abs(one) - Math.abs(other));
    return near.slice(0, 1);
  });
  return { lateMs, flashesMs, beepsMs, videoEndMs, audioEndMs: endMs, frames };
}

async function readBeeps(
  path: string,
): Promise<{ readonly beepsMs: readonly number[]; readonly endMs: number }> {
  const beepsMs: number[] = [];
  let quietMs = 0;
  let endMs = 0;
  for await (const { channels, timestampUs } of readAudio(path, {
    sampleRateHz: 48_000,
    channels: 1,
  })) {
    const samples = channels[0] ?? new Float32Array();
    for (const [at, sample] of samples.entries()) {
      if (Math.abs(sample) < 0.1) {
        quietMs += 1 / 48;
      } else {
        if (quietMs > 200) {
          beepsMs.push(timestampUs / 1000 + at / 48);
        }
        quietMs = 0;
      }
    }
    endMs = timestampUs / 1000 + samples.length / 48;
  }
  return { beepsMs, endMs };
}

/** Quantile of absolute values: the given fraction of all is at most this far from zero. */
export function absolutePercentile(values: readonly number[], fraction: number): number {
  const sorted = values.map(Math.abs).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
