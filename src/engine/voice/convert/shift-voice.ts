import { Psola } from './psola.ts';
import { toMapper, type VoiceShift } from './voice-mapper.ts';

/** Changes pitch and size of speech; duration and timing stay the same. */
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
