import { expect, it } from 'vitest';
import type * as z from 'zod';
import { capturesFileSchema } from './captures-file.ts';
import { createCapturedPersons } from './captured-persons.ts';
import { createOnAir } from './on-air.ts';

const [lisa, ada, kim] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];

/** The list over a file in memory, which the next run reads again. */
function open(
  kept: z.output<typeof capturesFileSchema> = capturesFileSchema.parse({}),
  nowMs?: () => number,
) {
  let content = kept;
  const file = {
    path: 'captures.json',
    read: () => content,
    write: (next: typeof content) => {
      content = capturesFileSchema.parse(next);
    },
  };
  const onAir = createOnAir(nowMs);
  return { onAir, persons: createCapturedPersons(file, onAir), read: () => content };
}

it('knows the persons on air at any moment between the begin and the end of a recording', () => {
  const { onAir, persons, read } = open();
  onAir.set('face', lisa);
  persons.begin('1.mp4');
  onAir.set('voice', ada);
  onAir.set('face', null);
  persons.begin('2.mp4');
  persons.end('1.mp4');
  onAir.set('face', kim);
  persons.end('2.mp4');
  expect(persons.pathsOf(new Set([lisa]))).toEqual(['1.mp4']);
  expect(persons.pathsOf(new Set([ada])).toSorted()).toEqual(['1.mp4', '2.mp4']);
  expect(persons.pathsOf(new Set([kim]))).toEqual(['2.mp4']);

  const again = open(read());
  again.persons.forget(['1.mp4']);
  expect(again.persons.pathsOf(new Set([lisa, ada, kim]))).toEqual(['2.mp4']);
});

it('knows the persons on air during a replay, and none from before it', () => {
  let nowMs = 0;
  const { onAir, persons } = open(undefined, () => nowMs);
  onAir.set('face', lisa);
  nowMs = 10_000;
  onAir.set('face', ada);
  nowMs = 70_000;
  onAir.set('face', kim);
  nowMs = 80_000;
  persons.begin('replay.mp4', 65);
  persons.end('replay.mp4');
  persons.begin('recording.mp4');
  persons.end('recording.mp4');
  expect(persons.pathsOf(new Set([lisa]))).toEqual([]);
  expect(persons.pathsOf(new Set([ada]))).toEqual(['replay.mp4']);
  expect(persons.pathsOf(new Set([kim])).toSorted()).toEqual(['recording.mp4', 'replay.mp4']);
});

it('records nothing for a recording without a person', () => {
  const { onAir, persons, read } = open();
  onAir.set('face', null);
  persons.begin('1.mp4');
  persons.end('1.mp4');
  expect(read().captured).toEqual([]);
});

it('knows who is expected, but not who was refused', () => {
  const { onAir, persons } = open();
  onAir.set('face', lisa);
  persons.begin('1.mp4');
  persons.begin('2.mp4');
  onAir.expect('face', kim);
  persons.end('1.mp4');
  onAir.refuse('face', kim);
  persons.end('2.mp4');
  expect(persons.pathsOf(new Set([lisa])).toSorted()).toEqual(['1.mp4', '2.mp4']);
  expect(persons.pathsOf(new Set([kim]))).toEqual(['1.mp4']);
});

it('knows any number of persons in one recording', () => {
  const { onAir, persons } = open();
  persons.begin('1.mp4');
  const all = Array.from({ length: 150 }, (_, index) => index.toString(16).padStart(64, '0'));
  for (const sha256 of all) {
    onAir.set('face', sha256);
  }
  expect(all.every((sha256) => persons.pathsOf(new Set([sha256])).length === 1)).toBe(true);
});
