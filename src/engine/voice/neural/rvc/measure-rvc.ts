import { FRAME, RATE_HZ } from './frames.ts';
import { livePlan, type RvcVoice } from './rvc-voice.ts';

/** How fast a voice is on this machine. */
export interface RvcSpeed {
  /** Seconds of work for a second of live speech: above 1 it never keeps up. */
  readonly load: number;
  /** Rate of what the network gives. */
  readonly rateHz: number;
  /** What the networks ran on. */
  readonly providers: readonly string[];
}

/** Blocks that count, and those before them, in which our own code is still being compiled. */
const MEASURED_BLOCKS = 5;
const WARM_BLOCKS = 6;
const HUM_HZ = 130;

/** Lets a voice change a made-up one live, and takes the time of the slower blocks. */
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
  // Neither the luckiest nor the one that another program held up.
  const blockMs = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0;
  const lengthMs = (chunk * 1000) / RATE_HZ;
  return { load: blockMs / lengthMs, rateHz: voice.rateHz, providers: voice.providers };
}

/** A saw, which has the overtones of a voice. */
function hum(start: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => {
    const turns = ((start + index) * HUM_HZ) / RATE_HZ;
    return (turns - Math.floor(turns) - 0.5) * 0.4;
  });
}
