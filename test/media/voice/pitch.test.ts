/** Our pitch tracker against stored values of Praat for the same audio; the test does not need Praat. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReference } from '../../../src/engine/voice/changer/read-reference.ts';
import { PitchTracker, toPitchGrid } from '../../../src/engine/voice/convert/pitch-tracker.ts';
import { createSampleRing } from '../../../src/engine/voice/convert/sample-ring.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { speechFolder } from './speech-corpus.ts';

const rate = 16_000;
/** Further off than this is another pitch and no inaccuracy. */
const grossCents = 240;

interface RecordedPitch {
  readonly voice?: string;
  readonly text?: string;
  readonly file?: string;
  readonly startSec: number;
  /** Every hundredth of a second; 0 without voice. */
  readonly hz: readonly number[];
}

function track(samples: Float32Array): number[] {
  const grid = toPitchGrid(rate);
  const ring = createSampleRing(samples.length + 2 * grid.lookahead);
  for (let index = 0; index < samples.length + grid.lookahead; index += 1) {
    ring.push(samples[index] ?? 0);
  }
  const tracker = new PitchTracker(ring, grid);
  const pitches: number[] = [];
  for (let at = 0; at < samples.length; at += grid.hop) {
    const { period } = tracker.measure(at);
    pitches.push(period === 0 ? 0 : rate / period);
  }
  return pitches;
}

const reference = JSON.parse(
  await readFile(join(import.meta.dirname, 'pitch-reference.json'), 'utf8'),
) as { readonly stepSec: number; readonly sounds: readonly RecordedPitch[] };

interface Deviation {
  gross: number;
  missed: number;
  voiced: number;
  readonly cents: number[];
}

function compare(sound: RecordedPitch, samples: Float32Array, into: Deviation): void {
  const ours = track(samples);
  for (const [index, hz] of sound.hz.entries()) {
    if (hz > 0) {
      const found = ours[Math.round((sound.startSec + index * reference.stepSec) * 200)] ?? 0;
      into.voiced += 1;
      if (found === 0) {
        into.missed += 1;
      } else {
        const cents = Math.abs(1200 * Math.log2(found / hz));
        into.gross += cents > grossCents ? 1 : 0;
        into.cents.push(cents);
      }
    }
  }
}

function expectClose({ gross, missed, voiced, cents }: Deviation): void {
  const sorted = cents.toSorted((one, two) => one - two);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  const grossShare = gross / cents.length;
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  console.log(
    `pitch: gross ${percent(grossShare)}, median ${median.toFixed(1)} cents, ` +
      `missed ${percent(missed / voiced)} of ${voiced} moments`,
  );
  expect(grossShare).toBeLessThanOrEqual(0.015);
  expect(median).toBeLessThanOrEqual(8);
  expect(missed / voiced).toBeLessThanOrEqual(0.02);
}

describe('the pitch of speech', () => {
  const { sounds } = reference;

  it('equals that of Praat for our synthesisers', async () => {
    const flite = await openFlite();
    const deviation: Deviation = { gross: 0, missed: 0, voiced: 0, cents: [] };
    for (const sound of sounds) {
      if (sound.voice !== undefined && sound.text !== undefined) {
        const voice = { engine: 'flite', base: sound.voice, pace: 1 } as const;
        const { samples } = await flite.speak(sound.text, voice);
        compare(sound, samples, deviation);
      }
    }
    expectClose(deviation);
  });

  it('equals that of Praat for a person who reads', async ({ skip }) => {
    const folder = join(speechFolder, 'librivox');
    skip(!existsSync(folder), 'Debian’s pocketsphinx-testdata is not installed.');
    const deviation: Deviation = { gross: 0, missed: 0, voiced: 0, cents: [] };
    for (const sound of sounds) {
      if (sound.file !== undefined) {
        const { samples } = readReference(await readFile(join(folder, sound.file)));
        compare(sound, samples, deviation);
      }
    }
    expectClose(deviation);
  });
});
