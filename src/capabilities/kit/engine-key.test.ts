import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PackFacts } from '../../engine/packs/run/pack-session.ts';
import { toEngineKey } from './engine-key.ts';
import { describePackEngine } from './pack-engine.ts';

const WRITTEN = new Date('2026-01-02T03:04:05Z');
const VERSION = '1.2.3';

let folder = '';
let copy = '';

beforeAll(async () => {
  [folder, copy] = await Promise.all([makeFolder(), makeFolder()]);
});

afterAll(() => Promise.all([folder, copy].map((path) => rm(path, { recursive: true }))));

async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'guise-engine-key-'));
  for (const [id, bytes] of Object.entries({
    'swap.onnx': 10,
    'mask.onnx': 20,
    'other.onnx': 10,
  })) {
    await writePack(join(path, id), bytes);
  }
  return path;
}

async function writePack(path: string, bytes: number, at = WRITTEN): Promise<void> {
  await writeFile(path, new Uint8Array(bytes));
  await utimes(path, at, at);
}

function createPack(id: string, facts: Partial<PackFacts> = {}): PackFacts {
  return {
    id,
    kind: 'swapper',
    family: 'Swapper',
    label: 'Swapper',
    licence: { text: 'MIT', use: 'open' },
    provider: 'cpu',
    providerNote: null,
    runMs: 120,
    ...facts,
  };
}

it('two processes that measured other times of the same packs have one key', async () => {
  const one = [createPack('swap.onnx'), createPack('mask.onnx')];
  const note = 'webgpu is slower: 400 ms.';
  const two = [
    createPack('mask.onnx', { runMs: 9 }),
    createPack('swap.onnx', { providerNote: note }),
  ];
  expect(describePackEngine(two)).not.toEqual(describePackEngine(one));
  const key = await toEngineKey(VERSION, { folder, facts: one });
  expect(await toEngineKey(VERSION, { folder, facts: two })).toBe(key);
  // The same files on another node.
  expect(await toEngineKey(VERSION, { folder: copy, facts: one })).toBe(key);
});

it('another pack, provider, size, time or version has another key, and so has the built-in engine', async () => {
  const facts = [createPack('swap.onnx')];
  const keys = [
    await toEngineKey(VERSION, { folder, facts }),
    await toEngineKey(VERSION, { folder, facts: [createPack('other.onnx')] }),
    await toEngineKey(VERSION, { folder, facts: [...facts, createPack('mask.onnx')] }),
    await toEngineKey(VERSION, { folder, facts: [createPack('swap.onnx', { provider: 'cuda' })] }),
    await toEngineKey('1.2.4', { folder, facts }),
    await toEngineKey(VERSION, null),
    await toEngineKey('1.2.4', null),
  ];
  await writePack(join(copy, 'swap.onnx'), 11);
  keys.push(await toEngineKey(VERSION, { folder: copy, facts }));
  await writePack(join(copy, 'swap.onnx'), 10, new Date('2026-01-02T03:04:07Z'));
  keys.push(await toEngineKey(VERSION, { folder: copy, facts }));
  expect(new Set(keys).size).toBe(keys.length);
});
