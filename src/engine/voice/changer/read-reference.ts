import { AppError } from '../../../base/errors.ts';

/** A recording of a voice: mono, -1..1. */
export interface Recording {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

const lowestRateHz = 8000;
const highestRateHz = 192_000;

/**
 * Reads a reference as clients send it: WAV with one channel of 16-bit PCM, 8 to 192 kHz. Throws
 * `unsupported_format` for any other, with what it is.
 */
export function readReference(wav: Uint8Array): Recording {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const nameAt = (at: number): string => String.fromCharCode(...wav.subarray(at, at + 4));
  if (wav.byteLength < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') {
    throw refuse('is not a WAV file');
  }
  let sampleRateHz: number | null = null;
  for (let at = 12; at + 8 <= wav.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (nameAt(at) === 'fmt ' && length >= 16 && body + 16 <= wav.byteLength) {
      sampleRateHz = readFormat(view, body);
    } else if (nameAt(at) === 'data') {
      if (sampleRateHz === null) {
        throw refuse('does not say what its sound is like before the sound');
      }
      return { samples: readSamples(view, body, length), sampleRateHz };
    }
    at = body + length + (length % 2);
  }
  throw refuse('has no sound in it');
}

function readFormat(view: DataView, at: number): number {
  const coding = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const sampleRateHz = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  // 0xfffe says that the coding is told further on; with 16 bits it is PCM.
  if ((coding !== 1 && coding !== 0xfffe) || bits !== 16) {
    throw refuse(`has ${bits} bits per sample of coding ${coding}`);
  }
  if (channels !== 1) {
    throw refuse(`has ${channels} channels`);
  }
  if (sampleRateHz < lowestRateHz || sampleRateHz > highestRateHz) {
    throw refuse(`has ${sampleRateHz} samples per second`);
  }
  return sampleRateHz;
}

function readSamples(view: DataView, at: number, length: number): Float32Array {
  const count = Math.floor(Math.min(length, view.byteLength - at) / 2);
  const samples = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    samples[index] = view.getInt16(at + 2 * index, true) / 32_768;
  }
  return samples;
}

function refuse(what: string): AppError {
  return new AppError(
    'unsupported_format',
    `The reference ${what}. It must be a WAV file with one channel of 16-bit PCM, 8 to 192 kHz.`,
  );
}
