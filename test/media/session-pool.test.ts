import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toWireError } from '../../src/base/errors.ts';
import { OnnxGraph } from '../../tools/models/onnx/onnx-graph.ts';
import { listProviders } from '../../src/engine/models/pool/choose-provider.ts';
import type { PoolTensor, SessionSource } from '../../src/engine/models/pool/messages.ts';
import { createSessionPool } from '../../src/engine/models/pool/session-pool.ts';
import { openOnFastest } from '../../src/engine/packs/run/open-on-fastest.ts';

// Networks take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let source: SessionSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-pool-'));
  const graph = new OnnxGraph();
  graph.input('in', [4]);
  graph.output('double', graph.node('Add', ['in', 'in']), [4]);
  const path = join(folder, 'double.onnx');
  await writeFile(path, graph.finish('double'));
  source = { name: 'double', path, providers: ['cpu'], threads: 1 };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('session pool', () => {
  it('runs a network in a thread and names its provider', async () => {
    const pool = createSessionPool({ threads: 1 });
    const session = await pool.open(source);
    expect(session).toMatchObject({
      provider: 'cpu',
      providerNote: null,
      inputs: [{ name: 'in', type: 'float32', dims: [4] }],
    });
    const feeds = { in: floats([1, 2, 3, 4]) };
    const { double } = await session.run(feeds);
    expect([...(double?.values ?? [])]).toEqual([2, 4, 6, 8]);
    expect(feeds.in.values.length, 'memory was moved').toBe(0);
    await pool.close();
  });

  it('reports why a faster provider is not used', async () => {
    const pool = createSessionPool({ threads: 1 });
    const session = await pool.open({ ...source, providers: ['cuda', 'coreml', 'dml', 'cpu'] });
    expect(session.provider).toMatch(/^(cuda|coreml|dml|cpu)$/);
    if (session.provider === 'cpu') {
      expect(session.providerNote).toMatch(/cuda .*coreml .*dml /);
    }
    await pool.close();
  });

  it.each(['linux', 'darwin', 'win32'])('ends the choice on %s with the CPU', (platform) => {
    expect(listProviders(platform).at(-1)).toBe('cpu');
  });

  it('accepts a bounded number of calls', async () => {
    const pool = createSessionPool({ threads: 1, maxCalls: 2 });
    const session = await pool.open(source);
    const calls = Array.from({ length: 5 }, () => session.run({ in: floats([0, 0, 0, 0]) }));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(results[2]).toMatchObject({ reason: { code: 'at_capacity' } });
    await pool.close();
  });

  it('skips a call that was withdrawn while it waited', async () => {
    const pool = createSessionPool({ threads: 1 });
    const session = await pool.open(source);
    const abort = new AbortController();
    const running = session.run({ in: floats([0, 0, 0, 0]) });
    const waiting = session.run({ in: floats([0, 0, 0, 0]) }, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await running;
    await pool.close();
  });

  it('fails with a typed error on a wrong input and works on', async () => {
    const pool = createSessionPool({ threads: 1 });
    const session = await pool.open(source);
    await expect(session.run({ in: floats([1, 2]) })).rejects.toMatchObject({
      code: 'processing_failed',
    });
    const { double } = await session.run({ in: floats([1, 1, 1, 1]) });
    expect(double?.values[0]).toBe(2);
    await pool.close();
  });

  it('loads a session again after its thread ended', async () => {
    const pool = createSessionPool({ threads: 1 });
    const session = await pool.open(source);
    await pool.close();
    const { double } = await session.run({ in: floats([3, 3, 3, 3]) });
    expect(double?.values[0]).toBe(6);
    await pool.close();
  });

  it('opens nothing once it was closed', async () => {
    const pool = createSessionPool({ threads: 1 });
    const opening = openOnFastest(pool, source, () => ({ in: floats([1, 1, 1, 1]) }), {
      threads: 1,
      providers: ['cpu', 'cpu'],
    });
    await Promise.all([expect(opening).rejects.toMatchObject({ code: 'cancelled' }), pool.close()]);
    await expect(pool.open(source)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('refuses a file that is no network, without its path in the message', async () => {
    const owner = join(folder, 'Jane Doe');
    const path = join(owner, 'broken.onnx');
    await mkdir(owner);
    await writeFile(path, 'not a network');
    const pool = createSessionPool({ threads: 1 });
    const refusal = await pool.open({ ...source, path }).catch(toWireError);
    expect(refusal).toEqual({
      code: 'processing_failed',
      message: expect.stringMatching(/^The model double cannot be loaded\. \S+/),
    });
    expect(JSON.stringify(refusal)).not.toMatch(/Jane|Doe|broken\.onnx/);
    await pool.close();
  });
});

function floats(values: readonly number[]): PoolTensor {
  return { type: 'float32', dims: [values.length], values: Float32Array.from(values) };
}
