import { link, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { createSessionPool } from '../../../src/engine/models/pool/session-pool.ts';
import { readOnnxHeader } from '../../../src/engine/packs/onnx/read-header.ts';
import { readWeights } from '../../../src/engine/packs/onnx/read-weights.ts';
import { createPackRegistry, listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { openPackSession, type PackSession } from '../../../src/engine/packs/run/pack-session.ts';
import { ProtobufWriter } from '../../../tools/models/protobuf/protobuf-writer.ts';
import { createRandom } from '../../support/random.ts';
import { attribute, DOUBLE, HALF, outsideTensor, TinyModel } from './tiny-model.ts';
import {
  createTinyArcface,
  createTinyBisenet,
  createTinyConverter,
  createTinyEmap,
  createTinyRestorer,
  createTinySwapper,
  createTinyXseg,
} from './tiny-packs.ts';

const folders: string[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-packs-'));
  folders.push(folder);
});

afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))));

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}

const picture = [1, 3, 256, 256] as const;
const inswapper = (): Uint8Array => createTinySwapper({ size: 128, emap: createTinyEmap() });

describe('the header of a model', () => {
  it('lists inputs, outputs, operators, weights and metadata', async () => {
    const model = new TinyModel();
    const input = model.input('in', ['batch', 3, 64, 64]);
    const weight = model.input('weight', [1], DOUBLE);
    const listed = model.floats([1], [2], 'listed');
    model.input('listed', [1]);
    const sum = model.node('Add', [input, model.node('Cast', [weight], { to: 1 })]);
    model.output('out', model.node('Mul', [sum, listed]), [1, 3, 64, 64]);
    model.metadata('license', 'MIT');
    const last = model.floats([2, 2], [1, 2, 3, 4], 'last');
    const path = await put('a.onnx', model.finish());
    const header = await readOnnxHeader(path);
    expect(header).toMatchObject({
      irVersion: 8,
      opset: 13,
      producer: 'tiny',
      inputs: [
        { name: 'in', type: 'float32', dims: [null, 3, 64, 64] },
        { name: 'weight', type: 'float64', dims: [1] },
      ],
      outputs: [{ name: 'out', type: 'float32', dims: [1, 3, 64, 64] }],
      lastInitializer: { name: last, dims: [2, 2], type: 'float32' },
      externalFiles: [],
      foreignOperators: [],
      metadata: { license: 'MIT' },
    });
    expect([...(await readWeights(path, header.lastInitializer!))]).toEqual([1, 2, 3, 4]);
  });

  it('reads weights of half precision', async () => {
    const model = new TinyModel();
    model.output('out', model.input('in', [1]), [1]);
    model.weight([3], HALF, new Uint8Array(Uint16Array.of(0x3c_00, 0xc0_00, 0x35_55).buffer));
    const path = await put('half.onnx', model.finish());
    const { lastInitializer } = await readOnnxHeader(path);
    const [one, minusTwo, third] = await readWeights(path, lastInitializer!);
    expect([one, minusTwo]).toEqual([1, -2]);
    expect(third).toBeCloseTo(1 / 3, 3);
  });

  it('refuses every damaged file with a sentence that names it', async () => {
    const seed = 20_260_401;
    const random = createRandom(seed);
    const sound = [inswapper(), createTinyArcface(), createTinyBisenet()];
    const pool = createSessionPool({ threads: 1 });
    for (let round = 0; round < 300; round += 1) {
      const bytes = damage(sound[round % sound.length]!, round, random);
      const path = await put('damaged.onnx', bytes);
      const error = await readOnnxHeader(path).catch((cause: unknown) => cause);
      if (error instanceof Error) {
        expect(error, `seed ${seed}, round ${round}`).toMatchObject({
          code: 'unsupported_format',
          message: expect.stringMatching(/^damaged\.onnx .{8,}\.$/) as string,
        });
      }
      const registry = createPackRegistry(folder);
      expect((await registry.list()).packs).toHaveLength(1);
      // A header may be valid and the rest not: ONNX Runtime detects that, in its own thread.
      const taken = await registry.require('damaged.onnx').catch(() => null);
      if (taken !== null) {
        const options = { threads: 1, providers: ['cpu'] } as const;
        const opened = await openPackSession(pool, taken, options).catch((cause: unknown) => cause);
        if (opened instanceof Error) {
          expect(opened, `seed ${seed}, round ${round}`).toBeInstanceOf(AppError);
        } else {
          (opened as PackSession).close();
        }
      }
    }
    await pool.close();
  }, 120_000);

  it.each([
    ['nothing', new Uint8Array(0), /is empty/],
    ['a text', new TextEncoder().encode('Not found. The file has moved.\n'), /no ONNX model/],
    ['half of a model', inswapper().subarray(0, 4000), /longer than the file/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), /no ONNX model/],
  ])('is refused of %s', async (_, bytes, message) => {
    await expect(readOnnxHeader(await put('x.onnx', bytes))).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('a file', () => {
  it.each([
    ['inswapper_128.onnx', inswapper(), 'inswapper', 'non_commercial'],
    [
      'hyperswap_1a_256.onnx',
      createTinySwapper({ size: 256, hasMask: true }),
      'hyperswap',
      'non_commercial',
    ],
    ['simswap_256.onnx', createTinySwapper({ size: 256 }), 'simswap', 'non_commercial'],
    [
      'simswap_unofficial_512.onnx',
      createTinySwapper({ size: 512 }),
      'simswap_512',
      'non_commercial',
    ],
    ['ghost_2_256.onnx', createTinySwapper({ size: 256 }), 'ghost', 'open'],
    ['hififace_unofficial_256.onnx', createTinySwapper({ size: 256 }), 'hififace', 'unknown'],
    [
      'uniface_256.onnx',
      createTinySwapper({ size: 256, sourceDims: picture }),
      'uniface',
      'unknown',
    ],
    [
      'blendswap_256.onnx',
      createTinySwapper({ size: 256, sourceDims: [1, 3, 112, 112] }),
      'blendswap',
      'non_commercial',
    ],
    ['w600k_r50.onnx', createTinyArcface(), 'arcface', 'non_commercial'],
    ['crossface_simswap.onnx', createTinyConverter(), 'crossface_simswap', 'unknown'],
    ['GFPGANv1.4.onnx', createTinyRestorer(512, 1), 'gfpgan', 'open'],
    ['gpen_bfr_256.onnx', createTinyRestorer(256, 1), 'gpen_256', 'non_commercial'],
    ['GPEN-BFR-1024.onnx', createTinyRestorer(1024, 1), 'gpen', 'non_commercial'],
    ['codeformer.onnx', createTinyRestorer(512, 'weight'), 'codeformer', 'non_commercial'],
    ['restoreformer_plus_plus.onnx', createTinyRestorer(512, 1), 'restoreformer', 'open'],
    ['xseg_2.onnx', createTinyXseg('pixels'), 'xseg', 'open'],
    ['XSeg_model.onnx', createTinyXseg('planes'), 'xseg', 'open'],
    ['bisenet_resnet_34.onnx', createTinyBisenet(), 'bisenet', 'open'],
  ])('%s is recognised with its licence', async (name, bytes, family, use) => {
    await put(name, bytes);
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ id: name, family, licence: { use } });
  });

  it.each([
    ['a swapper of 128', inswapper(), 'inswapper'],
    ['a swapper of 256 with a mask', createTinySwapper({ size: 256, hasMask: true }), 'hyperswap'],
    ['an embedder', createTinyArcface(), 'arcface'],
    ['a restorer', createTinyRestorer(512, 1), 'restorer'],
    ['an occluder', createTinyXseg('pixels'), 'xseg'],
    ['a parser', createTinyBisenet(), 'bisenet'],
  ])('without a meaningful name is recognised by its shape: %s', async (_, bytes, family) => {
    await put('model.onnx', bytes);
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ family });
  });

  it.each([
    ['gfpgan.onnx', [1, 3, 512, 512], ['a', 3, 'b', 'c'], 'gfpgan'],
    ['bisenet.onnx', ['n', 3, 512, 512], ['a', 19, 'b', 'c'], 'bisenet'],
    ['xseg.onnx', ['n', 256, 256, 3], ['a', 256, 256, 1], 'xseg'],
  ])('%s may leave edges of its output open', async (name, input, output, family) => {
    const model = new TinyModel();
    model.output('output', model.input('input', input), output);
    await put(name, model.finish());
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ family, isUsable: true });
  });

  it('with an ambiguous shape needs a name', async () => {
    await put('model.onnx', createTinySwapper({ size: 256 }));
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'swapper', family: null, isUsable: false });
    expect(packs[0]?.note).toMatch(/hyperswap, simswap, ghost, hififace/);
  });

  it('named like a swapper but with other inputs lists its inputs', async () => {
    const model = new TinyModel();
    model.output('output', model.input('target', [1, 3, 100, 120]), [1, 3, 100, 120]);
    await put('inswapper_128.onnx', model.finish());
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ family: null, isUsable: false });
    expect(packs[0]?.note).toBe(
      'This is not InSwapper 128: it goes from target [1, 3, 100, 120] to output [1, 3, 100, 120].',
    );
  });

  it.each([
    [
      'an InSwapper without its matrix',
      'inswapper.onnx',
      createTinySwapper({ size: 128 }),
      /512 by 512/,
    ],
    [
      'operators of others',
      'hyperswap.onnx',
      createTinySwapper({ size: 256, isOff: 'operators' }),
      /some\.where/,
    ],
    ['a face recognition of others', 'w600k_mbf.onnx', createTinyArcface(), /w600k_r50/],
  ])('with %s is not used', async (_, name, bytes, note) => {
    await put(name, bytes);
    await put('arcface_w600k_r50.onnx', createTinyArcface());
    const { packs } = await listPacks(folder);
    const entry = packs.find(({ id }) => id === name);
    expect(entry).toMatchObject({ isUsable: false, note: expect.stringMatching(note) as string });
  });

  it('shows the licence it states itself', async () => {
    const model = new TinyModel();
    model.metadata('License', 'CC-BY-4.0');
    model.output('output', model.input('input', [1, 3, 512, 512]), [1, 3, 512, 512]);
    await put('mine.onnx', model.finish());
    const { packs } = await listPacks(folder);
    expect(packs[0]?.licence).toEqual({ text: 'CC-BY-4.0 (says the file)', use: 'unknown' });
  });
});

