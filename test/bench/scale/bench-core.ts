import type { ClientConfig } from 'pg';
import { toMicros } from '../../../src/base/money.ts';
import { succeedJob } from '../../../src/service/jobs/end.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import { type Core, createCore } from '../../../src/service/start/core.ts';
import { openPostgres, type Store } from '../../../src/service/store/open.ts';
import { fakeFile, testPrices } from '../../service/store/world.ts';

/** Every node of the bench has it. */
export const masterKey = new Uint8Array(32).fill(7);

/** A store on PostgreSQL and the functions of the service on it; `core.context.store` is closed by the caller. */
export async function openBenchCore(
  connection: string | ClientConfig,
  maxConnections = 8,
): Promise<{ readonly store: Store; readonly core: Core }> {
  const store = await openPostgres({ connection, maxConnections });
  const core = createCore({
    store,
    masterKey,
    prices: testPrices,
    isInstalled: () => true,
    describeJob: ({ id, status }) => ({ id, status }),
  });
  return { store, core };
}

/** Accounts of the tier pro with money for everything. */
export async function createRichAccounts(core: Core, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await core.createAccount({ name: `bench ${index}`, tier: 'pro' });
    await core.topUp({ accountId: id, amountMicros: toMicros(1_000_000_000_000) });
    ids.push(id);
  }
  return ids;
}

/** Submits a speech job and returns its id. */
export async function submitSpeech(core: Core, accountId: string, script: string): Promise<string> {
  const { job } = await core.submitJob({
    accountId,
    feature: 'text_to_speech',
    input: { script, voice_id: 'en' },
    callbackUrl: null,
    idempotencyKey: null,
  });
  return job.id;
}

/** Claims the next job and ends it at once with a result; returns the duration of the claim, null without a job. */
export async function claimAndEnd(core: Core, owner: string): Promise<number | null> {
  const beginMs = performance.now();
  const claimed = await claimJob(core.context, owner, ['text_to_speech']);
  const claimMs = performance.now() - beginMs;
  if (claimed === null) {
    return null;
  }
  const { job, fence } = claimed;
  const result = { output: fakeFile(job.id), outputUs: 1_000_000, report: {} };
  await succeedJob(core.context, { jobId: job.id, fence }, result);
  return claimMs;
}

/** Runs `work` in this number of concurrent lanes, each until it returns false. */
export async function runInLanes(count: number, work: () => Promise<boolean>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      let isLeft = true;
      while (isLeft) {
        isLeft = await work();
      }
    }),
  );
}
