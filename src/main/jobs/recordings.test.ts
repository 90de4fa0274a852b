import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { maxRecordingS } from '../../contract/ipc/recordings.ts';
import { createRecordingCalls, sweepRecordings } from './recordings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-recordings-'));
});
afterEach(() => rm(folder, { recursive: true }));

function open() {
  const added: string[] = [];
  const calls = createRecordingCalls({
    folder,
    nowMs: () => 0,
    addFile: async (path) => {
      added.push(path);
      return { id: 'f' } as ChosenFile;
    },
  });
  return { calls, added };
}

const second = new Uint8Array(16_000);

it('writes chunks as a WAV file that counts as chosen', async () => {
  const { calls, added } = open();
  const { id } = await calls['recordings.begin']({ sampleRateHz: 8000 });
  await calls['recordings.write']({ id, bytes: new Uint8Array([1, 0, 2, 0]) });
  await calls['recordings.write']({ id, bytes: new Uint8Array([3, 0]) });
  expect(await calls['recordings.end']({ id })).toEqual({ id: 'f' });
  const file = await readFile(added[0]!);
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.readUInt32LE(24)).toBe(8000);
  expect(file.readUInt32LE(40)).toBe(6);
  expect([...file.subarray(44)]).toEqual([1, 0, 2, 0, 3, 0]);
  await expect(calls['recordings.write']({ id, bytes: second })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('limits a recording to the longest duration', async () => {
  const { calls } = open();
  const { id } = await calls['recordings.begin']({ sampleRateHz: 8000 });
  for (let index = 0; index < maxRecordingS; index += 1) {
    await calls['recordings.write']({ id, bytes: second });
  }
  await expect(calls['recordings.write']({ id, bytes: second })).rejects.toMatchObject({
    code: 'input_too_large',
  });
});

it('gives up one that was not ended when another begins', async () => {
  const { calls } = open();
  const { id } = await calls['recordings.begin']({ sampleRateHz: 8000 });
  const other = await calls['recordings.begin']({ sampleRateHz: 8000 });
  expect(other.id).not.toBe(id);
  await expect(calls['recordings.end']({ id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await readdir(folder)).toHaveLength(1);
});

it('deletes recordings without a job', async () => {
  const [kept, left] = ['kept.wav', 'left.wav'].map((name) => join(folder, name));
  await writeFile(kept!, '');
  await writeFile(left!, '');
  await sweepRecordings(folder, async () => new Set([kept!]));
  expect(await readdir(folder)).toEqual(['kept.wav']);
  await sweepRecordings(join(folder, 'missing'), async () => new Set());
});

it('keeps the recording of a job, for any spelling of its path or of the folder', async () => {
  await writeFile(join(folder, 'kept.wav'), '');
  const written = `${folder}/../${basename(folder)}/./kept.wav`;
  await sweepRecordings(`${folder}/`, async () => new Set([written]));
  expect(await readdir(folder)).toEqual(['kept.wav']);
});
