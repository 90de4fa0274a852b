import { Psola } from './psola.ts';
import { toMapper, type VoiceShift } from './voice-mapper.ts';

/** A stretch of speech with another pitch and size; as long as it was, every sound at its time. */
export function shiftVoice(
  samples: Float32Array,
  sampleRateHz: number,
  shift: VoiceShift,
): Float32Array<ArrayBuffer> {
  const psola = new Psola(sampleRateHz, toMapper(shift, sampleRateHz));
  const { latency } = psola;
  const padded = new Float32Array(samples.length + latency);
  padded.set(samples);
  psola.process(padded, padded);
  return padded.slice(latency);
}
