import { describe, expect, it } from 'vitest';
import { findChangerTarget } from './changer-catalogue.ts';
import { SpectralFeedback } from './spectral-feedback.ts';
import { type KnownSpeaker, TargetMapper } from './target-mapper.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

const target: VoiceTarget = { ...findChangerTarget('news-anchor')!.target, size: undefined };

/** Size that a speaker comes to, who is as high as the target unless a pitch is passed. */
function computeSettledSize(
  wanted: VoiceTarget,
  known: KnownSpeaker | null,
  pitchHz = wanted.pitchHz,
): number {
  const mapper = new TargetMapper(wanted, new SpectralFeedback(wanted.envelopes.all), known);
  for (let count = 0; count < 1000; count += 1) {
    mapper.mapPeriod(VOICE_RATE_HZ / pitchHz);
  }
  return mapper.formants;
}

describe('the size of a changed voice', () => {
  it('is guessed from pitch while nothing else is known', () => {
    expect(computeSettledSize(target, null)).toBeCloseTo(1, 3);
  });

  it('is the measured one of a known speaker, within the limits of intelligibility', () => {
    expect(computeSettledSize(target, { size: 0.9 })).toBeCloseTo(0.9, 3);
    expect(computeSettledSize(target, { size: 1.6 })).toBeCloseTo(1.16, 3);
    expect(computeSettledSize(target, { size: null })).toBeCloseTo(1, 3);
  });

  it('is that of a catalogue voice that states one, for any speaker', () => {
    expect(computeSettledSize({ ...target, size: 1.1 }, null)).toBeCloseTo(1.1, 3);
    expect(computeSettledSize({ ...target, size: 1.1 }, { size: 0.9 })).toBeCloseTo(1.1, 3);
  });

  it('is smaller for a high speaker than for a low one, who is large already, without a step', () => {
    const pitches = Array.from({ length: 40 }, (_, index) => 80 * 2 ** (index / 20));
    const sizes = pitches.map((hz) => computeSettledSize({ ...target, size: 0.5 }, null, hz));
    expect(sizes[0]).toBeCloseTo(0.9, 3);
    expect(sizes.at(-1)).toBeCloseTo(0.82, 3);
    for (const [index, size] of sizes.slice(1).entries()) {
      expect(size).toBeLessThanOrEqual(sizes[index]! + 1e-6);
      expect(sizes[index]! - size).toBeLessThan(0.02);
    }
  });
});

/** Periods that come out for even ones with a melody of three semitones around the pitch of the target. */
function mapMelody(wanted: VoiceTarget): number[] {
  const mapper = new TargetMapper(wanted, new SpectralFeedback(wanted.envelopes.all), null);
  return Array.from({ length: 2000 }, (_, index) =>
    mapper.mapPeriod((VOICE_RATE_HZ / wanted.pitchHz) * 2 ** (Math.sin(index / 50) / 4)),
  ).slice(1000);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
/** Mean difference of neighbours, as a fraction of a period. */
const unevenness = (periods: readonly number[]): number =>
  meanOf(periods.slice(1).map((period, at) => Math.abs(period / periods[at]! - 1)));

describe('the pitch of a changed voice', () => {
  it('stays on one note for a target without liveliness', () => {
    const periods = mapMelody({ ...target, liveliness: 0 });
    expect(Math.max(...periods) / Math.min(...periods)).toBeCloseTo(1, 6);
  });

  it('keeps the melody of a lively speaker for a target that hardly moves, and is as low as it', () => {
    const semitones = mapMelody({ ...target, pitchSpread: 0.5 }).map(
      (period) => 12 * Math.log2(VOICE_RATE_HZ / period / target.pitchHz),
    );
    const range = Math.max(...semitones) - Math.min(...semitones);
    expect(range / 6).toBeCloseTo(1, 1);
    expect(Math.abs(meanOf(semitones))).toBeLessThan(0.5);
  });

  it('is uneven as far as a target is rough, around the same mean', () => {
    const [even, rough] = [mapMelody(target), mapMelody({ ...target, roughness: 1 })];
    expect(meanOf(rough) / meanOf(even)).toBeCloseTo(1, 2);
    expect(unevenness(even)).toBeLessThan(0.01);
    expect(unevenness(rough)).toBeGreaterThan(0.08);
  });
});
