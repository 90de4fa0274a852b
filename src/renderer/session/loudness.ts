/** Level of the quietest audio that does not count as silence, in dB below full scale. */
const silenceDb = -60;
/** Level from which a sample counts as clipped. */
const clippingDb = -0.3;
/** Normal length of silence. */
const silenceLimitMs = 5000;
/** Time for which clipping stays visible. */
const clippingHoldMs = 2000;
/** Fall rate of the shown peak. */
const fallDbPerSecond = 26;

/** Level of a microphone, for the meter. */
export interface Loudness {
  /** Peak of the last moments in dB below full scale, −Infinity for digital silence. */
  readonly peakDb: number;
  readonly isSilent: boolean;
  readonly isClipping: boolean;
}

/** Peak of samples between −1 and 1, in dB below full scale. */
export function toPeakDb(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
  }
  return 20 * Math.log10(peak);
}

/** Follows audio peaks: rises immediately, falls slowly, detects silence and clipping. */
export function createLoudness(): (peakDb: number, nowMs: number) => Loudness {
  let shownDb = Number.NEGATIVE_INFINITY;
  let lastMs: number | null = null;
  let audibleMs: number | null = null;
  let clippedMs = Number.NEGATIVE_INFINITY;
  return (peakDb, nowMs) => {
    audibleMs = audibleMs === null || peakDb > silenceDb ? nowMs : audibleMs;
    clippedMs = peakDb >= clippingDb ? nowMs : clippedMs;
    const fallen = shownDb - (fallDbPerSecond * (nowMs - (lastMs ?? nowMs))) / 1000;
    shownDb = Math.max(peakDb, fallen);
    lastMs = nowMs;
    return {
      peakDb: shownDb,
      isSilent: nowMs - audibleMs >= silenceLimitMs,
      isClipping: nowMs - clippedMs < clippingHoldMs,
    };
  };
}
