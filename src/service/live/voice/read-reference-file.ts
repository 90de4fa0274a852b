import { AppError } from '../../../base/errors.ts';
import { voiceAudio } from '../../../contract/api/sockets.ts';
import { readAudio } from '../../../engine/io/audio-reader.ts';
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';

/** What is used of a recording: more of a voice adds nothing to what is known of it. */
const LONGEST_SEC = 60;
/** Below this nothing can be said about a voice. */
const SHORTEST_SEC = 3;
const HEADER_BYTES = 44;

/** A recording as the socket of the voice changer takes it. */
export interface ReferenceFile {
  /** 16 kHz, mono, 16 bits. */
  readonly wav: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
  /** Whether the file is longer than what is used. */
  readonly isCut: boolean;
}

/**
 * Decodes the first minute of a sound file or of the sound of a video. Throws `unsupported_format` when there
 * is no sound in it, and `invalid_input` with the remedy when no voice can be made out in it.
 */
export async function readReferenceFile(path: string): Promise<ReferenceFile> {
  const { sampleRate } = voiceAudio;
  const most = LONGEST_SEC * sampleRate;
  const bytes = new Uint8Array(HEADER_BYTES + 2 * most);
  const sound = new Int16Array(bytes.buffer, HEADER_BYTES, most);
  let length = 0;
  let isCut = false;
  for await (const { channels } of readAudio(path, { sampleRateHz: sampleRate, channels: 1 })) {
    const [samples = new Float32Array()] = channels;
    const taken = Math.min(samples.length, most - length);
    for (let index = 0; index < taken; index += 1) {
      const value = Math.round((samples[index] ?? 0) * 32_767);
      sound[length + index] = Math.max(-32_768, Math.min(32_767, value));
    }
    length += taken;
    if (taken < samples.length) {
      isCut = true;
      break;
    }
  }
  if (length < SHORTEST_SEC * sampleRate) {
    throw new AppError(
      'invalid_input',
      `The recording is ${(length / sampleRate).toFixed(1)} s long. Take one of at least ` +
        `${SHORTEST_SEC} s, better 10 s, in which one person speaks.`,
    );
  }
  // The service looks for a voice as well, but only when it is to be spoken with.
  analyseReference(
    Float32Array.from(sound.subarray(0, length), (sample) => sample / 32_768),
    sampleRate,
  );
  writeHeader(bytes, length, sampleRate);
  const wav = bytes.slice(0, HEADER_BYTES + 2 * length);
  return { wav, durationMs: (1000 * length) / sampleRate, isCut };
}

function writeHeader(bytes: Uint8Array<ArrayBuffer>, samples: number, rateHz: number): void {
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => {
    bytes.set(new TextEncoder().encode(value), at);
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + 2 * samples, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, 2 * rateHz, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 2 * samples, true);
}
