import { toWav } from '../../src/engine/voice/file/wav-file.ts';

const RATE_HZ = 8000;

/** Creates a WAV file of a tone that swells and fades, as loud as speech. */
export function makeTone(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Float32Array.from(
    { length: seconds * RATE_HZ },
    (_, at) =>
      0.3 * Math.sin((2 * Math.PI * 180 * at) / RATE_HZ) * Math.sin((4 * Math.PI * at) / RATE_HZ),
  );
  return toWav(samples, RATE_HZ);
}
