import { AppError } from '../../../base/errors.ts';

/** Reference recording of a voice: mono, -1..1. */
export interface ReferenceRecording {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

const lowestRateHz = 8000;
const highestRateHz = 192_000;
const maxChannels = 8;

/**
 * Reads a reference recording: WAV of 16-bit PCM, 8 to 192 kHz, with up to eight channels, which are mixed to mono.
 * Throws `unsupported_format` for any other file.
 */
export function readReference(wav: Uint8Array): ReferenceRecording {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const nameAt = (at: number): string => String.fromCharCode(...wav.subarray(at, at + 4));
  if (wav.byteLength < 12 || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') {
    throw refuse('is not a WAV file');
  }
  let format: Format | null = null;
  for (let at = 12; at + 8 <= wav.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const body = at + 8;
    if (nameAt(at) === 'fmt ' && length >= 16 && body + 16 <= wav.byteLength) {
      format = readFormat(view, body);
    } else if (nameAt(at) === 'data') {
      if (format === null) {
        throw refuse('does not say what its sound is like before the sound');
      }
      const bytes = Math.min(length, view.byteLength - body);
      const samples = readSamples(new DataView(view.buffer, view.byteOffset + body, bytes), format);
      return { samples, sampleRateHz: format.sampleRateHz };
    }
    at = body + length + (length % 2);
  }
  throw refuse('has no sound in it');
}

interface Format {
  readonly channels: number;
  readonly sampleRateHz: number;
}

function readFormat(view: DataView, at: number): Format {
  const coding = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const sampleRateHz = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  // 0xfffe (WAVE_FORMAT_EXTENSIBLE) has a subformat; with 16 bits it is PCM.
  if ((coding !== 1 && coding !== 0xfffe) || bits !== 16) {
    throw refuse(`has ${bits} bits per sample of coding ${coding}`);
  }
  if (channels < 1 || channels > maxChannels) {
    throw refuse(`has ${channels} channels`);
  }
  if (sampleRateHz < lowestRateHz || sampleRateHz > highestRateHz) {
    throw refuse(`has ${sampleRateHz} samples per second`);
  }
  return { channels, sampleRateHz };
}

/** Averages the channels: a voice is in all of them, or in one. */
function readSamples(view: DataView, { channels }: Format): Float32Array {
  const samples = new Float32Array(Math.floor(view.byteLength / (2 * channels)));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += view.getInt16(2 * (index * channels + channel), true);
    }
    samples[index] = sum / (32_768 * channels);
  }
  return samples;
}

function refuse(problem: string): AppError {
  return new AppError(
    'unsupported_format',
    `The reference ${problem}. It must be a WAV file of 16-bit PCM with up to 8 channels, 8 to 192 kHz.`,
  );
}
