import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { createApiClient } from '../../src/client/client.ts';
import { requireSucceeded, waitForJob, type WaitOptions } from '../../src/client/wait.ts';
import type { ReceivedJob } from '../../src/contract/api/resources/job.ts';
import {
  createFakeTiming,
  drop,
  openPeer,
  type Peer,
  refuse,
  createReply,
} from '../support/http-peer.ts';

const base = { id: 'a', output_url: null, credits_charged: 0, error: null };
const queued = { ...base, status: 'queued' };
const processing = { ...base, status: 'processing' };
const succeeded = { ...base, status: 'succeeded', output_url: 'https://h/o.mp4?s=1' };

function wait(peer: Peer, options: WaitOptions = {}) {
  const timing = createFakeTiming();
  const client = createApiClient({ baseUrl: `${peer.origin}/api/v1`, apiKey: 'k', timing });
  return { timing, job: waitForJob(client, 'a', { timing, ...options }) };
}

async function catchError(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('It worked.'),
    (error: unknown) => error as AppError,
  );
}

describe('waiting for a job', () => {
  it('ends at the terminal status and reports each change once', async () => {
    await using peer = await openPeer(
      ...[queued, queued, processing, processing, processing, succeeded].map((job) =>
        createReply(job),
      ),
    );
    const seen: string[] = [];
    const { job } = wait(peer, { onChange: ({ status }) => seen.push(status) });
    expect((await job).output_url).toBe('https://h/o.mp4?s=1');
    expect(seen).toEqual(['queued', 'processing', 'succeeded']);
  });

  it('asks less often while nothing changes, and at once after a change', async () => {
    const steps = [queued, queued, queued, queued, processing, processing, succeeded];
    await using peer = await openPeer(...steps.map((job) => createReply(job)));
    const { job, timing } = wait(peer, { firstIntervalMs: 1000, maxIntervalMs: 2000 });
    await job;
    expect(timing.sleepsMs).toEqual([1000, 1500, 2000, 2000, 1000, 1500]);
  });

  it('can end at a stage', async () => {
    const ready = { ...processing, stage: 'frame_ready', preview_url: 'https://h/p.png?s=1' };
    await using peer = await openPeer(createReply(processing), createReply(ready));
    const { job } = wait(peer, { isDone: ({ stage }) => stage === 'frame_ready' });
    expect((await job).preview_url).toBe('https://h/p.png?s=1');
  });

  it('does not take a new signature for a change', async () => {
    const at = (signature: number) =>
      createReply({
        ...processing,
        stage: 'swap_ready',
        preview_url: `https://h/p.png?s=${signature}`,
      });
    await using peer = await openPeer(at(1), at(2), at(3), createReply(succeeded));
    const seen: (string | null)[] = [];
    await wait(peer, { onChange: ({ stage }) => seen.push(stage) }).job;
    expect(seen).toEqual(['swap_ready', null]);
  });

  it('sits out a short outage of the service', async () => {
    await using peer = await openPeer(
      createReply(queued),
      ...Array.from({ length: 12 }, () => drop),
      createReply(succeeded),
    );
    expect((await wait(peer).job).status).toBe('succeeded');
  });

  it('gives up after a long one', async () => {
    await using peer = await openPeer(createReply(queued), drop);
    const { job } = wait(peer, { maxOutageMs: 20_000 });
    expect((await catchError(job)).code).toBe('service_unreachable');
  });

  it('does not sit out a refusal', async () => {
    await using peer = await openPeer(refuse(404, 'not_found'));
    expect((await catchError(wait(peer).job)).code).toBe('not_found');
    expect(peer.seen).toHaveLength(1);
  });

  it('ends when the caller gives up', async () => {
    const controller = new AbortController();
    await using peer = await openPeer(createReply(queued));
    const { job } = wait(peer, {
      signal: controller.signal,
      onChange: () => {
        controller.abort();
      },
    });
    expect((await catchError(job)).code).toBe('cancelled');
  });
});

describe('the result of a job', () => {
  const job = (part: Partial<ReceivedJob>): ReceivedJob => ({
    ...base,
    status: 'succeeded',
    notes: [],
    stage: null,
    preview_url: null,
    ...part,
  });

  it('is its address when it succeeded', () => {
    expect(requireSucceeded(job({ output_url: 'https://h/o' }))).toBe('https://h/o');
  });

  it.each([
    ['face_not_detected', 'face_not_detected'],
    ['gpu_on_fire', 'processing_failed'],
  ])('is thrown when it failed with %s', (code, expected) => {
    const failed = job({ status: 'failed', error: { code, message: 'why' } });
    expect(() => requireSucceeded(failed)).toThrow(
      expect.objectContaining({ code: expected, message: 'why' }),
    );
  });

  it('is an error when the job was canceled, is not finished, or has no address', () => {
    const codes = [
      job({ status: 'canceled' }),
      job({ status: 'processing' }),
      job({ output_url: null }),
    ].map((one) => {
      try {
        return requireSucceeded(one);
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
    });
    expect(codes).toEqual(['cancelled', 'bad_reply', 'bad_reply']);
  });
});
