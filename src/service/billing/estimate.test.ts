import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobFeature } from '../../contract/api/features.ts';
import { limits } from '../../contract/api/limits.ts';
import { computeCost } from './charge.ts';
import { toMicros } from '../../base/money.ts';
import { estimateOutputUs } from './estimate.ts';

const lengths: Readonly<Record<string, number>> = { short: 4_000_000, long: 90_000_000 };
const durationUs = (key: string): number => lengths[key] ?? 0;
const seconds = (feature: JobFeature, input: Record<string, string | number>) =>
  estimateOutputUs(feature, input, durationUs) / 1_000_000;

describe('the longest output a request can reach', () => {
  it('is the video, capped by the request and by the feature', () => {
    expect(seconds('face_swap', { video_key: 'long' })).toBe(90);
    expect(seconds('face_swap', { video_key: 'long', max_duration_sec: 7 })).toBe(7);
    expect(seconds('face_swap', { video_key: 'short', max_duration_sec: 7 })).toBe(4);
    expect(seconds('reimagine_video', { video_key: 'long' })).toBe(60);
    expect(seconds('motion_control', { video_key: 'long' })).toBe(30);
    expect(seconds('motion_control', { video_key: 'long', max_duration_sec: 3 })).toBe(3);
  });

  it('is the sound alone where the video is made to fit it', () => {
    expect(seconds('lip_sync', { video_key: 'short', audio_key: 'long' })).toBe(90);
    expect(seconds('lip_sync', { video_key: 'long', audio_key: 'short' })).toBe(4);
  });

  it('is the longer of video and sound', () => {
    const swap = { video_key: 'short', audio_key: 'long' };
    expect(seconds('identity_swap', { ...swap, audio_mode: 'original' })).toBe(4);
    expect(seconds('identity_swap', { ...swap, audio_mode: 'own_audio' })).toBe(90);
    const spoken = { video_key: 'short', audio_mode: 'tts', script: 'a'.repeat(80) };
    expect(seconds('identity_swap', spoken)).toBe(12);
  });

  it('is the script at a slow rate, longer for signs that are read as syllables or words', () => {
    expect(seconds('text_to_speech', { script: 'a'.repeat(80) })).toBe(12);
    expect(seconds('text_to_speech', { script: '語'.repeat(80) })).toBe(38);
    expect(seconds('text_to_speech', { script: '1234567890' })).toBe(6.5);
    expect(seconds('avatar', { script: 'a'.repeat(80) })).toBe(12);
    expect(seconds('avatar', { script: 'a'.repeat(800), audio_key: 'short' })).toBe(4);
  });

  it('does not matter where a call is billed flat', () => {
    for (const feature of ['face_swap_image', 'reimagine_image', 'voice_clone'] as const) {
      expect(seconds(feature, { script: 'a'.repeat(80), image_key: 'long' })).toBe(0);
    }
  });
});

