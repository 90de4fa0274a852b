import { join } from 'node:path';
import { readBeginning } from '../../../src/engine/voice/changer/convert-recording.ts';
import { joinSounds } from '../../media/voice/speech-corpus.ts';
import { openPinnedPackage, type PinnedPackage } from './pinned-packages.ts';

/** Speaker of whom the product has no data. */
export interface RecordedSpeaker {
  readonly name: string;
  /** At 16 kHz: sample to which a voice is matched. */
  readonly sample: Float32Array;
  /** Other speech of the same person, which a matched voice is compared with. */
  readonly other: Float32Array;
}

interface Recording {
  readonly from: PinnedPackage;
  readonly sample: readonly string[];
  /** Absent: the second half of the sample. */
  readonly other?: readonly string[];
}

const voices = 'tortoise/voices';
const readers: Readonly<Record<string, readonly [sample: string[], other: string[]]>> = {
  lj: [['1'], ['2']],
  train_grace: [['1'], ['2']],
  train_lescault: [['lescault_new1'], ['lescault_new2']],
  train_kennard: [['1'], ['2']],
  train_dotrice: [['1'], ['2']],
  train_atkins: [['1'], ['2']],
  myself: [['1'], ['2', '3']],
};

const recordings: Readonly<Record<string, Recording>> = {
  ...Object.fromEntries(
    Object.entries(readers).map(([name, [sample, other]]) => {
      const toPaths = (files: readonly string[]): string[] =>
        files.map((file) => `${voices}/${name}/${file}.wav`);
      const recording: Recording = {
        from: 'tortoise-tts',
        sample: toPaths(sample),
        other: toPaths(other),
      };
      return [name.replace('train_', ''), recording];
    }),
  ),
  narrator: { from: 'f5-tts', sample: ['f5_tts/infer/examples/multi/main.flac'] },
};

const maxSeconds = 30;

/** Recordings of other speakers, for tuning. */
const tuning = [
  'tom/3.wav',
  'angie/3.wav',
  'emma/3.wav',
  'daniel/3.wav',
  'halle/1.wav',
  'william/1.wav',
  'weaver/1.wav',
  'snakes/00115.mp3',
];

/** Speech of other speakers, for tuning: none of the eight is used for it. */
export async function readTuningSpeech(): Promise<readonly Float32Array[]> {
  const folder = await openPinnedPackage('tortoise-tts');
  return Promise.all(
    tuning.map((path) => readBeginning(join(folder, voices, path), { seconds: maxSeconds })),
  );
}

/** The eight speakers that voices are matched to. */
export async function readSpeakers(): Promise<readonly RecordedSpeaker[]> {
  const speakers: RecordedSpeaker[] = [];
  for (const [name, { from, sample, other }] of Object.entries(recordings)) {
    const folder = await openPinnedPackage(from);
    const read = async (files: readonly string[]): Promise<Float32Array> => {
      const parts: Float32Array[] = [];
      for (const file of files) {
        parts.push(await readBeginning(join(folder, file), { seconds: maxSeconds }));
      }
      return joinSounds(parts, 0);
    };
    const whole = await read(sample);
    const middle = Math.floor(0.55 * whole.length);
    speakers.push(
      other === undefined
        ? { name, sample: whole.subarray(0, middle), other: whole.subarray(middle) }
        : { name, sample: whole, other: await read(other) },
    );
  }
  return speakers;
}
