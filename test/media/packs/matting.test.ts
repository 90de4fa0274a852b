import { describe, expect, it, vi } from 'vitest';
import { type OpenedMatting, openMatting } from '../../../src/engine/packs/matting/open-matting.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { createI420Frame, type I420Frame } from '../../../src/engine/pixels/frame.ts';
import { preparePackWork, putModels } from './pack-work.ts';
import { createTinyMatting, createTinyRvm } from './tiny-matting.ts';
import { createTinyXseg } from './tiny-packs.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const work = preparePackWork<OpenedMatting>();
const [WIDTH, HEIGHT] = [320, 200];

/** A grey frame whose right half is lighter. */
function makeFrame(left = 60, right = 200): I420Frame {
  const frame = createI420Frame(WIDTH, HEIGHT);
  frame.u.fill(128);
  frame.v.fill(128);
  for (let row = 0; row < HEIGHT; row += 1) {
    frame.y.fill(left, row * frame.strideY, row * frame.strideY + WIDTH / 2);
    frame.y.fill(right, row * frame.strideY + WIDTH / 2, row * frame.strideY + WIDTH);
  }
  return frame;
}

async function open(name: string, bytes: Uint8Array): Promise<OpenedMatting> {
  await putModels(work.folder, { [name]: bytes });
  const [pack] = await createPackRegistry(work.folder).listMattingPacks();
  work.opened = await openMatting(work.pool, pack!, { providers: ['cpu'] });
  return work.opened;
}

/** The matte in the middle of either half. */
async function readHalves(model: OpenedMatting, frame = makeFrame()) {
  const { width, height, values } = await model.matte(frame);
  expect(values).toHaveLength(width * height);
  const middle = (height >> 1) * width;
  return {
    width,
    height,
    left: values[middle + (width >> 2)]!,
    right: values[middle + width - 9]!,
  };
}

describe('the list of models', () => {
  it('recognises networks for mattes by shape, and by name when several share a shape', async () => {
    await putModels(work.folder, {
      'BiRefNet-portrait.onnx': createTinyMatting({ isRaw: true }),
      'birefnet_open.onnx': createTinyMatting({ size: 'side', isVague: true }),
      'isnet-general-use.onnx': createTinyMatting(),
      'matte.onnx': createTinyMatting({ size: 'side' }),
      'modnet_fp16.onnx': createTinyMatting({ size: 'side', isHalf: true }),
      'rvm_mobilenetv3_fp32.onnx': createTinyRvm(),
      'unnamed.onnx': createTinyMatting(),
      'vague.onnx': createTinyMatting({ size: 'side', isVague: true }),
      'xseg.onnx': createTinyXseg('planes'),
    });
    const { packs } = await listPacks(work.folder);
    expect(packs.map(({ id, kind, label, isUsable }) => [id, kind, label, isUsable])).toEqual([
      ['xseg.onnx', 'occluder', 'XSeg', true],
      ['BiRefNet-portrait.onnx', 'matting', 'BiRefNet', true],
      ['birefnet_open.onnx', 'matting', 'BiRefNet', true],
      ['isnet-general-use.onnx', 'matting', 'ISNet', true],
      ['matte.onnx', 'matting', 'MODNet', true],
      ['modnet_fp16.onnx', 'matting', 'MODNet', true],
      ['rvm_mobilenetv3_fp32.onnx', 'matting', 'Robust Video Matting', true],
      ['unnamed.onnx', 'matting', 'unnamed.onnx', false],
      ['vague.onnx', null, 'vague.onnx', false],
    ]);
    const noteOf = (name: string) => packs.find(({ id }) => id === name)?.note;
    expect(noteOf('unnamed.onnx')).toContain('Put birefnet or isnet into the name');
    expect(noteOf('matte.onnx')).toContain('Taken for MODNet by its shape');
  });

  it('reports the fault of a broken file', async () => {
    await putModels(work.folder, { 'modnet.onnx': createTinyMatting().subarray(0, 300) });
    const { packs } = await listPacks(work.folder);
    expect(packs).toMatchObject([{ kind: null, isUsable: false }]);
    expect(packs[0]!.note).toMatch(/modnet\.onnx /);
  });
});

describe('a network for mattes', () => {
  it.each([
    ['isnet.onnx', {}, 1024, 1024],
    ['birefnet.onnx', { isRaw: true }, 1024, 1024],
    ['modnet.onnx', { size: 'side' }, 320, 192],
    ['modnet_fp16.onnx', { size: 'side', isHalf: true }, 320, 192],
  ] as const)('separates light from dark: %s', async (name, options, width, height) => {
    const model = await open(name, createTinyMatting(options));
    const halves = await readHalves(model);
    expect(halves).toMatchObject({ width, height });
    expect(halves.right).toBeGreaterThan(0.7);
    expect(halves.left).toBeLessThan(0.35);
    expect(model.facts()).toMatchObject({ kind: 'matting', provider: 'cpu' });
  });

  it('keeps the state of a clip until another begins', async () => {
    const model = await open('rvm.onnx', createTinyRvm());
    const frame = makeFrame(255, 255);
    const right = async () => (await readHalves(model, frame)).right;
    expect(await right()).toBeCloseTo(0.25, 2);
    expect(await right()).toBeCloseTo(0.5, 2);
    model.forget();
    expect(await right()).toBeCloseTo(0.25, 2);
  });
});
