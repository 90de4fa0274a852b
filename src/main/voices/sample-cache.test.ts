import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SampleQuestion, SpokenSample } from '../../contract/speech.ts';
import { createSampleCache } from './sample-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'guise-samples-')), 'samples');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const question = { voiceId: 'en-rowan', script: null };

/** Speaks into empty files and counts how often it was asked. */
function open(fail = false) {
  const requested: SampleQuestion[] = [];
  const speak = async (one: SampleQuestion, path: string): Promise<SpokenSample> => {
    requested.push(one);
    if (fail) {
      throw new Error('no voice');
    }
    await writeFile(path, '');
    return {
      voiceId: one.voiceId ?? '',
      tag: 'en-US',
      reason: null,
      text: 'Hello.',
      durationMs: 900,
    };
  };
  return { requested, samples: createSampleCache({ folder, speak }) };
}

it('has a sentence spoken once, however often it is heard', async () => {
  const { requested, samples } = open();
  const [one, other] = await Promise.all([samples.listen(question), samples.listen(question)]);
  expect(one.path).toBe(other.path);
  expect(existsSync(one.path)).toBe(true);
  await samples.listen({ ...question, script: 'Other words.' });
  expect(requested).toHaveLength(2);
});

it('asks again after a failure', async () => {
  const { requested, samples } = open(true);
  await expect(samples.listen(question)).rejects.toThrow('no voice');
  await expect(samples.listen(question)).rejects.toThrow('no voice');
  expect(requested).toHaveLength(2);
});

it('begins without the samples of an earlier run', async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'old.wav'), '');
  const { samples } = open();
  const { path } = await samples.listen(question);
  expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([path]);
});

it('keeps at most a few hundred', async () => {
  const { samples } = open();
  for (let index = 0; index < 300; index += 1) {
    await samples.listen({ ...question, script: `Sentence ${index}.` });
  }
  await expect.poll(async () => (await readdir(folder)).length).toBe(256);
});
