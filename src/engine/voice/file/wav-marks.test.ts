import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Phone } from '../engines/engine.ts';
import { createWavFile } from './wav-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-marks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const phones: readonly Phone[] = [
  { symbol: '', viseme: 'sil', startMs: 0, endMs: 20 },
  { symbol: 'p', viseme: 'PP', startMs: 20, endMs: 60 },
  { symbol: 'ʃ', viseme: 'CH', startMs: 60, endMs: 100 },
];

/** Reads the chunks of a chunk list with their names. */
function readChunks(bytes: Buffer): (readonly [string, Buffer])[] {
  const chunks: (readonly [string, Buffer])[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push([bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size)]);
    at += 8 + size + (size % 2);
  }
  return chunks;
}

it('keeps what is said when behind the sound', async () => {
  const path = join(folder, 'said.wav');
  const file = await createWavFile(path, 16_000);
  await file.write(new Float32Array(1600).fill(0.5));
  await file.finish(phones);
  const [[name, riff] = ['', Buffer.alloc(0)], ...after] = readChunks(await readFile(path));
  expect([name, after]).toEqual(['RIFF', []]);
  const chunks = new Map(readChunks(riff.subarray(4)));
  expect([...chunks.keys()]).toEqual(['fmt ', 'data', 'cue ', 'LIST']);
  expect(chunks.get('data')).toHaveLength(3200);
  const cues = chunks.get('cue ')!;
  const places = phones.map((_, index) => cues.readUInt32LE(4 + 24 * index + 20));
  expect(places).toEqual([0, 320, 960]);
  const labels = readChunks(chunks.get('LIST')!.subarray(4));
  expect(labels.map(([, label]) => [label.readUInt32LE(0), label.toString('utf8', 4)])).toEqual([
    [1, 'sil\0'],
    [2, 'p PP\0'],
    [3, 'ʃ CH\0'],
  ]);
});

it('is a plain file without phones', async () => {
  const path = join(folder, 'plain.wav');
  const file = await createWavFile(path, 16_000);
  await file.write(new Float32Array(16));
  await file.finish();
  expect(await readFile(path)).toHaveLength(44 + 32);
});
