import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SoundInput } from './sound-input.ts';
import { SOUND_RATE_HZ, SoundTimeline } from './sound-timeline.ts';

const pieceLength = 480;
const atOnce = Array.from({ length: 8 }, () => 0);

/** Continuous audio of a device whose clock runs `ppm` millionths fast, in the form of a recorder's input. */
function record(ppm: number, seconds: number, waitsMs: readonly number[]) {
  let quietSamples = 0;
  let samples = 0;
  const timeline = new SoundTimeline((piece) => {
    // Without the first fade and the silence before it.
    if (samples >= SOUND_RATE_HZ) {
      for (const sample of piece) {
        quietSamples += sample < 0.99 ? 1 : 0;
      }
    }
    samples += piece.length;
  });
  const input = new SoundInput(timeline);
  const pieces = (seconds * SOUND_RATE_HZ) / pieceLength;
  let nowMs = 0;
  let worstMs = 0;
  for (let piece = 1; piece <= pieces; piece += 1) {
    const deviceMs = (piece * pieceLength * 1000) / SOUND_RATE_HZ;
    const trueMs = deviceMs / (1 + ppm / 1e6);
    nowMs = Math.max(nowMs, trueMs + (waitsMs[piece % waitsMs.length] ?? 0));
    const sound = {
      numberOfFrames: pieceLength,
      numberOfChannels: 1,
      sampleRate: SOUND_RATE_HZ,
      timestamp: deviceMs * 1000,
      duration: (pieceLength * 1e6) / SOUND_RATE_HZ,
      copyTo: (target: Float32Array) => target.fill(1),
    };
    input.add(sound, nowMs, 0);
    if (piece > 1_000) {
      worstMs = Math.max(worstMs, Math.abs(timeline.endMs - trueMs));
    }
  }
  return { quietSamples, worstMs };
}

it('keeps sound of a device with a clock of its own in its place, without a gap or a cut', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400, max: 400 }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 20, maxLength: 60 }),
      (ppm, waits) => {
        // Some chunks arrive at once; otherwise the delay of all would be unknown.
        const { quietSamples, worstMs } = record(ppm, 40, [...atOnce, ...waits]);
        expect(quietSamples).toBe(0);
        expect(worstMs).toBeLessThan(10);
      },
    ),
    {
      numRuns: 4,
      examples: [
        [200, [0]],
        [-200, [0]],
      ],
    },
  );
});
