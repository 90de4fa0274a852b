import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { voiceAudio } from '../../../contract/api/sockets.ts';
import { readAudio } from '../../../engine/io/audio/audio-reader.ts';
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';
import { toWav } from '../../../engine/voice/file/wav-file.ts';

/** Used length of a recording: more audio does not improve the voice profile. */
const LONGEST_SEC = 60;
/** Minimum for an analysis of a voice. */
const SHORTEST_SEC = 3;

/** A recording as the socket of the voice changer takes it. */
export interface ReferenceFile {
  /** 16 kHz, mono, 16 bits. */
  readonly wav: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
  /** True when the file is longer than the used part. */
  readonly isCut: boolean;
}

/**
 * Decodes the first minute of an audio file or of a video's audio track. Throws `unsupported_format` when it
 * has no audio, and `invalid_input` with the remedy when no voice can be recognised in it.
 */
export async function readReferenceFile(path: string): Promise<ReferenceFile> {
  const { sampleRate } = voiceAudio;
  const sound = new Float32Array(LONGEST_SEC * sampleRate);
  let length = 0;
  let isCut = false;
  for await (const { channels } of readAudio(path, { sampleRateHz: sampleRate, channels: 1 })) {
    const [samples = new Float32Array()] = channels;
    const part = samples.subarray(0, sound.length - length);
    sound.set(part, length);
    length += part.length;
    if (part.length < samples.length) {
      isCut = true;
      break;
    }
  }
  if (length < SHORTEST_SEC * sampleRate) {
    throw new AppError(
      'invalid_input',
      `The recording is ${(length / sampleRate).toFixed(1)} s long. Take one of at least ` +
        `${SHORTEST_SEC} s, better 10 s, in which one person speaks.`,
      { details: faultDetails('too_short', { min_seconds: SHORTEST_SEC }) },
    );
  }
  const used = sound.subarray(0, length);
  // The service also checks for a voice, but only before it speaks with the reference.
  analyseReference(used, sampleRate);
  return { wav: toWav(used, sampleRate), durationMs: (1000 * length) / sampleRate, isCut };
}