describe('the longest output of any request', () => {
  const anyLengthUs = fc.oneof(fc.constantFrom(0, 1, 59_999_999, 60_000_000), fc.nat(100_000_000));
  const anyScript = fc.string({ unit: 'grapheme', maxLength: 60 });
  const video = (lengthUs: number) => (key: string) => (key === 'v' ? lengthUs : 0);
  const price = {
    version: 'v',
    unit: 'per_second',
    priceMicros: toMicros(33_333),
    minimumMicros: toMicros(7),
  } as const;

  it('is whole microseconds, at least nothing, and grows with a script', () => {
    fc.assert(
      fc.property(anyScript, anyScript, (start, rest) => {
        const estimate = (script: string) =>
          estimateOutputUs('text_to_speech', { script }, durationUs);
        const [short, long] = [estimate(start), estimate(start + rest)];
        expect(Number.isSafeInteger(long)).toBe(true);
        expect(short).toBeGreaterThanOrEqual(2_000_000);
        expect(long).toBeGreaterThanOrEqual(short);
        // Each part has the same silence before it.
        expect(long + 2_000_000).toBe(short + estimate(rest));
      }),
    );
  });

  it('of a script is longer than the same in letters at the rate that speakers have', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const spokenUs = (Array.from(script).length / 15) * 1_000_000;
        expect(estimateOutputUs('text_to_speech', { script }, durationUs)).toBeGreaterThan(
          spokenUs,
        );
      }),
    );
  });

  it('is never beyond the source, the cap of the request or the limit of the feature', () => {
    const caps = {
      face_swap: Infinity,
      reimagine_video: limits.reimagineVideoDurationSec.max,
      motion_control: limits.motionControlDurationSec.max,
    } as const;
    const anyFeature = fc.constantFrom('face_swap', 'reimagine_video', 'motion_control');
    fc.assert(
      fc.property(
        anyFeature,
        anyLengthUs,
        fc.option(fc.integer({ min: 1, max: 120 })),
        (feature, lengthUs, cap) => {
          const input = { video_key: 'v', ...(cap !== null && { max_duration_sec: cap }) };
          const estimateUs = estimateOutputUs(feature, input, video(lengthUs));
          const bounds = [lengthUs, (cap ?? Infinity) * 1_000_000, caps[feature] * 1_000_000];
          expect(estimateUs).toBe(Math.min(...bounds));
          // A lower cap never costs more.
          const lower = estimateOutputUs(
            feature,
            { ...input, max_duration_sec: 1 },
            video(lengthUs),
          );
          expect(computeCost(price, lower)).toBeLessThanOrEqual(computeCost(price, estimateUs));
        },
      ),
    );
  });

  it('is that of the longest of its tracks, in either order', () => {
    fc.assert(
      fc.property(anyLengthUs, anyLengthUs, (ofVideo, ofAudio) => {
        const lengthOf = (key: string) => (key === 'v' ? ofVideo : ofAudio);
        const input = { video_key: 'v', audio_key: 'a', audio_mode: 'own_audio' };
        const longest = Math.max(ofVideo, ofAudio);
        expect(estimateOutputUs('identity_swap', input, lengthOf)).toBe(longest);
        // Sound of its own is not counted where the mode does not play it.
        const original = { ...input, audio_mode: 'original' };
        expect(estimateOutputUs('identity_swap', original, lengthOf)).toBe(ofVideo);
      }),
    );
  });

  it.each([
    { feature: 'avatar', max: limits.avatarAudioSec.max },
    { feature: 'lip_sync', max: limits.lipSyncAudioSec.max },
  ] as const)(
    'of $feature is its sound up to $max s and what MP3 adds to it, and refused from the first microsecond beyond',
    ({ feature, max }) => {
      const maxUs = max * 1_000_000 + 150_000;
      const aroundUs = fc.oneof(anyLengthUs, fc.constantFrom(maxUs, maxUs + 1, 1e300));
      fc.assert(
        fc.property(aroundUs, (lengthUs) => {
          const estimate = () => estimateOutputUs(feature, { audio_key: 'v' }, video(lengthUs));
          if (lengthUs > maxUs) {
            expect(estimate).toThrow(`at most ${max} s`);
          } else {
            expect(estimate()).toBe(lengthUs);
          }
        }),
      );
    },
  );

  it('of a minute as MP3 has it is taken, and a refusal never names the length that is allowed', () => {
    const estimate = (lengthUs: number) =>
      estimateOutputUs('avatar', { audio_key: 'v' }, video(lengthUs));
    expect(estimate(60_048_000)).toBe(60_048_000);
    expect(estimate(60_150_000)).toBe(60_150_000);
    expect(() => estimate(60_150_001)).toThrow(/is 60\.2 s long; at most 60 s/);
    expect(() => estimate(60_500_000)).toThrow(/is 60\.5 s long; at most 60 s/);
  });

  it('is a billable length, for any stated length of a file', () => {
    const anySaidUs = fc.oneof(
      fc.constantFrom(31_536_000_000_000, 31_536_000_000_001, 2 ** 53, 1e300, Infinity),
      fc.double({ min: 0, noNaN: true }),
    );
    fc.assert(
      fc.property(anySaidUs, (saidUs) => {
        for (const feature of ['face_swap', 'identity_swap'] as const) {
          const estimate = () => estimateOutputUs(feature, { video_key: 'v' }, video(saidUs));
          if (saidUs > 31_536_000_000_000) {
            expect(estimate).toThrow(/at most 31536000 s/);
          } else {
            expect(computeCost(price, estimate())).toBeGreaterThan(0);
          }
        }
        const short = { video_key: 'v', max_duration_sec: 1 };
        expect(estimateOutputUs('face_swap', short, video(saidUs))).toBeLessThanOrEqual(1_000_000);
      }),
    );
  });
});
