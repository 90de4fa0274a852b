import { describe, expect, it } from 'vitest';
import type { AppError } from '../../src/base/errors.ts';
import { createApiClient } from '../../src/client/client.ts';
import { isOwnRefusal } from '../../src/client/reply.ts';
import { operations } from '../../src/contract/api/operations.ts';
import {
  createFakeTiming,
  drop,
  openPeer,
  type Peer,
  refuse,
  createReply,
  createTextReply,
  stall,
} from '../support/http-peer.ts';

const job = operations.readJob.example.reply;
const submitted = operations.submitAvatar.example.reply;
const avatar = operations.submitAvatar.example.body;

function openClient(peer: Pick<Peer, 'origin'>, options: object = {}) {
  const timing = createFakeTiming();
  const client = createApiClient({
    baseUrl: `${peer.origin}/api/v1`,
    apiKey: 'secret-key',
    timing,
    ...options,
  });
  return { client, timing };
}

async function catchError(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('It worked.'),
    (error: unknown) => error as AppError,
  );
}

describe('a call', () => {
  it('carries the key as a bearer token', async () => {
    await using peer = await openPeer(createReply(job));
    await openClient(peer).client.readJob({ params: { job_id: 'a' } });
    expect(peer.seen[0]!.headers.authorization).toBe('Bearer secret-key');
    expect(peer.seen[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('carries the key as X-API-Key when asked to', async () => {
    await using peer = await openPeer(createReply(job));
    const { client } = openClient(peer, { keyHeader: 'x-api-key' });
    await client.readJob({ params: { job_id: 'a' } });
    expect(peer.seen[0]!.headers['x-api-key']).toBe('secret-key');
    expect(peer.seen[0]!.headers.authorization).toBeUndefined();
  });

  it('of a public operation carries no key', async () => {
    await using peer = await openPeer(createReply([]));
    expect(await openClient(peer).client.listVoices()).toEqual([]);
    expect(JSON.stringify(peer.seen[0]!.headers)).not.toContain('secret-key');
  });

  it('appends to any base address and escapes inserted values', async () => {
    await using peer = await openPeer(
      createReply(job),
      createReply(operations.listJobs.example.reply),
    );
    const { client } = openClient(peer, { baseUrl: `${peer.origin}/deep/prefix/v1/` });
    await client.readJob({ params: { job_id: '../a b?c' } });
    await client.listJobs({ query: { status: 'queued', limit: 7 } });
    expect(peer.seen.map(({ url }) => url)).toEqual([
      '/deep/prefix/v1/jobs/..%2Fa%20b%3Fc',
      '/deep/prefix/v1/jobs?status=queued&limit=7',
    ]);
  });

  it.each(['', '.', '..'])('refuses %j as an id', async (id) => {
    await using peer = await openPeer(createReply(job));
    const error = await catchError(openClient(peer).client.readJob({ params: { job_id: id } }));
    expect(error.code).toBe('invalid_input');
    expect(peer.seen).toHaveLength(0);
  });

  it('sends its body as JSON', async () => {
    await using peer = await openPeer(createReply(submitted));
    expect(await openClient(peer).client.submitAvatar({ body: avatar })).toEqual(submitted);
    expect(peer.seen[0]!.headers['content-type']).toBe('application/json');
    expect(JSON.parse(peer.seen[0]!.body.toString())).toEqual(avatar);
  });

  it('gives the bytes of a reply that is not JSON', async () => {
    await using peer = await openPeer((response) => {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.end(Buffer.from([1, 2, 3]));
    });
    const sample = await openClient(peer).client.readVoiceSample({ params: { id: 'v' } });
    expect([...sample.bytes]).toEqual([1, 2, 3]);
    expect(sample.contentType).toBe('audio/wav');
  });
});

describe('an answer', () => {
  it('may have fields this version does not know', async () => {
    await using peer = await openPeer(createReply({ ...job, added_later: { deep: true } }));
    const got = await openClient(peer).client.readJob({ params: { job_id: 'a' } });
    expect(got).toEqual({ ...job, stage: null, preview_url: null });
  });

  it('may list features this version does not know', async () => {
    const [item] = operations.listJobs.example.reply.jobs;
    const page = { jobs: [{ ...item, feature: 'hologram' }], limit: 1, offset: 0, has_more: false };
    await using peer = await openPeer(createReply(page));
    expect((await openClient(peer).client.listJobs()).jobs[0]!.feature).toBe('hologram');
  });

  it('may hold the failure as an object or as a bare string', async () => {
    const failed = { id: 'a', status: 'failed', credits_charged: 0 };
    await using peer = await openPeer(
      createReply({ ...failed, error: { code: 'face_not_detected', message: 'No face.' } }),
      createReply({ ...failed, error: 'render_timeout' }),
    );
    const { client } = openClient(peer);
    const read = async () => (await client.readJob({ params: { job_id: 'a' } })).error;
    expect(await read()).toEqual({ code: 'face_not_detected', message: 'No face.' });
    expect(await read()).toEqual({ code: 'render_timeout', message: 'render_timeout' });
  });

  it.each([
    ['text', createTextReply('<html>'), 'is not JSON'],
    ['half a JSON', createTextReply('{"id": "a"'), 'is not JSON'],
    ['another form', createReply([]), 'another form'],
    ['a missing field', createReply({ id: 'a' }), 'no valid status'],
  ])('that is %s is refused', async (_, step, text) => {
    await using peer = await openPeer(step);
    const error = await catchError(openClient(peer).client.readJob({ params: { job_id: 'a' } }));
    expect(error.code).toBe('bad_reply');
    expect(error.message).toContain(text);
    expect(peer.seen).toHaveLength(1);
  });

  it('that redirects to another host is not followed, so the key is not sent there', async () => {
    await using other = await openPeer(createReply(job));
    await using peer = await openPeer((response) => {
      response.writeHead(307, { location: `${other.origin}/steal` }).end();
    });
    const error = await catchError(openClient(peer).client.readJob({ params: { job_id: 'a' } }));
    expect(error.code).toBe('bad_reply');
    expect(other.seen).toHaveLength(0);
  });
});

describe('a refusal', () => {
  it.each([
    [401, 'unauthorized'],
    [402, 'insufficient_credits'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [400, 'capability_unavailable'],
    [422, 'invalid_input'],
  ])('%i %s comes as its code and is not repeated', async (status, code) => {
    await using peer = await openPeer(refuse(status, code));
    const error = await catchError(openClient(peer).client.submitAvatar({ body: avatar }));
    expect(error).toMatchObject({ code, message: `refused: ${code}` });
    expect(error.details).toEqual({ http_status: status });
    expect(peer.seen).toHaveLength(1);
  });

  it('with a code this version does not know keeps it readable', async () => {
    await using peer = await openPeer(refuse(403, 'region_blocked'));
    const error = await catchError(openClient(peer).client.readAccount());
    expect(error).toMatchObject({ code: 'forbidden', message: 'refused: region_blocked' });
    expect(error.details).toMatchObject({ service_code: 'region_blocked' });
  });

  it('with a code that belongs to the app is not taken for one of its own', async () => {
    await using peer = await openPeer(refuse(400, 'vault_unavailable'));
    const error = await catchError(openClient(peer).client.readAccount());
    expect(error.code).toBe('bad_reply');
  });

  it('of a proxy without a readable body goes by its status', async () => {
    await using peer = await openPeer(createTextReply('<h1>Bad gateway</h1>', 502));
    const error = await catchError(openClient(peer).client.readAccount());
    expect(error.code).toBe('service_unreachable');
    expect(error.message).toContain('502');
  });

  it.each([
    ['a service', refuse(404, 'not_found'), true],
    ['a service of another API', refuse(404, 'Not Found'), false],
    ['a proxy', createTextReply('<h1>Not found</h1>', 404), false],
  ])('of %s is distinguished from others: 404', async (_, answer, isOwn) => {
    await using peer = await openPeer(answer);
    const error = await catchError(openClient(peer).client.readJob({ params: { job_id: 'a' } }));
    expect(error.code).toBe('not_found');
    expect(isOwnRefusal(error)).toBe(isOwn);
  });

  it('never shows the key', async () => {
    await using peer = await openPeer(refuse(401, 'unauthorized'));
    const error = await catchError(openClient(peer).client.readAccount());
    expect(JSON.stringify([error.message, error.details, String(error.cause)])).not.toContain(
      'secret-key',
    );
  });
});

describe('a retry', () => {
  it('waits as long as the service asks', async () => {
    await using peer = await openPeer(
      refuse(429, 'rate_limited', { 'retry-after': '3' }),
      createReply(job),
    );
    const { client, timing } = openClient(peer);
    await client.readJob({ params: { job_id: 'a' } });
    expect(timing.sleepsMs).toEqual([3250]);
  });

  it('reads a Retry-After that is a date', async () => {
    const { timing } = openClient({ origin: 'http://x' });
    const date = new Date(timing.nowMs() + 5000).toUTCString();
    await using peer = await openPeer(
      refuse(429, 'at_capacity', { 'retry-after': date }),
      createReply(job),
    );
    const { client, timing: used } = openClient(peer);
    await client.readJob({ params: { job_id: 'a' } });
    expect(used.sleepsMs).toEqual([5250]);
  });

  it('does not wait when the service asks for too long, and says how long', async () => {
    await using peer = await openPeer(refuse(429, 'rate_limited', { 'retry-after': '3600' }));
    const { client, timing } = openClient(peer);
    const error = await catchError(client.readAccount());
    expect(error.details).toMatchObject({ retry_after_ms: 3_600_000 });
    expect(timing.sleepsMs).toEqual([]);
  });

  it('repeats a read after a broken connection, with growing waits, four times at most', async () => {
    await using peer = await openPeer(drop);
    const { client, timing } = openClient(peer);
    const error = await catchError(client.readAccount());
    expect(error.code).toBe('service_unreachable');
    expect(peer.seen).toHaveLength(4);
    expect(timing.sleepsMs).toEqual([250, 500, 1000]);
  });

  it('repeats a submit with the same key', async () => {
    await using peer = await openPeer(drop, refuse(500, 'internal_error'), createReply(submitted));
    const { client } = openClient(peer);
    expect(await client.submitAvatar({ body: avatar })).toEqual(submitted);
    const keys = peer.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes another key for another submit, and the given one when there is one', async () => {
    await using peer = await openPeer(createReply(submitted));
    const { client } = openClient(peer);
    await client.submitAvatar({ body: avatar });
    await client.submitAvatar({ body: avatar });
    await client.submitAvatar({ body: avatar, idempotencyKey: 'mine' });
    const keys = peer.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('never repeats a call that may have acted', async () => {
    await using peer = await openPeer(drop);
    const { client } = openClient(peer);
    await catchError(client.cancelJob({ params: { job_id: 'a' } }));
    await catchError(client.openSwapSession({ body: { duration_minutes: 1 } }));
    expect(peer.seen).toHaveLength(2);
  });

  it('repeats any call that the service turned away untouched', async () => {
    await using peer = await openPeer(refuse(429, 'rate_limited'), createReply(job));
    await openClient(peer).client.cancelJob({ params: { job_id: 'a' } });
    expect(peer.seen).toHaveLength(2);
  });

  it('repeats any call that never reached the service', async () => {
    const peer = await openPeer(createReply(job));
    await peer[Symbol.asyncDispose]();
    const { client, timing } = openClient(peer);
    const error = await catchError(client.cancelJob({ params: { job_id: 'a' } }));
    expect(error.code).toBe('service_unreachable');
    expect(error.details).toMatchObject({ reason: 'ECONNREFUSED' });
    expect(timing.sleepsMs).toHaveLength(3);
  });
});

describe('a call that takes too long', () => {
  it('ends at the time limit, body included', async () => {
    await using peer = await openPeer(stall);
    const { client } = openClient(peer, { timeoutMs: 50, retry: { attempts: 1 } });
    const error = await catchError(client.readAccount());
    expect(error.code).toBe('service_unreachable');
    expect(error.details).toMatchObject({ reason: 'timeout' });
  });

  it('ends when the caller gives up, and is not repeated', async () => {
    const controller = new AbortController();
    await using peer = await openPeer((response, request) => {
      stall(response, request);
      setImmediate(() => {
        controller.abort();
      });
    });
    const { client } = openClient(peer);
    const error = await catchError(client.readAccount({ signal: controller.signal }));
    expect(error.code).toBe('cancelled');
    expect(peer.seen).toHaveLength(1);
  });

  it('does not start when the caller gave up before', async () => {
    await using peer = await openPeer(createReply(job));
    const { client } = openClient(peer);
    const error = await catchError(client.readAccount({ signal: AbortSignal.abort() }));
    expect(error.code).toBe('cancelled');
    expect(peer.seen).toHaveLength(0);
  });
});
