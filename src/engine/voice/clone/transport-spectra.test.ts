import { expect, it } from 'vitest';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { openFlite } from '../engines/flite-engine.ts';
import { measureGaussian } from './gaussian.ts';
import { readSpectra, transportSpectra } from './transport-spectra.ts';

const flite = await openFlite();

async function speak(base: string, text: string): Promise<Float32Array> {
  const { samples, sampleRateHz } = await flite.speak(text, { engine: 'flite', base, pace: 1 });
  return resample(samples, sampleRateHz, VOICE_RATE_HZ);
}

/** Returns the relative distance (Frobenius norm) between the covariances of two spectra; 0 for equal ones. */
function compareSpread(one: Float32Array, two: Float32Array): number {
  const [first, second] = [one, two].map((speech) => {
    const { vectors, weights } = readSpectra(speech);
    return measureGaussian(
      vectors.filter((_, index) => weights[index] === 1),
      0,
    ).covariance;
  });
  let apart = 0;
  let whole = 0;
  first!.forEach((row, index) => {
    row.forEach((value, column) => {
      apart += (value - second![index]![column]!) ** 2;
      whole += second![index]![column]! ** 2;
    });
  });
  return Math.sqrt(apart / whole);
}

const spoken = await speak('rms', 'Take the winding path to reach the lake.');
const sample = await speak('slt', 'Note closely the size of the gas tank.');

it('makes spectra vary and go together as those of a sample do', () => {
  const before = compareSpread(spoken, sample);
  expect(compareSpread(transportSpectra(spoken, sample), sample)).toBeLessThan(0.85 * before);
});

it('leaves speech as it is when it is the sample itself', () => {
  const made = transportSpectra(spoken, spoken);
  const error = made.reduce((sum, value, index) => sum + (value - spoken[index]!) ** 2, 0);
  const whole = spoken.reduce((sum, value) => sum + value ** 2, 0);
  expect(error / whole).toBeLessThan(1e-6);
});

function toPower(sound: Float32Array): number {
  return sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
}

it('keeps the power of speech as a whole', () => {
  const power = toPower(transportSpectra(spoken, sample)) / toPower(spoken);
  expect(power).toBeGreaterThan(0.85);
  expect(power).toBeLessThan(1.15);
});

it('makes pauses no louder', () => {
  const pause = 0.3 * VOICE_RATE_HZ;
  const hum = Float32Array.from({ length: pause }, (_, at) => 3e-4 * Math.sin(at / 3));
  const made = transportSpectra(Float32Array.from([...spoken, ...hum]), sample);
  expect(toPower(made.subarray(-pause / 2))).toBeLessThan(1.2 * toPower(hum));
});

it('changes a single word less than a sentence', async () => {
  const word = await speak('rms', 'No.');
  const measureChange = (speech: Float32Array, of: Float32Array): number => {
    const made = transportSpectra(speech, sample).subarray(0, of.length);
    const error = made.reduce((sum, value, index) => sum + (value - of[index]!) ** 2, 0);
    return error / of.reduce((sum, value) => sum + value ** 2, 0);
  };
  const sentence = Float32Array.from([...word, ...spoken]);
  expect(measureChange(word, word)).toBeLessThan(0.5 * measureChange(sentence, word));
});
