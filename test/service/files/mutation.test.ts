import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { createRandom, drawSeed } from '../../support/random.ts';
import { type Intake, openIntake } from './intake.ts';
import { makeMedia, makeWav } from './media-fixtures.ts';
import { makePicture } from './picture-fixtures.ts';

const runs = 240;
const seed = drawSeed();

let intake: Intake;
let samples: Buffer[];

beforeAll(async () => {
  intake = await openIntake();
  samples = [
    await makePicture('jpeg'),
    await makePicture('png'),
    await makePicture('webp'),
    makeWav(0.3),
    await makeMedia({ ext: 'mp4', video: 'h264', audio: 'aac' }),
    await makeMedia({ ext: 'mov', video: 'h264', movflags: '+faststart' }),
    await makeMedia({ ext: 'webm', video: 'vp8', audio: 'opus' }),
    await makeMedia({ ext: 'mkv', video: 'vp9' }),
    await makeMedia({ ext: 'mp3', audio: 'mp3' }),
    await makeMedia({ ext: 'ogg', audio: 'opus' }),
    await makeMedia({ ext: 'flac', audio: 'flac' }),
    await makeMedia({ ext: 'aac', container: 'adts', audio: 'aac' }),
  ];
});

afterAll(() => intake.close());

describe(`mutated files (seed ${seed})`, () => {
  it(`end in a verdict or a typed refusal, ${runs} times, and leave nothing behind`, async () => {
    const random = createRandom(seed);
    let accepted = 0;
    for (let run = 0; run < runs; run += 1) {
      const sample = samples[run % samples.length] ?? Buffer.alloc(0);
      const donor = samples[Math.floor(random() * samples.length)] ?? sample;
      const outcome = await intake.receive(mutate(sample, donor, random)).then(
        async (received) => {
          accepted += 1;
          await received.discard();
          return 'accepted';
        },
        (error: unknown) => error,
      );
      if (outcome !== 'accepted') {
        expect(outcome, `run ${run}`).toBeInstanceOf(AppError);
        expect(['unsupported_format', 'input_too_large']).toContain((outcome as AppError).code);
      }
      expect(await intake.listLeft()).toEqual([]);
    }
    console.log(`mutation: ${accepted} of ${runs} accepted, seed ${seed}`);
    const intact = await intake.receive(makeWav(0.1));
    await intact.discard();
  }, 240_000);
});

function mutate(sample: Buffer, donor: Buffer, random: () => number): Buffer {
  const at = (length: number): number => Math.floor(random() * length);
  const kind = at(6);
  const start = at(sample.length);
  const length = at(Math.min(2000, sample.length - start)) + 1;
  if (kind === 0) {
    return sample.subarray(0, start);
  }
  if (kind === 1) {
    return Buffer.concat([sample.subarray(0, start), sample.subarray(start + length)]);
  }
  if (kind === 2) {
    return Buffer.concat([sample.subarray(0, start), donor.subarray(at(donor.length))]);
  }
  const copy = Buffer.from(sample);
  if (kind === 3) {
    return copy.fill(at(2) * 255, start, start + length);
  }
  // The first and last kilobytes contain most of the structure.
  const reach = kind === 4 ? Math.min(1500, sample.length) : sample.length;
  for (let flips = 1 + at(12); flips > 0; flips -= 1) {
    copy[at(reach)] = at(256);
  }
  return copy;
}
