/**
 * Finds the classes of voiced sounds in speech of our own synthesisers and writes them to
 * `resources/voices/changer-classes.json`: node test/media/voice/train-classes.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BAND_COUNT } from '../../../src/engine/voice/changer/bands.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { readGrains, type VoiceGrain } from '../../../src/engine/voice/changer/voice-grains.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';

const classCount = 8;
const shapeSize = 12;
const rounds = 30;
const speakers = [
  { engine: 'flite', base: 'rms' },
  { engine: 'flite', base: 'slt' },
  { engine: 'flite', base: 'awb' },
  { engine: 'flite', base: 'kal16' },
  { engine: 'espeak', base: 'en-us' },
  { engine: 'espeak', base: 'de+f2' },
] as const;
/** No test uses these sentences. */
const texts = [
  'A young child should not suffer fright. Add the column and put the sum here.',
  'We admire and love a good cook. There the flood mark is ten inches.',
  'He carved a head from the round block of marble. She has a smart way of wearing clothes.',
  'The fruit of a fig tree is apple shaped. Corn cobs can be used to kindle a fire.',
  'Where were they when the noise started? The paper box is full of thumb tacks.',
  'Sell your gift to a buyer at a good gain. The tongs lay beside the ice pail.',
  'The petals fall with the next puff of wind. Bring your best compass to the third class.',
  'They could laugh although they were sad. Farmers came in to thresh the oat crop.',
  'The brown house was on fire to the attic. The lure is used to catch trout and flounder.',
  'Float the soap on top of the bath water. A blue crane is a tall wading bird.',
];

const cosines = Array.from({ length: shapeSize }, (_, order) =>
  Array.from(
    { length: BAND_COUNT },
    (_unused, band) =>
      Math.sqrt(2 / BAND_COUNT) * Math.cos((Math.PI * (order + 1) * (band + 0.5)) / BAND_COUNT),
  ),
);

const flite = await openFlite();
const espeak = await openEspeak();
const offsets: number[][] = [];
const voicedMeans: number[][] = [];
const unvoicedMeans: number[][] = [];
for (const { engine, base } of speakers) {
  const grains: VoiceGrain[] = [];
  for (const text of texts) {
    const speaker = engine === 'flite' ? flite : espeak;
    const { samples, sampleRateHz } = await speaker.speak(text, { engine, base, pace: 1 });
    grains.push(...readGrains(resample(samples, sampleRateHz, VOICE_RATE_HZ)));
  }
  const voiced = grains.filter(({ period }) => period !== null);
  const mean = computeMean(voiced.map(({ levels }) => [...levels]));
  voicedMeans.push(mean);
  unvoicedMeans.push(
    computeMean(grains.filter(({ period }) => period === null).map(({ levels }) => [...levels])),
  );
  // The same number of each, for any pitch.
  const step = voiced.length / 2500;
  for (let index = 0; index < 2500; index += 1) {
    const { levels } = voiced[Math.floor(index * step)]!;
    offsets.push(mean.map((level, band) => levels[band]! - level));
  }
  console.log(base, voiced.length);
}
const shapes = offsets.map((offset) =>
  cosines.map((cosine) => cosine.reduce((sum, value, band) => sum + value * offset[band]!, 0)),
);
const trained = train(shapes);
const totals = trained.shares.map(() => 0);
const classOffsets = trained.shares.map(() => Array.from({ length: BAND_COUNT }, () => 0));
for (const [index, shape] of shapes.entries()) {
  for (const [at, share] of judge(trained, shape).entries()) {
    totals[at]! += share;
    offsets[index]!.forEach((level, band) => {
      classOffsets[at]![band]! += share * level;
    });
  }
}
const round = (values: readonly number[], digits = 2): number[] =>
  values.map((value) => Number(value.toFixed(digits)));
const model = {
  voiced: round(computeMean(voicedMeans)),
  unvoiced: round(computeMean(unvoicedMeans)),
  spread: round(trained.spread),
  classes: trained.shares.map((share, at) => ({
    share: Number(share.toFixed(4)),
    centre: round(trained.centres[at]!),
    offset: round(classOffsets[at]!.map((sum) => sum / totals[at]!)),
  })),
};
const path = join(import.meta.dirname, '../../../resources/voices/changer-classes.json');
await writeFile(path, `${JSON.stringify(model, null, 1)}\n`);

interface Mixture {
  readonly shares: number[];
  readonly centres: number[][];
  /** Number per class. */
  readonly spread: number[];
}

function train(shapes: readonly number[][]): Mixture {
  let mixture: Mixture = {
    shares: Array.from({ length: classCount }, () => 1 / classCount),
    centres: pickFarApart(shapes),
    spread: Array.from({ length: shapeSize }, () => 6),
  };
  for (let turn = 0; turn < rounds; turn += 1) {
    const totals = mixture.shares.map(() => 1e-6);
    const sums = mixture.centres.map((centre) => centre.map((value) => value * 1e-6));
    const squares = mixture.spread.map(() => 0);
    for (const shape of shapes) {
      for (const [at, share] of judge(mixture, shape).entries()) {
        totals[at]! += share;
        shape.forEach((value, order) => {
          sums[at]![order]! += share * value;
          squares[order]! += share * (value - mixture.centres[at]![order]!) ** 2;
        });
      }
    }
    mixture = {
      shares: totals.map((total) => total / shapes.length),
      centres: sums.map((sum, at) => sum.map((value) => value / totals[at]!)),
      spread: squares.map((square) => Math.sqrt(square / shapes.length)),
    };
  }
  return mixture;
}

/** Initial centres: each as far as possible from the previous ones, among a few hundred candidates. */
function pickFarApart(shapes: readonly number[][]): number[][] {
  const some = shapes.filter((_, index) => index % 31 === 0);
  const centres = [some[0]!];
  while (centres.length < classCount) {
    const far = some.map((shape) =>
      Math.min(...centres.map((centre) => Math.hypot(...centre.map((v, i) => v - shape[i]!)))),
    );
    centres.push(some[far.indexOf(Math.max(...far))]!);
  }
  return centres;
}

function judge({ shares, centres, spread }: Mixture, shape: readonly number[]): number[] {
  const logs = centres.map((centre, at) =>
    centre.reduce(
      (sum, value, order) => sum - 0.5 * ((shape[order]! - value) / spread[order]!) ** 2,
      Math.log(shares[at]!),
    ),
  );
  const max = Math.max(...logs);
  const likely = logs.map((log) => Math.exp(log - max));
  const sum = likely.reduce((total, value) => total + value, 0);
  return likely.map((value) => value / sum);
}

function computeMean(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length);
}
