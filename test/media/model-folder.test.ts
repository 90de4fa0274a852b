import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildModels } from '../../tools/models/build-models.ts';
import { checkModelFolder, openModelFolder } from '../../src/engine/models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import { openTogether } from '../../src/engine/models/open-together.ts';
import { openTrackerModels } from '../../src/engine/models/tracker-models.ts';
import { openBuiltModels } from './support/models.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-models-'));
  await cp((await openBuiltModels()).path, folder, { recursive: true });
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(`${folder}-tuned`, { recursive: true, force: true });
});

describe('folder of models', () => {
  it('is not rebuilt when nothing changed', async () => {
    expect((await buildModels(folder)).isFresh).toBe(false);
  });

  it('opens all networks of a tracker', async () => {
    const models = await openTrackerModels(await openModelFolder(folder));
    models.mesh.run();
    expect(models.mesh.outputs['output_mesh_identity']?.every(Number.isFinite)).toBe(true);
    models.close();
  });

  it('names a damaged or missing file, and is repaired by the next build', async () => {
    await truncate(join(folder, 'face-mesh.onnx'), 1000);
    const opened = await openModelFolder(folder);
    await expect(opened.readModel('face-mesh')).rejects.toMatchObject({
      code: 'processing_failed',
      message: 'The model file face-mesh.onnx is damaged.',
    });
    await expect(checkModelFolder(opened)).rejects.toMatchObject({
      message: 'The model file face-mesh.onnx is damaged.',
    });
    await rm(join(folder, 'face-mesh.onnx'));
    await expect(opened.readModel('face-mesh')).rejects.toMatchObject({
      code: 'processing_failed',
      message: 'The model file face-mesh.onnx is missing.',
    });
    await writeFile(join(folder, 'old.onnx'), 'left over');
    expect((await buildModels(folder)).isFresh).toBe(true);
    expect((await buildModels(folder)).isFresh).toBe(false);
    await expect(opened.readModel('face-mesh')).resolves.toBeDefined();
    expect(await checkModelFolder(opened)).toBe(opened.manifest.models.length + 1);
  }, 120_000);

  it('opens all networks of a job or none: those before one that fails are closed', async () => {
    const opened = await openModelFolder(folder);
    const known: OpenedModel[] = [];
    const opening = openTogether(opened, undefined, async (open) => {
      known.push(await open('face-mesh'));
      known.push(await open('person-matte'));
      known.forEach((model) => model.run());
      throw new Error('The next one is damaged.');
    });
    await expect(opening).rejects.toThrow('damaged');
    expect(known).toHaveLength(2);
    known.forEach((model) => expect(() => model.run()).toThrow());
  });

  it('caches networks optimised for this processor, and ignores a damaged one', async () => {
    const tuned = `${folder}-tuned`;
    const opened = await openModelFolder(`${folder}/`);
    const outputOf = async (): Promise<number[]> => {
      const model = await openBuiltInModel(opened, 'face-detection-short');
      model.input.forEach((_, index) => {
        model.input[index] = Math.sin(index * 0.013);
      });
      model.run();
      const output = [...(model.outputs['regressors'] ?? [])];
      model.close();
      return output;
    };
    await rm(tuned, { recursive: true, force: true });
    const first = await outputOf();
    const [file = ''] = await readdir(tuned);
    expect(await readdir(tuned)).toEqual([
      expect.stringMatching(/^face-detection-short-\w{32}.onnx$/),
    ]);
    expect(await outputOf(), 'arranged').toEqual(first);
    const path = join(tuned, file);
    const bytes = await readFile(path);
    bytes[5000]! ^= 255;
    await writeFile(path, bytes);
    expect(await outputOf(), 'damaged').toEqual(first);
    expect((await readFile(path)).equals(bytes), 'it was made anew').toBe(false);
    await rm(tuned, { recursive: true });
    await writeFile(tuned, 'no folder can be here');
    expect(await outputOf(), 'nothing can be kept').toEqual(first);
    await rm(tuned);
  }, 60_000);

  it('is refused without a manifest', async () => {
    await expect(openModelFolder(join(folder, 'nothing'))).rejects.toMatchObject({
      code: 'processing_failed',
    });
  });
});
