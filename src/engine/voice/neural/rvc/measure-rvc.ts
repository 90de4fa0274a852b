import { FRAME, RATE_HZ } from './frames.ts';
import { livePlan, type RvcVoice } from './rvc-voice.ts';

/** Speed of a voice on this machine. */
export interface RvcSpeed {
  /** Seconds of work per second of live speech: above 1 it cannot keep up. */
  readonly load: number;
  /** Output rate of the network. */
  readonly rateHz: number;
  /** Execution providers of the networks. */
  readonly providers: readonly string[];
}

/** Number of measured blocks, and of warm-up blocks before them, during which code is still being compiled. */
const MEASURED_BLOCKS = 5;
const WARM_BLOCKS = 6;
const HUM_HZ = 130;

/** Measures live conversion of a synthetic voice; returns the third quartile of the block times. */
export async function measureRvc(
  voice: RvcVoice,
  nowMs: () => number = () => performance.now(),
): Promise<RvcSpeed> {
  const stream = voice.openStream(livePlan, {}, RATE_HZ);
  const chunk = livePlan.blockFrames * FRAME;
  const times: number[] = [];
  for (let start = 0; times.length < WARM_BLOCKS + MEASURED_BLOCKS; start += chunk) {
    const startMs = nowMs();
    const blocks = await stream.push(hum(start, chunk));
    if (blocks.length > 0) {
      times.push((nowMs() - startMs) / blocks.length);
    }
  }
  const sorted = times.slice(WARM_BLOCKS).toSorted((one, two) => one - two);
  // The third quartile excludes the fastest block and one delayed by another program.
  const blockMs = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0;
  const lengthMs = (chunk * 1000) / RATE_HZ;
  return { load: blockMs / lengthMs, rateHz: voice.rateHz, providers: voice.providers };
}

/** Sawtooth, which has harmonics like a voice. */
function hum(start: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => {
    const turns = ((start + index) * HUM_HZ) / RATE_HZ;
    return (turns - Math.floor(turns) - 0.5) * 0.4;
  });
}
