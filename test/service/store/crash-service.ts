/**
 * A service under load that waits to be killed. Prints its intentions and the confirmed results, one line each, at
 * once.
 */
import { writeSync } from 'node:fs';
import { createId } from '../../../src/base/ids.ts';
import { createCore } from '../../../src/service/start/core.ts';
import { failJob, succeedJob } from '../../../src/service/jobs/end.ts';
import { claimJob } from '../../../src/service/jobs/queue.ts';
import { openStoreAt, type StoreLocation } from './place.ts';
import { fakeFile, testPrices, usd } from './world.ts';

const [, , placeText = '', accountId = ''] = process.argv;
const store = await openStoreAt(JSON.parse(placeText) as StoreLocation);
const core = createCore({
  store,
  prices: testPrices,
  isInstalled: () => true,
  describeJob: ({ id, status }) => ({ id, status }),
  masterKey: new Uint8Array(32),
});

function say(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

async function submit(): Promise<void> {
  const key = createId();
  say('try-submit', key);
  const { job } = await core.submitJob({
    accountId,
    feature: 'text_to_speech',
    input: { script: 'aaaaaaaa', voice_id: 'v' },
    callbackUrl: 'https://example.com/hook',
    idempotencyKey: key,
  });
  say('submitted', key, job.id);
  if (Math.random() < 0.2) {
    // A worker may have ended the job before, which its own line reports.
    const canceled = await core.cancelJob(accountId, job.id).catch((error: { code?: string }) => {
      if (error.code !== 'invalid_input') {
        throw error;
      }
      return null;
    });
    if (canceled !== null) {
      say('ended', job.id, canceled.status, 0);
    }
  }
}

async function work(owner: string): Promise<void> {
  const claimed = await claimJob(core.context, owner, ['text_to_speech']);
  if (claimed === null) {
    return;
  }
  const { job, fence } = claimed;
  const ended =
    Math.random() < 0.8
      ? await succeedJob(
          core.context,
          { jobId: job.id, fence },
          { output: fakeFile(job.id), outputUs: 1_500_000, report: {} },
        )
      : await failJob(
          core.context,
          { jobId: job.id, holder: { fence } },
          { code: 'processing_failed', message: 'test' },
        );
  if (ended !== null) {
    say('ended', job.id, ended.status, ended.chargedMicros);
  }
}

async function pay(): Promise<void> {
  const reference = createId();
  say('try-pay', reference);
  await core.topUp({ accountId, amountMicros: usd(30), reference });
  say('paid', reference);
}

async function stream(): Promise<void> {
  const { session, token } = await core.openLiveSession({
    accountId,
    feature: 'voice_changer',
    durationMinutes: 1,
    parameters: {},
    isReady: true,
  });
  await core.joinLiveSession('voice_changer', token);
  await core.startLiveStream(session.id);
  const { chargedMicros } = await core.endLiveSession(session.id, {
    streamedMs: 2000,
    reason: 'client_closed',
  });
  say('ended', session.id, 'succeeded', chargedMicros);
}

/** Runs a customer or worker: requests that fail for lack of money are repeated after the next payment. */
async function repeat(act: () => Promise<void>): Promise<never> {
  for (;;) {
    await act().catch((error: Error & { code?: string }) => {
      if (error.code !== 'insufficient_credits' && error.code !== 'at_capacity') {
        say('broken', error.message);
      }
    });
    // Lets the process breathe: on SQLite everything above happens without a turn of the event loop.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

say('ready');
await Promise.all([
  repeat(submit),
  repeat(submit),
  repeat(() => work('first')),
  repeat(() => work('second')),
  repeat(pay),
  repeat(stream),
]);
