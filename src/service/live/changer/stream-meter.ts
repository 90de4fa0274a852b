import { voiceAudio } from '../../../contract/api/sockets.ts';

/** What of the funded length is used up. */
export interface StreamMeter {
  /** Audio that was changed so far, which is what is charged. */
  streamedMs(): number;
  /** Time that passed on connections since the first audio. */
  passedMs(): number;
  /** Takes so many samples if they are funded; gives how many are. */
  consume(samples: number): number;
  /** The clock runs from here, and stands still while nobody is connected. */
  start(): void;
  pause(): void;
}

/** A meter that stands at what was streamed before. Time is told in milliseconds by a clock that never goes back. */
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
    consume(asked) {
      const consumed = Math.min(asked, fundedSamples - samples);
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
