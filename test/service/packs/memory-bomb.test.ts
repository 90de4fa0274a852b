import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { canRun, openRvcVoices } from '../../../src/service/voices/rvc/rvc-voices.ts';
import { workerMemoryBytes } from '../../../src/service/sandbox/worker-memory.ts';
import { createTinyEncoder, createTinyRvc } from '../../media/packs/tiny-rvc.ts';
import { itUnless, findLinuxProblem } from '../../support/describe-unless.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-bomb-'));
  await mkdir(join(folder, 'models'));
});

afterEach(() => rm(folder, { recursive: true }));

itUnless(
  findLinuxProblem(),
  'a voice that exhausts the memory is reported as not runnable, and others are measured afterwards',
  async () => {
    const models = join(folder, 'models');
    // Whole numbers of floats.
    const filledBytes = Math.ceil(workerMemoryBytes / 1_048_576 + 1024) * 1_048_576;
    await writeFile(join(models, 'bomb.onnx'), createTinyRvc({ filledBytes }));
    await writeFile(join(models, 'good.onnx'), createTinyRvc());
    await writeFile(join(models, 'vec-768-layer-12.onnx'), createTinyEncoder());
    const troubles: string[] = [];
    const voices = openRvcVoices({
      readFolder: () => models,
      path: join(folder, 'speeds.json'),
      onTrouble: (message) => troubles.push(message),
    });
    expect((await voices.list()).map(({ measured }) => measured)).toEqual([null, null]);
    await voices.settle();
    const found = await voices.list();
    await voices.close();
    expect(found.map((voice) => [voice.id, canRun(voice)])).toEqual([
      ['rvc:bomb', false],
      ['rvc:good', true],
    ]);
    expect(troubles).toEqual([]);
  },
  240_000,
);
