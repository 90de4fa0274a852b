import { voiceAudio } from '../../../contract/api/sockets.ts';

/** Meters the used part of the funded length. */
export interface StreamMeter {
  /** Length of the converted audio so far, which is charged. */
  streamedMs(): number;
  /** Time that passed on connections since the first audio. */
  passedMs(): number;
  /** Consumes funded samples and returns how many of the given ones are funded. */
  consume(samples: number): number;
  /** Starts the clock, which stops without a connection. */
  start(): void;
  pause(): void;
}

/**
 * Creates a meter that starts at the previously streamed length. Times are in milliseconds of a monotonic
 * clock.
 */
export function createStreamMeter(
  { maxDurationSec, streamedMs }: { readonly maxDurationSec: number; readonly streamedMs: number },
  nowMs: () => number,
): StreamMeter {
  const fundedSamples = maxDurationSec * voiceAudio.sampleRate;
  let samples = (streamedMs * voiceAudio.sampleRate) / 1000;
  let passedMs = streamedMs;
  let sinceMs: number | null = null;
  const passed = (): number => passedMs + (sinceMs === null ? 0 : nowMs() - sinceMs);
  return {
    streamedMs: () => (samples * 1000) / voiceAudio.sampleRate,
    passedMs: passed,
    consume(requested) {
      const consumed = Math.min(requested, fundedSamples - samples);
      samples += consumed;
      return consumed;
    },
    start() {
      sinceMs ??= nowMs();
    },
    pause() {
      passedMs = passed();
      sinceMs = null;
    },
  };
}
