/** Identity swaps in advanced mode as a client meets them: every step, at every stage, and after every crash. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { toSeed } from '../service/support/seed.ts';
import { anyStageStep, type Ask, type StagesFiles, StagesModel } from './stages-model.ts';
import { uploadBytes } from './support/http-call.ts';
import { makeSamples } from './support/samples.ts';
import { openWorld, type World } from './support/world.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 15);

let world: World;
let secret: string;
let files: StagesFiles;
beforeAll(async () => {
  const registry = new URL('./support/staged-processor.ts', import.meta.url).href;
  world = await openWorld({ registry, slots: 1, requestsPerMinute: () => 1_000_000 });
  ({ secret } = await world.newAccount({ balanceUsd: 5 }));
  const samples = await makeSamples();
  const upload = async (blob: Blob, name: string): Promise<string> =>
    uploadBytes(world.service.baseUrl, secret, {
      bytes: new Uint8Array(await blob.arrayBuffer()),
      name,
      type: blob.type,
    });
  files = {
    video: await upload(samples.videos, 'clip.mp4'),
    characters: [
      await upload(samples.images, 'first.png'),
      await upload(samples.images, 'second.png'),
    ],
  };
}, 60_000);
afterAll(() => world.close());

const ask: Ask = async (method, path, body, idempotencyKey) => {
  const response = await fetch(`${world.service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
};

const readBalance = async (): Promise<JsonObject> => (await ask('GET', '/balance')).body;

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

it('takes legal steps, refuses all others, and charges results alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStageStep, { minLength: 2, maxLength: 9, size: 'max' }),
      async (steps) => {
        const before = await readBalance();
        const model = new StagesModel(ask, files, fetchText);
        await model.begin();
        await model.check();
        for (const step of steps) {
          await model.apply(step);
        }
        const chargedUsd = await model.finish();
        const after = await readBalance();
        expect(after['held_usd']).toBe(0);
        expect(after['balance_usd']).toBeCloseTo(Number(before['balance_usd']) - chargedUsd, 9);
      },
    ),
    // Each history has a job of its own, so a shorter one is found by its seed.
    { numRuns: RUNS, endOnFailure: true, seed: toSeed('stages') },
  );
}, 120_000);
