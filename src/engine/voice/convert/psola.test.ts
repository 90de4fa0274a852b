import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PitchMarks } from './pitch-marks.ts';
import { PitchTracker, toPitchGrid } from './pitch-tracker.ts';
import { Psola } from './psola.ts';
import { createSampleRing } from './sample-ring.ts';
import { shiftVoice } from './shift-voice.ts';
import { toMapper, type VoiceShift } from './voice-mapper.ts';

const rate = 16_000;

/** Synthesises a vowel: pulses of gliding pitch through two resonances, surrounded by hiss and silence. */
function vowel(startHz: number, endHz: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(rate * 1.5);
  let phase = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const fraction = index / samples.length;
    const isVoiced = fraction > 0.2 && fraction < 0.8;
    phase += (startHz + (endHz - startHz) * fraction) / rate;
    if (isVoiced && phase >= 1) {
      samples[index] = 1;
    }
    phase %= 1;
  }
  resonate(samples, 700, 90);
  resonate(samples, 1200, 120);
  let seed = 1;
  return samples.map((sample, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return sample * 0.02 + (index < samples.length / 10 ? 0 : (seed / 2_147_483_647 - 0.5) * 0.01);
  });
}

/** Synthesises periods of a click, which is their highest sample, and a longer tone with most of the energy. */
function clicks(hz: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: rate }, (_, index) => {
    const phase = ((index * hz) / rate) % 1;
    const isClick = phase < hz / rate;
    const envelope = Math.max(0, 1 - Math.abs(phase - 0.4) / 0.15);
    return isClick ? 0.9 : 0.8 * envelope * Math.cos(12 * Math.PI * (phase - 0.4));
  });
}

function resonate(samples: Float32Array, hz: number, widthHz: number): void {
  const radius = Math.exp((-Math.PI * widthHz) / rate);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / rate);
  let one = 0;
  let two = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const value = (samples[index] ?? 0) + turn * one - radius * radius * two;
    two = one;
    one = value;
    samples[index] = value;
  }
}

function listPitches(samples: Float32Array): number[] {
  const grid = toPitchGrid(rate);
  const ring = createSampleRing(samples.length);
  for (const sample of samples) {
    ring.push(sample);
  }
  const tracker = new PitchTracker(ring, grid);
  const found: number[] = [];
  for (let at = 0; at + grid.lookahead < samples.length; at += grid.hop) {
    const { period } = tracker.measure(at);
    found.push(period === 0 ? 0 : rate / period);
  }
  return found;
}

function median(values: readonly number[]): number {
  return values.filter((value) => value > 0).toSorted((a, b) => a - b)[
    Math.floor(values.filter((value) => value > 0).length / 2)
  ]!;
}

function measureEnergy(samples: Float32Array, from: number, to: number): number {
  return samples
    .subarray(Math.round(from), Math.round(to))
    .reduce((sum, sample) => sum + sample * sample, 0);
}

function computeShift(shift: Partial<VoiceShift>): VoiceShift {
  return { pitch: 1, spread: 1, pivotHz: 120, formants: 1, ...shift };
}

describe('the pitch tracker', () => {
  it.each([
    [80, 80],
    [120, 180],
    [300, 220],
    [400, 400],
  ])('follows a voice from %i to %i Hz within a hundredth', (startHz, endHz) => {
    const found = listPitches(vowel(startHz, endHz));
    const off = found.filter((hz, hop) => {
      const fraction = (hop * 80) / (rate * 1.5);
      const truth = startHz + (endHz - startHz) * fraction;
      return fraction > 0.24 && fraction < 0.76 && Math.abs(hz / truth - 1) > 0.01;
    });
    expect(off).toEqual([]);
  });

  it('hears no voice in silence and hiss', () => {
    const found = listPitches(vowel(120, 120));
    expect(found.slice(0, 50).filter((hz) => hz > 0)).toEqual([]);
  });
});

