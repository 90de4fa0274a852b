import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../src/engine/models/open-fixed-model.ts';
import type { ModelName } from '../../src/engine/models/manifest.ts';
import { modelSources } from '../../tools/models/sources.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LEFT_EYE_INNER,
  LIPS_INNER,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
  RIGHT_EYE_INNER,
} from '../../src/engine/track/mesh-points.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { openBuiltModels } from './support/models.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

// The largest values and some others of the outputs of the original runtimes (LiteRT 2.5.3, TensorFlow.js 4.22) for the
// inputs below, with their indexes. LiteRT does not know all operators of the mesh: its values are those of a
// conversion that replaced them one by one.
const references = z
  .record(
    z.string(),
    z.record(z.string(), z.object({ at: z.array(z.number()), values: z.array(z.number()) })),
  )
  .parse(JSON.parse(await readFile(resolveInProject('test/media/reference-outputs.json'), 'utf8')));

const inputs: Record<string, (index: number) => number> = {
  'face-detection-short': createWave(-1, 1),
  'face-detection-full': createWave(-1, 1),
  'face-mesh': createWave(0, 1),
  'face-mesh-plain': createWave(0, 1),
  'palm-detection': createWave(0, 1),
  'hand-landmarks': createWave(0, 1),
  'person-matte': cutout,
  'face-identity': createWave(-120, 120),
  'pose-detection': createWave(-1, 1),
  'pose-landmarks': createWave(0, 1),
};

let folder: ModelFolder;
const opened: OpenedModel[] = [];

beforeAll(async () => {
  folder = await openBuiltModels();
}, 120_000);

afterAll(() => {
  for (const model of opened) {
    model.close();
  }
});

describe('converted models', () => {
  it.each(Object.keys(references))('%s gives the output of the original runtime', async (name) => {
    const model = await open(name as ModelName);
    const valueOf = inputs[name]!;
    model.input.forEach((_, index) => {
      model.input[index] = valueOf(index);
    });
    model.run();
    for (const [output, reference] of Object.entries(references[name]!)) {
      const values = model.outputs[output]!;
      const range = Math.max(...reference.values) - Math.min(...reference.values);
      const errors = reference.values.map((value, index) =>
        Math.abs(value - values[reference.at[index]!]!),
      );
      expect(Math.max(...errors) / range, `${name} ${output}`).toBeLessThan(1e-3);
    }
  });

  it('list every source with its origin and the shapes that ONNX Runtime sees', async () => {
    const { models } = folder.manifest;
    expect(models.map(({ name }) => name)).toEqual(modelSources.map(({ name }) => name));
    for (const { package: origin, version, licence, sha256, sizeBytes } of models) {
      expect(origin).toMatch(/^@(mediapipe|vladmandic)\//);
      expect(version).toMatch(/^\d/);
      expect(['Apache-2.0', 'MIT']).toContain(licence);
      expect(sha256).toMatch(/^[\da-f]{64}$/);
      expect(sizeBytes).toBeGreaterThan(100_000);
    }
  });

  it('hold a canonical head whose mouth is covered and whose left mirrors its right', async () => {
    const { positions, texture, triangles, poseBasis } = await folder.readCanonicalFace();
    expect(triangles.length / 3).toBe(898);
    expect(Math.max(...triangles)).toBe(467);
    expect(texture.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(positions[33 * 3]).toBeCloseTo(-positions[263 * 3]!, 3);
    expect(positions[33 * 3 + 1]).toBeCloseTo(positions[263 * 3 + 1]!, 3);
    expect(poseBasis.points.length).toBe(poseBasis.weights.length);
  });

  it('hold the points of the mesh where their names say', async () => {
    const { positions } = await folder.readCanonicalFace();
    const middleOf = (points: readonly number[], axis: number): number =>
      points.reduce((sum, point) => sum + positions[point * 3 + axis]!, 0) / points.length;
    const areaOf = (outline: readonly number[]): number =>
      outline.reduce((area, point, index) => {
        const next = outline[(index + 1) % outline.length]!;
        const [x, y] = [positions[point * 3]!, positions[point * 3 + 1]!];
        return area + (x * positions[next * 3 + 1]! - positions[next * 3]! * y) / 2;
      }, 0);
    expect(middleOf(LEFT_EYE, 0)).toBeLessThan(-2);
    expect(middleOf(RIGHT_EYE, 0)).toBeGreaterThan(2);
    expect(middleOf(LEFT_BROW, 1)).toBeGreaterThan(middleOf(LEFT_EYE, 1) + 1);
    expect(middleOf(RIGHT_BROW, 1)).toBeGreaterThan(middleOf(RIGHT_EYE, 1) + 1);
    expect(middleOf(LIPS_OUTER, 1)).toBeLessThan(middleOf(LEFT_EYE, 1) - 4);
    expect(Math.abs(areaOf(LIPS_INNER))).toBeLessThan(Math.abs(areaOf(LIPS_OUTER)));
    // Seen from the front the oval runs clockwise.
    expect(areaOf(FACE_OVAL)).toBeLessThan(-150);
    expect(LEFT_EYE).toContain(LEFT_EYE_INNER);
    expect(RIGHT_EYE).toContain(RIGHT_EYE_INNER);
  });
});

async function open(name: ModelName): Promise<OpenedModel> {
  const model = await openBuiltInModel(folder, name);
  opened.push(model);
  return model;
}

function createWave(low: number, high: number): (index: number) => number {
  return (index) => low + (high - low) * (Math.sin(index * 0.013) * 0.5 + 0.5);
}

/** Something like a person before a striped wall, 256 by 256. */
function cutout(index: number): number {
  const pixel = Math.floor(index / 3);
  const column = pixel % 256;
  const row = Math.floor(pixel / 256);
  const isInside = Math.hypot((column - 128) / 70, (row - 150) / 110) < 1;
  return isInside ? [0.8, 0.6, 0.5][index % 3]! : 0.1 + 0.2 * Math.sin(column * 0.05);
}
