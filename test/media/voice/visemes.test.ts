import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import model from '../../../resources/voices/viseme-network.json' with { type: 'json' };
import {
  addCounts,
  agreement,
  countMouth,
  countSilence,
  type MouthCounts,
  toPrecision,
  toRecall,
} from './viseme-score.ts';
import {
  type LabelledSpeech,
  speakLabelled,
  speakUnheard,
  toFrames,
  unheardTexts,
  unheardVoices,
} from './viseme-speech.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import type { SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { visemes } from '../../../src/engine/voice/viseme.ts';
import { alignPhones, MIN_FIT } from '../../../src/engine/voice/visemes/align-phones.ts';
import { findVisemes } from '../../../src/engine/voice/visemes/find-visemes.ts';
import { FEATURE_RATE_HZ } from '../../../src/engine/voice/visemes/speech-features.ts';
import { VisemeFinder } from '../../../src/engine/voice/visemes/viseme-finder.ts';

const awb = { engine: 'flite', base: 'awb' } as const;
let engines: Readonly<Record<'flite' | 'espeak', SpeechEngine>>;

beforeAll(async () => {
  engines = { flite: await openFlite(), espeak: await openEspeak() };
});

describe('findVisemes', () => {
  const speech: LabelledSpeech[] = [];

  beforeAll(async () => {
    for (const voice of unheardVoices) {
      speech.push(...(await speakUnheard(engines[voice.engine], voice, 2)));
    }
  });

  it('closes lips that close, in unknown voices', () => {
    const lips: MouthCounts[] = [];
    const teeth: MouthCounts[] = [];
    const shares: number[] = [];
    let [silent, clean] = [0, 0];
    for (const { samples, mouths } of speech) {
      const found = toFrames(findVisemes(samples, FEATURE_RATE_HZ), mouths.length);
      lips.push(countMouth(found, mouths, 'PP'));
      teeth.push(countMouth(found, mouths, 'FF'));
      shares.push(agreement(found, mouths).seven);
      const silence = countSilence(found, mouths);
      silent += silence.all;
      clean += silence.clean;
    }
    expect(addCounts(lips).truths).toBeGreaterThan(60);
    expect(toRecall(addCounts(lips))).toBeGreaterThan(0.89);
    expect(toPrecision(addCounts(lips))).toBeGreaterThan(0.68);
    expect(toRecall(addCounts(teeth))).toBeGreaterThan(0.6);
    expect(Math.min(...shares)).toBeGreaterThan(0.5);
    expect(clean / silent).toBeGreaterThan(0.95);
  });

  it('has the same result for other rates and another loudness', async () => {
    const speech = await engines.flite.speak(unheardTexts.en[1], {
      engine: 'flite',
      base: 'slt',
      pace: 1,
    });
    const plain = toFrames(findVisemes(speech.samples, speech.sampleRateHz), 200);
    const quiet = speech.samples.map((value) => value * 0.05);
    const other = toFrames(findVisemes(resample(quiet, speech.sampleRateHz, 48_000), 48_000), 200);
    expect(agreement(other, plain).fifteen).toBeGreaterThan(0.85);
  });

  it('covers any sound without gaps', () => {
    fc.assert(
      fc.property(fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 3000 }), (samples) => {
        const spans = findVisemes(samples, FEATURE_RATE_HZ);
        let atMs = 0;
        for (const { startMs, endMs } of spans) {
          expect(startMs).toBe(atMs);
          expect(endMs).toBeGreaterThan(startMs);
          atMs = endMs;
        }
        expect(atMs).toBeCloseTo((samples.length * 1000) / FEATURE_RATE_HZ, 6);
      }),
      { numRuns: 50 },
    );
  });

  it('finds a closed mouth in silence', () => {
    const spans = findVisemes(new Float32Array(16_000), FEATURE_RATE_HZ);
    expect(spans.map(({ viseme }) => viseme)).toEqual(['sil']);
  });
});

describe('VisemeFinder', () => {
  it('has the same result for any chunks', async () => {
    const { samples } = await speakLabelled(engines.flite, unheardTexts.en[2], awb);
    const whole = follow(samples, [samples.length]);
    expect(whole).toHaveLength(Math.ceil(samples.length / 160) * visemes.length);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (pieces) => {
        expect(follow(samples, pieces)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });
});

describe('alignPhones', () => {
  it('finds the times of the phones of a script', async () => {
    const { samples, sampleRateHz, phones } = await engines.flite.speak(unheardTexts.en[3], {
      ...awb,
      pace: 1,
    });
    const aligned = alignPhones(samples, sampleRateHz, phones);
    const spoken = phones.filter(({ viseme }) => viseme !== 'sil');
    const found = aligned?.phones.filter(({ viseme }) => viseme !== 'sil') ?? [];
    expect(found.map(({ symbol }) => symbol)).toEqual(spoken.map(({ symbol }) => symbol));
    const errors = found.map(({ startMs }, index) => Math.abs(startMs - spoken[index]!.startMs));
    errors.sort((a, b) => a - b);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThanOrEqual(20);
    expect(errors.at(-1)).toBeLessThan(120);
    for (const [index, { viseme, startMs, endMs }] of found.entries()) {
      if (viseme === 'PP') {
        expect(startMs).toBeLessThan(spoken[index]!.endMs);
        expect(endMs).toBeGreaterThan(spoken[index]!.startMs);
      }
    }
    expect(aligned?.fit).toBeGreaterThan(MIN_FIT);
  });

  it('finds pauses that the script does not have, and parts that were not spoken', async () => {
    const voice = { ...awb, pace: 1 };
    const first = await engines.flite.speak(unheardTexts.en[3], voice);
    const second = await engines.flite.speak(unheardTexts.en[1], voice);
    const { samples, sampleRateHz } = first;
    const rested = new Float32Array(samples.length + 2 * sampleRateHz);
    rested.set(samples, sampleRateHz);
    const aligned = alignPhones(rested, sampleRateHz, first.phones);
    expect(aligned?.phones[0]).toMatchObject({ viseme: 'sil', startMs: 0 });
    expect(aligned?.phones[0]?.endMs).toBeGreaterThan(950);
    expect(aligned?.phones.at(-1)?.endMs).toBe((1000 * rested.length) / sampleRateHz);
    expect(alignPhones(samples, sampleRateHz, second.phones)?.fit).toBeLessThan(MIN_FIT);
    expect(alignPhones(samples.subarray(0, 4000), sampleRateHz, first.phones)).toBeNull();
  });
});

it('ships with its score on the test voices', () => {
  expect(model.visemes).toEqual(visemes);
  expect(Object.keys(model.score)).toEqual(unheardVoices.map(({ name }) => name));
});

function follow(samples: Float32Array, pieces: readonly number[]): number[] {
  const told: number[] = [];
  const finder = new VisemeFinder((likely) => told.push(...likely));
  let at = 0;
  for (let turn = 0; at < samples.length; turn += 1) {
    const count = pieces[turn % pieces.length]!;
    finder.push(samples.subarray(at, at + count));
    at += count;
  }
  finder.finish();
  return told;
}
