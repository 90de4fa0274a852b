/**
 * Fits the band above 7.5 kHz from the band below, on recordings of people at 24 kHz and more, and writes
 * `resources/voices/high-band.json`: `node test/bench/voices/train-high-band.ts`. It uses none of the speakers of
 * `voices.bench` and prints the level errors for them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAudio } from '../../../src/engine/io/audio/audio-reader.ts';
import {
  readBandLevels,
  SPEECH_RATE_HZ,
  toFeatures,
} from '../../../src/engine/voice/bandwidth/band-levels.ts';
import type { HighBandModel } from '../../../src/engine/voice/bandwidth/high-band.ts';
import { joinSounds } from '../../media/voice/speech-corpus.ts';
import { openPinnedPackage } from './pinned-packages.ts';

const examples = 'f5_tts/infer/examples';
const voices = 'tortoise/voices';
/** Recordings whose band reaches to 12 kHz. */
const heard = [
  ['f5-tts', `${examples}/basic/basic_ref_en.wav`],
  ['f5-tts', `${examples}/basic/basic_ref_zh.wav`],
  ['f5-tts', `${examples}/multi/country.flac`],
  ['f5-tts', `${examples}/multi/town.flac`],
  ['tortoise-tts', `${voices}/angie/2.wav`],
  ['tortoise-tts', `${voices}/pat2/00100.mp3`],
  ['tortoise-tts', `${voices}/pat2/00112.mp3`],
  ['tortoise-tts', `${voices}/pat2/00130.mp3`],
  ['tortoise-tts', `${voices}/pat2/00159.mp3`],
] as const;
const unheard = [['f5-tts', `${examples}/multi/main.flac`]] as const;
/** Frames this much below the loud ones are pauses. */
const quietDb = 40;
/** Keeps weights small (ridge regression), as a fraction of the frames. */
const ridge = 0.01;

interface Example {
  readonly features: Float64Array;
  /** Levels of high bands against the reference, in dB. */
  readonly levels: readonly number[];
}

type Recording = readonly [name: 'f5-tts' | 'tortoise-tts', path: string];

const examplesOf = async (files: readonly Recording[]): Promise<Example[]> =>
  (await Promise.all(files.map(readExamples))).flat();

const model = fit(await examplesOf(heard));
const path = join(import.meta.dirname, '../../../resources/voices/high-band.json');
await writeFile(path, `${JSON.stringify(model, null, 1)}\n`);
for (const [name, files] of Object.entries({ heard, unheard })) {
  console.log(name, describe(await examplesOf(files), model));
}

async function readExamples([name, path]: Recording): Promise<Example[]> {
  const blocks: Float32Array[] = [];
  const file = join(await openPinnedPackage(name), path);
  for await (const { channels } of readAudio(file, { sampleRateHz: SPEECH_RATE_HZ, channels: 1 })) {
    blocks.push(Float32Array.from(channels[0]!));
  }
  const frames = readBandLevels(joinSounds(blocks, 0));
  const loudness = frames.map(({ low }) => Math.max(...low));
  const loudest = loudness.toSorted((one, two) => one - two)[Math.floor(0.99 * frames.length)]!;
  return frames.flatMap(({ high, reference }, index) =>
    loudness[index]! < loudest - quietDb
      ? []
      : [
          {
            features: toFeatures(frames, index),
            levels: [...high].map((level) => level - reference),
          },
        ],
  );
}

/** Least squares with small weights. */
function fit(all: readonly Example[]): HighBandModel {
  const size = all[0]!.features.length;
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = Array.from({ length: size }, (_, at) =>
    meanOf(all.map((one) => one.features[at]!)),
  );
  const usual = all[0]!.levels.map((_, band) => meanOf(all.map(({ levels }) => levels[band]!)));
  const matrix = means.map((_, row) =>
    means.map((_unused, column) => (row === column ? ridge : 0)),
  );
  const wanted = usual.map(() => means.map(() => 0));
  for (const { features, levels } of all) {
    for (let row = 0; row < size; row += 1) {
      const value = (features[row]! - means[row]!) / all.length;
      for (let column = 0; column < size; column += 1) {
        matrix[row]![column]! += value * (features[column]! - means[column]!);
      }
      levels.forEach((level, band) => {
        wanted[band]![row]! += value * (level - usual[band]!);
      });
    }
  }
  const round = (value: number): number => Number(value.toFixed(4));
  return {
    means: means.map(round),
    weights: wanted.map((side) => solve(matrix, side).map(round)),
    usual: usual.map(round),
  };
}

/** Gauss with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], side: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, side[at]!]);
  for (let at = 0; at < rows.length; at += 1) {
    const best = rows
      .slice(at)
      .reduce((one, two) => (Math.abs(two[at]!) > Math.abs(one[at]!) ? two : one));
    const from = rows.indexOf(best);
    [rows[at], rows[from]] = [best, rows[at]!];
    for (const row of rows.filter((other) => other !== best)) {
      const factor = row[at]! / best[at]!;
      best.forEach((value, column) => {
        row[column]! -= factor * value;
      });
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

/** Mean and deviation per band of the level error, in dB; positive when the estimate is too loud. */
function describe(all: readonly Example[], { means, weights, usual }: HighBandModel): string {
  return usual
    .map((level, band) => {
      const wrong = all.map(({ features, levels }) => {
        const change = weights[band]!.reduce(
          (sum, weight, at) => sum + weight * (features[at]! - means[at]!),
          0,
        );
        return level + change - levels[band]!;
      });
      const mean = wrong.reduce((sum, value) => sum + value, 0) / wrong.length;
      const square = wrong.reduce((sum, value) => sum + value * value, 0) / wrong.length;
      return `${mean.toFixed(1)} ± ${Math.sqrt(square - mean * mean).toFixed(1)} dB`;
    })
    .join(', ');
}