describe('the folder', () => {
  it('may be missing', async () => {
    const list = await listPacks(join(folder, 'missing'));
    expect(list).toMatchObject({ exists: false, packs: [], note: null });
  });

  it('is searched with its subfolders, and other files are ignored', async () => {
    await put('restorers/fine/gfpgan_1.4.onnx', createTinyRestorer(512, 1));
    await put('readme.txt', new TextEncoder().encode('mine'));
    await put('broken.onnx', new TextEncoder().encode('mine'));
    const { packs } = await listPacks(folder);
    expect(packs.map(({ id, isUsable }) => [id, isUsable])).toEqual([
      ['restorers/fine/gfpgan_1.4.onnx', true],
      ['broken.onnx', false],
    ]);
  });

  it('makes a swapper usable when its other files are present', async () => {
    const registry = createPackRegistry(folder);
    await put('simswap_256.onnx', createTinySwapper({ size: 256 }));
    const noteOf = async (): Promise<string | null | undefined> =>
      (await registry.list()).packs.find(({ family }) => family === 'simswap')?.note;
    expect(await noteOf()).toMatch(/needs ArcFace/);
    await expect(registry.require('simswap_256.onnx')).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringMatching(/needs ArcFace/) as string,
    });
    await put('w600k_r50.onnx', createTinyArcface());
    expect(await noteOf()).toMatch(/crossface_simswap\.onnx/);
    await put('crossface_simswap.onnx', createTinyConverter());
    expect(await noteOf()).toBeNull();
    expect((await registry.require('simswap_256.onnx')).entry.isUsable).toBe(true);
    await expect(registry.require('other.onnx')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read anew each time', async () => {
    const registry = createPackRegistry(folder);
    const path = await put('model.onnx', createTinyXseg('planes'));
    expect((await registry.list()).packs[0]?.family).toBe('xseg');
    await writeFile(path, createTinyBisenet());
    await utimes(path, 1, 1);
    expect((await registry.list()).packs[0]?.family).toBe('bisenet');
    await rm(path);
    expect((await registry.list()).packs).toEqual([]);
  });

  it('does not follow links out of it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'guise-elsewhere-'));
    folders.push(elsewhere);
    await writeFile(join(elsewhere, 'real.onnx'), createTinyBisenet());
    await put('inside/bisenet.onnx', createTinyBisenet());
    await symlink(join(elsewhere, 'real.onnx'), join(folder, 'link.onnx'));
    await symlink(elsewhere, join(folder, 'folder'));
    await symlink(join(folder, 'inside', 'bisenet.onnx'), join(folder, 'near.onnx'));
    await link(join(folder, 'inside', 'bisenet.onnx'), join(folder, 'same.onnx'));
    const { packs } = await listPacks(folder);
    expect(packs.map(({ id, isUsable }) => [id, isUsable])).toEqual([
      ['inside/bisenet.onnx', true],
      ['near.onnx', true],
      ['same.onnx', true],
      ['link.onnx', false],
    ]);
    expect(packs.at(-1)?.note).toMatch(/outside of the folder/);
  });

  it('reads weights beside a model and none from elsewhere', async () => {
    const name = 'xseg.onnx';
    await put('weights.bin', new Uint8Array(4000));
    const places = ['weights.bin', '../weights.bin', '/etc/passwd', 'missing.bin', 'C:\\x.bin'];
    const notes: (string | null | undefined)[] = [];
    for (const place of places) {
      const model = new TinyModel();
      model.outside([1000], place);
      model.output('out', model.input('in', [1, 3, 256, 256]), [1, 1, 256, 256]);
      await put(name, model.finish());
      const { packs } = await listPacks(folder);
      notes.push(packs[0]?.note);
      expect(packs[0]?.isUsable).toBe(place === 'weights.bin');
      expect(packs[0]?.sizeBytes).toBeGreaterThan(place === 'weights.bin' ? 4000 : 0);
    }
    expect(notes[0]).toBeNull();
    for (const note of notes.slice(1)) {
      expect(note).toMatch(/outside of its folder|is missing/);
    }
  });

  it('finds weights from elsewhere also inside of operators', async () => {
    const model = new TinyModel();
    model.node('Constant', [], { value: outsideTensor([1], 'value', '../secret') });
    model.output('out', model.input('in', [1, 3, 256, 256]), [1, 1, 256, 256]);
    await put('xseg.onnx', model.finish());
    const { packs } = await listPacks(folder);
    expect(packs[0]?.note).toMatch(/outside of its folder/);
  });

  it('finds weights from elsewhere also in the defaults of a function', async () => {
    const model = new TinyModel();
    model.output('out', model.input('in', [1, 3, 256, 256]), [1, 1, 256, 256]);
    const byDefault = attribute('value', outsideTensor([1], 'value', '../secret'));
    const called = new ProtobufWriter().text(1, 'Secret').message(11, byDefault).text(10, 'own');
    const local = new ProtobufWriter().message(25, called).finish();
    await put('xseg.onnx', Buffer.concat([model.finish(), local]));
    const { packs } = await listPacks(folder);
    expect(packs[0]?.note).toMatch(/outside of its folder/);
  });
});

/** Cuts, flips, repeats and replaces bytes; the first hundred bytes, where the structure is, more often. */
function damage(sound: Uint8Array, round: number, random: () => number): Uint8Array {
  const bytes = Uint8Array.from(sound);
  const at = (): number =>
    Math.floor(random() * (random() < 0.5 ? Math.min(400, bytes.length) : bytes.length));
  switch (round % 5) {
    case 0:
      return bytes.subarray(0, at());
    case 1:
      bytes[at()]! ^= 1 << Math.floor(random() * 8);
      return bytes;
    case 2:
      return Uint8Array.from({ length: 400 }, () => Math.floor(random() * 256));
    case 3: {
      for (let count = 0; count < 20; count += 1) {
        bytes[at()] = Math.floor(random() * 256);
      }
      return bytes;
    }
    default: {
      const start = at();
      bytes.fill(0xff, start, start + 12);
      return bytes;
    }
  }
}
