import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import model from '../../../resources/voices/viseme-network.json' with { type: 'json' };
import {
  agreement,
  speakLabelled,
  toFrames,
  unheardTexts,
  unheardVoices,
} from './viseme-speech.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import type { SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { visemes } from '../../../src/engine/voice/viseme.ts';
import { findVisemes } from '../../../src/engine/voice/visemes/find-visemes.ts';
import { FEATURE_RATE_HZ } from '../../../src/engine/voice/visemes/speech-features.ts';
import { VisemeFinder } from '../../../src/engine/voice/visemes/viseme-finder.ts';

let engines: Readonly<Record<'flite' | 'espeak', SpeechEngine>>;

beforeAll(async () => {
  engines = { flite: await openFlite(), espeak: await openEspeak() };
});

describe('findVisemes', () => {
  it.each(unheardVoices)('tells the mouths of $base, which it never heard', async (voice) => {
    const text = unheardTexts[0];
    const { samples, mouths } = await speakLabelled(engines[voice.engine], text, voice);
    const spans = findVisemes(samples, FEATURE_RATE_HZ);
    const { fifteen, seven } = agreement(toFrames(spans, mouths.length), mouths);
    expect(fifteen).toBeGreaterThan(0.5);
    expect(seven).toBeGreaterThan(0.6);
  });

  it('takes other rates and another loudness for the same speech', async () => {
    const speech = await engines.flite.speak(unheardTexts[1], {
      engine: 'flite',
      base: 'slt',
      pace: 1,
    });
    const plain = toFrames(findVisemes(speech.samples, speech.sampleRateHz), 200);
    const quiet = speech.samples.map((value) => value * 0.05);
    const other = toFrames(findVisemes(resample(quiet, speech.sampleRateHz, 48_000), 48_000), 200);
    expect(agreement(other, plain).fifteen).toBeGreaterThan(0.85);
  });

  it('covers the sound without gaps, whatever it is', () => {
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

  it('sees a closed mouth in silence', () => {
    const spans = findVisemes(new Float32Array(16_000), FEATURE_RATE_HZ);
    expect(spans.map(({ viseme }) => viseme)).toEqual(['sil']);
  });
});

describe('VisemeFinder', () => {
  it('answers the same for any pieces', async () => {
    const { samples } = await speakLabelled(engines.flite, unheardTexts[2], unheardVoices[0]);
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

it('ships with the score of the voices it is tried with', () => {
  expect(model.visemes).toEqual(visemes);
  expect(Object.keys(model.score)).toEqual(unheardVoices.map(({ base }) => base));
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
