import { readAudio } from '../../io/audio/audio-reader.ts';
import type { MonoSound } from './loudness.ts';

/** Rate of viseme detection, more than loudness needs. */
const SAMPLE_RATE_HZ = 16_000;

/**
 * Reads the audio of a file as mono, up to a second beyond `maxSec`, so that callers can detect audio that is too long.
 * Throws `unsupported_format` without audio.
 */
export async function readMonoSound(
  path: string,
  {
    maxSec,
    mime,
    signal,
  }: {
    readonly maxSec: number;
    readonly mime?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<MonoSound> {
  const blocks: Float32Array[] = [];
  let length = 0;
  const form = { sampleRateHz: SAMPLE_RATE_HZ, channels: 1 };
  for await (const { channels } of readAudio(path, { ...form, mime, signal })) {
    const [block = new Float32Array(0)] = channels;
    blocks.push(block);
    length += block.length;
    if (length > (maxSec + 1) * SAMPLE_RATE_HZ) {
      break; // Hours of it would fill the memory.
    }
  }
  const samples = new Float32Array(length);
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return { samples, sampleRateHz: SAMPLE_RATE_HZ };
}
