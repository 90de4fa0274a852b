/** Identity swaps in advanced mode as a client meets them: every step, at every stage, and after crashes. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import type { ReceivedJob } from '../../src/contract/api/resources/job.ts';
import { listWorkers } from '../service/capabilities/swap-world.ts';
import { toSeed } from '../service/support/seed.ts';
import { anyStageStep, type Ask, type StagesFiles, StagesModel } from './stages-model.ts';
import { uploadBytes } from './support/http-call.ts';
import { makeSamples } from './support/samples.ts';
import { describeRun, RESULT_SECONDS, slowPrompt } from './support/staged-processor.ts';
import { openWorld, type World } from './support/world.ts';

const RUNS = Number(process.env['GUISE_MODEL_RUNS'] ?? 8);

let world: World;
let accountId: string;
let secret: string;
let files: StagesFiles;
beforeAll(async () => {
  const registry = new URL('./support/staged-processor.ts', import.meta.url).href;
  world = await openWorld({
    registry,
    slots: 1,
    policy: { retryDelayMs: 50 },
    requestsPerMinute: () => 1_000_000,
  });
  ({ accountId, secret } = await world.newAccount({ balanceUsd: 5 }));
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
    // Each history has its own job, so the seed finds a shorter one.
    { numRuns: RUNS, endOnFailure: true, seed: toSeed('stages') },
  );
}, 120_000);

it('has the same result at the same cost when its worker is killed in every stage', async () => {
  const client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  const before = await client.readBalance();
  const { video: video_key, characters } = files;
  const body = { video_key, character_key: characters[0], prompt: slowPrompt } as const;
  const { id } = await client.submitIdentitySwap({ body: { ...body, mode: 'advanced' } });
  const killAndReach = async (stage: string | null): Promise<ReceivedJob> => {
    await expect
      .poll(async () => (await world.service.core.readJobDetails(accountId, id)).progress)
      .not.toBeNull();
    for (const pid of await listWorkers()) {
      process.kill(pid, 'SIGKILL');
    }
    const isDone = (job: ReceivedJob): boolean => stage !== null && job.stage === stage;
    return waitForJob(client, id, { firstIntervalMs: 30, maxIntervalMs: 60, isDone });
  };
  let written = '';
  for (const [stage, next, step] of [
    ['extracting', 'frame_ready', 'swap'],
    ['placing_character', 'swap_ready', 'motion'],
    ['rendering_motion', null, null],
  ] as const) {
    const job = await killAndReach(next);
    written = describeRun(written, stage, {
      ...body,
      resolution: '1k',
      keep_original_sound: true,
    });
    expect(await fetchText(job.preview_url ?? job.output_url ?? '')).toBe(written);
    if (step !== null) {
      await client.advanceIdentitySwap({ params: { id }, body: { stage: step } });
    }
  }
  const after = await client.readBalance();
  expect(after.held_usd).toBe(0);
  expect(before.balance_usd - after.balance_usd).toBeCloseTo(RESULT_SECONDS / 100, 9);
}, 60_000);
