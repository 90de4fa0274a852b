import { PitchTracker, toPitchGrid } from '../../convert/pitch-tracker.ts';
import { createSampleRing } from '../../convert/sample-ring.ts';
import { FRAME, RATE_HZ } from './frames.ts';

/** Estimates the pitch of a voice. */
export interface PitchEstimator {
  /** Estimates the pitch of every frame of a window in Hz, around its first sample; 0 where unvoiced. */
  estimate(window: Float32Array<ArrayBuffer>): Promise<Float32Array<ArrayBuffer>>;
}

/** Built-in tracker with a range of 70 to 420 Hz. */
export const builtInPitchEstimator: PitchEstimator = {
  estimate: (window) => Promise.resolve(trackPitch(window)),
};

function trackPitch(window: Float32Array): Float32Array<ArrayBuffer> {
  const grid = toPitchGrid(RATE_HZ);
  const ring = createSampleRing(window.length + 2 * grid.lookahead);
  for (const sample of window) {
    ring.push(sample);
  }
  const tracker = new PitchTracker(ring, grid);
  const hertz = new Float32Array(Math.floor(window.length / FRAME));
  // Every measurement depends on the previous one, so none is skipped.
  for (let at = 0; at < hertz.length * FRAME; at += grid.hop) {
    const { period } = tracker.measure(at);
    if (at % FRAME === 0) {
      hertz[at / FRAME] = period > 0 ? RATE_HZ / period : 0;
    }
  }
  return hertz;
}