describe('pitch marks', () => {
  it('are where the energy of each period is', () => {
    const samples = clicks(120);
    const grid = toPitchGrid(rate);
    const ring = createSampleRing(samples.length);
    const marks = new PitchMarks(ring, grid, true);
    let [near, whole] = [0, 0];
    let done = 0;
    for (const sample of samples) {
      ring.push(sample);
      if (ring.length % grid.hop === 0) {
        marks.advance();
      }
      for (; done < marks.count; done += 1) {
        if (marks.isVoiced(done)) {
          const at = marks.positionOf(done);
          const period = marks.periodOf(done);
          near += measureEnergy(samples, at - period / 4, at + period / 4);
          whole += measureEnergy(samples, at - period / 2, at + period / 2);
        }
      }
    }
    expect(near / whole).toBeGreaterThan(0.75);
  });
});

describe('the converter', () => {
  it('keeps a voice at its own pitch in phase', () => {
    const source = vowel(120, 120);
    const psola = new Psola(rate, { ...toMapper(computeShift({}), rate), followsSpeaker: true });
    const padded = new Float32Array(source.length + psola.latency);
    padded.set(source);
    psola.process(padded, padded);
    const same = padded.subarray(psola.latency);
    const [from, to] = [Math.floor(0.2 * source.length), Math.floor(0.25 * source.length)];
    const product = source
      .subarray(from, to)
      .reduce((sum, sample, index) => sum + sample * same[from + index]!, 0);
    const energy = measureEnergy(source, from, to) * measureEnergy(same, from, to);
    expect(product / Math.sqrt(energy)).toBeGreaterThan(0.9);
  });

  it('moves the pitch by its factor and keeps time', () => {
    const source = vowel(120, 130);
    for (const pitch of [0.6, 0.8, 1.3, 2]) {
      const moved = shiftVoice(source, rate, computeShift({ pitch }));
      expect(moved.length).toBe(source.length);
      expect(median(listPitches(moved)) / median(listPitches(source)) / pitch).toBeCloseTo(1, 1.7);
    }
  });

  it.each([0.6, 1.3, 2])('keeps the level of a voice at %f of its pitch', (pitch) => {
    const once = vowel(110, 140);
    const source = new Float32Array(3 * once.length);
    for (const turn of [0, 1, 2]) {
      source.set(once, turn * once.length);
    }
    const moved = shiftVoice(source, rate, computeShift({ pitch }));
    const [from, to] = [2.3, 2.7].map((turn) => Math.round(turn * once.length));
    const levels = [source, moved].map((samples) =>
      samples.subarray(from, to).reduce((sum, sample) => sum + sample * sample, 0),
    );
    expect(Math.abs(10 * Math.log10(levels[1]! / levels[0]!))).toBeLessThan(0.5);
  });

  it('leaves silence silent and hiss as it is', () => {
    const source = vowel(120, 120);
    const moved = shiftVoice(source, rate, computeShift({ pitch: 1.5, formants: 1.2 }));
    expect(Math.max(...moved.slice(0, 2000).map(Math.abs))).toBeLessThan(1e-6);
    const from = Math.floor(0.12 * source.length);
    const to = Math.floor(0.17 * source.length);
    for (let index = from; index < to; index += 1) {
      expect(moved[index]).toBeCloseTo(source[index] ?? 0, 5);
    }
  });

  it('gives the same bit by bit however the stream is cut', () => {
    const source = vowel(150, 110);
    const shift = computeShift({ pitch: 1.4, formants: 0.9, spread: 1.2 });
    const whole = new Float32Array(source.length);
    new Psola(rate, toMapper(shift, rate)).process(source, whole);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 2400 }), { minLength: 1, maxLength: 9 }),
        (cuts) => {
          const psola = new Psola(rate, toMapper(shift, rate));
          const parts = new Float32Array(source.length);
          for (let at = 0, turn = 0; at < source.length; turn += 1) {
            const end = Math.min(source.length, at + (cuts[turn % cuts.length] ?? 1));
            psola.process(source.subarray(at, end), parts.subarray(at, end));
            at = end;
          }
          expect(parts).toEqual(whole);
          expect(psola.lateWrites).toBe(0);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('writes nothing late, at any factor', () => {
    for (const formants of [0.7, 1, 1.4]) {
      for (const pitch of [0.5, 1, 2.2]) {
        const psola = new Psola(rate, toMapper(computeShift({ pitch, formants }), rate));
        const sound = vowel(75, 400);
        psola.process(sound, sound);
        expect(psola.lateWrites).toBe(0);
        expect(sound.every((sample) => Number.isFinite(sample))).toBe(true);
      }
    }
  });
});
