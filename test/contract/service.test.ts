/**
 * Every operation against the real service, with Prism in between: replies must match the document, in the happy case
 * and in every refusal.
 */
import * as z from 'zod';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { toMicros } from '../../src/base/money.ts';
import { type ApiErrorCode, apiErrors } from '../../src/contract/api/errors.ts';
import { type OperationShape, scopes } from '../../src/contract/api/kit.ts';
import { limits, rateTiers } from '../../src/contract/api/limits.ts';
import {
  type OperationName,
  operationNames,
  operations,
  type SubmitName,
} from '../../src/contract/api/operations.ts';
import { joinCatalogues } from '../../src/service/voices/voice-catalogue.ts';
import { credentials, type S3Peer, startS3Peer } from '../service/files/s3-peer.ts';
import { audit } from '../service/store/audit.ts';
import { orders } from './support/every-processor.ts';
import {
  callOperation,
  type HttpCall,
  type HttpReply,
  isErrorBody,
  Violations,
} from './support/http-call.ts';
import { openPrism, type Prism, WORLD_HEADER } from './support/prism.ts';
import { makeAsciiWav, makeSamples, type SampleKeys, toRealBody } from './support/samples.ts';
import {
  type Customer,
  everyProcessor,
  noProcessor,
  openWorld,
  type World,
} from './support/world.ts';

const violations = new Violations();
const voice = { id: 'en-test', name: 'Test, plain', language: 'English' };
const changerVoice = { id: 'deep-narrator', name: 'Deep', description: 'Low and steady.' };
const sampleBytes = makeAsciiWav(0.5);

let prism: Prism;
let peer: S3Peer;
/** `main` can do everything, `bare` nothing, `full` has no room, `broken` has lost its database. */
let worlds: Readonly<Record<'main' | 'bare' | 'full' | 'broken', World>>;
let customer: Customer;
let stranger: Customer;
/** Has files, and no money. */
let poor: Customer;
let keys: SampleKeys;
/** Keys for the worlds beside the main one. */
let secrets: Readonly<Record<string, string>>;

beforeAll(async () => {
  const voices = joinCatalogues([
    {
      listVoices: () => Promise.resolve([voice]),
      listChangerVoices: () => Promise.resolve([changerVoice]),
      openSample: (id) =>
        Promise.resolve(
          id === changerVoice.id ? { contentType: 'audio/wav', body: sampleBytes } : null,
        ),
    },
  ]);
  prism = await openPrism();
  peer = await startS3Peer('studio');
  const { region } = credentials;
  const bucketOptions = { endpoint: peer.endpoint, bucket: 'studio', region, credentials };
  const s3 = { ...bucketOptions, direct: {} };
  const fails = (): Promise<never> => Promise.reject(new Error('the catalogue is gone'));
  worlds = {
    main: await openWorld({ registry: everyProcessor, voices, s3 }),
    bare: await openWorld({
      registry: noProcessor,
      // The limit is soon reached.
      requestsPerMinute: (tier) => (tier === 'default' ? 2 : rateTiers[tier].requestsPerMinute),
    }),
    full: await openWorld({
      registry: everyProcessor,
      voices,
      // This limit admits not even the jobs that could render at once.
      policy: { accountQueueLength: -rateTiers.pro.processingJobs, maxStreams: 0 },
    }),
    broken: await openWorld({
      s3,
      voices: { listVoices: fails, listChangerVoices: fails, openSample: fails },
    }),
  };
  for (const [name, { service }] of Object.entries(worlds)) {
    prism.add(name, service.baseUrl);
  }
  for (const { service } of [worlds.main, worlds.full]) {
    service.live.register({
      feature: 'real_time_swap_full',
      model: 'test-swap',
      streamPath: '/real-time-swap/stream',
      defaultPrompt: 'Replace the person.',
      prepare: () => Promise.resolve('ready'),
    });
    service.live.register({
      feature: 'voice_changer',
      model: 'test-voice',
      streamPath: '/voice-changer/stream',
      defaultPrompt: '',
      prepare: () => Promise.resolve('ready'),
    });
  }
  customer = await worlds.main.newAccount();
  stranger = await worlds.main.newAccount();
  poor = await worlds.main.newAccount({ balanceUsd: 0 });
  secrets = {
    bare: (await worlds.bare.newAccount()).secret,
    full: (await worlds.full.newAccount()).secret,
    broken: (await worlds.broken.newAccount()).secret,
  };
  keys = await uploadSamples(worlds.main, customer.secret);
  await worlds.broken.service.core.context.store.db.destroy();
}, 180_000);

afterAll(async () => {
  await prism.close();
  expect(await audit(worlds.main.service.core.context.store)).toEqual([]);
  await Promise.all([worlds.main.close(), worlds.bare.close(), worlds.full.close()]);
  // Its database is already closed, so only the HTTP server is left to close; errors are expected.
  await worlds.broken.close().catch(() => undefined);
  await peer.close();
}, 60_000);

afterEach(() => {
  expect(violations.found.splice(0)).toEqual([]);
});

const uploaded = new Map<string, Promise<SampleKeys>>();

/** Keys of uploaded samples by account, created at the first request. */
function findSamples(world: World, secret: string): Promise<SampleKeys> {
  const found =
    uploaded.get(secret) ??
    uploadSamples(world, secret).catch((error: unknown) => {
      uploaded.delete(secret);
      throw error;
    });
  uploaded.set(secret, found);
  return found;
}

async function uploadSamples(world: World, secret: string): Promise<SampleKeys> {
  const samples = await makeSamples();
  const upload = async (file: Blob): Promise<string> => {
    const form = new FormData();
    form.set('file', file, 'sample');
    // Past the proxy, which turns bytes into text.
    const reply = await callOperation(world.service.baseUrl, operations.uploadFile, {
      key: secret,
      form,
    });
    expect(reply.status, reply.message).toBe(200);
    return z.object({ file_key: z.string() }).parse(reply.body).file_key;
  };
  return {
    images: await upload(samples.images),
    audio: await upload(samples.audio),
    videos: await upload(samples.videos),
  };
}

async function call(name: OperationName, options: HttpCall): Promise<HttpReply> {
  const reply = await callOperation(prism.url, operations[name], options);
  violations.note(`${name} ${reply.status}`, reply.headers, false);
  if (reply.status >= 400) {
    expect(isErrorBody(reply.body), JSON.stringify(reply.body)).toBe(true);
  }
  return reply;
}

/** The real client, whose requests have to be valid as well. */
function openClient(apiKey: string, world = 'main'): ApiClient {
  return createApiClient({
    baseUrl: prism.url,
    apiKey,
    retry: { attempts: 1 },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set(WORLD_HEADER, world);
      const response = await fetch(input, { ...init, headers });
      violations.note(response.url, response.headers, true);
      return response;
    },
  });
}

function expectRefusal(
  reply: HttpReply,
  code: ApiErrorCode,
  status: number = apiErrors[code].statuses[0],
): void {
  expect({ code: reply.code, status: reply.status }, reply.message).toEqual({ code, status });
}

const submitNames = operationNames.filter((name): name is SubmitName => name.startsWith('submit'));

async function submit(
  name: SubmitName,
  options: HttpCall & { readonly patch?: object } = {},
): Promise<string> {
  const reply = await call(name, {
    key: customer.secret,
    body: { ...toRealBody(operations[name], keys), ...options.patch },
    ...options,
  });
  expect(reply.status, reply.message).toBe(200);
  return z.object({ id: z.string() }).parse(reply.body).id;
}

/** A successful call of each operation by the client. */
const happyCalls: Readonly<Record<OperationName, (client: ApiClient) => Promise<void>>> = {
  async uploadFile(client) {
    const seen: number[] = [];
    const { file_key, url } = await client.uploadFile({
      file: { bytes: sampleBytes, name: 'voice.wav' },
      onProgress: ({ doneBytes }) => seen.push(doneBytes),
    });
    expect(file_key).toMatch(/^api\/audio\/[0-9a-f-]{36}\.wav$/);
    expect(seen.at(-1)).toBe(sampleBytes.byteLength);
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(Buffer.compare(bytes, sampleBytes)).toBe(0);
  },
  async deleteUpload(client) {
    const { file_key } = await client.uploadFile({ file: { bytes: sampleBytes, name: 'a.wav' } });
    await client.deleteUpload({ params: { file_key } });
    const again = client.deleteUpload({ params: { file_key } });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    // The slashes of a key may be sent as they are.
    const other = await client.uploadFile({ file: { bytes: sampleBytes, name: 'a.wav' } });
    const plain = await call('deleteUpload', {
      key: customer.secret,
      path: `/uploads/${other.file_key}`,
    });
    expect(plain.status).toBe(204);
    expect((await fetch(other.url)).status).toBe(404);
  },
  async beginDirectUpload(client) {
    const begun = await client.beginDirectUpload({ body: { size_bytes: 20_000_000 } });
    expect(begun.part_urls).toHaveLength(3);
    expect(Date.parse(begun.expires_at)).toBeGreaterThan(Date.now());
  },
  async completeDirectUpload(client) {
    const size_bytes = sampleBytes.byteLength;
    const { upload_id, part_urls } = await client.beginDirectUpload({ body: { size_bytes } });
    const put = await fetch(part_urls[0] ?? '', { method: 'PUT', body: sampleBytes });
    const done = await client.completeDirectUpload({
      params: { upload_id },
      body: { etags: [put.headers.get('etag') ?? ''], content_type: 'audio/wav', name: 'a.wav' },
    });
    expect(done.file_key).toMatch(/^api\/audio\/[0-9a-f-]{36}\.wav$/);
    const bytes = new Uint8Array(await (await fetch(done.url)).arrayBuffer());
    expect(Buffer.compare(bytes, sampleBytes)).toBe(0);
  },
  async readJob(client) {
    const id = await submit('submitTextToSpeech');
    const job = await waitForJob(client, id, { firstIntervalMs: 50 });
    expect(job).toMatchObject({ id, status: 'succeeded', error: null, credits_charged: 0.02 });
    const response = await fetch(job.output_url ?? '');
    expect(await response.text()).toContain('text_to_speech all');
  },
  async listJobs(client) {
    const id = await submit('submitTextToSpeech');
    const page = await client.listJobs({ query: { limit: 1 } });
    expect(page).toMatchObject({ limit: 1, offset: 0, has_more: true });
    expect(page.jobs[0]).toMatchObject({
      id,
      feature: 'text_to_speech',
      endpoint: 'text-to-speech',
    });
  },
  async deleteJob(client) {
    const id = await submit('submitTextToSpeech');
    const { output_url: url } = await waitForJob(client, id, { firstIntervalMs: 50 });
    const older = await submit('submitTextToSpeech');
    await client.deleteJob({ params: { job_id: id } });
    const gone = { code: 'not_found' };
    await expect(client.deleteJob({ params: { job_id: id } })).rejects.toMatchObject(gone);
    await expect(client.readJob({ params: { job_id: id } })).rejects.toMatchObject(gone);
    await expect(client.cancelJob({ params: { job_id: id } })).rejects.toMatchObject(gone);
    expect((await fetch(url ?? '')).status).toBe(404);
    const { jobs } = await client.listJobs({ query: { limit: 10 } });
    expect(jobs.map((job) => job.id)).not.toContain(id);
    expect(jobs.map((job) => job.id)).toContain(older);
    const usage = await client.listUsage({ query: { limit: 20 } });
    expect(usage.find((row) => row.id === id)).toMatchObject({ charged_usd: 0.02 });
    const endless = await submit('submitTextToSpeech', { patch: { script: orders.endless } });
    await client.deleteJob({ params: { job_id: endless } });
    await expect(client.readJob({ params: { job_id: endless } })).rejects.toMatchObject(gone);
  },
  async cancelJob(client) {
    const id = await submit('submitTextToSpeech', { patch: { script: orders.endless } });
    const expected = { id, status: 'canceled', output_url: null, credits_charged: 0, error: null };
    expect(await client.cancelJob({ params: { job_id: id } })).toMatchObject(expected);
    // Cancelling is idempotent.
    expect(await client.cancelJob({ params: { job_id: id } })).toMatchObject(expected);
  },
  async advanceIdentitySwap(client) {
    const id = await submit('submitIdentitySwap');
    const isParked = ({ stage }: { readonly stage: string | null }): boolean =>
      stage === 'frame_ready' || stage === 'swap_ready';
    const options = { firstIntervalMs: 50, isDone: isParked };
    const frame = await waitForJob(client, id, options);
    expect(frame).toMatchObject({ status: 'processing', stage: 'frame_ready', output_url: null });
    expect(await (await fetch(frame.preview_url ?? '')).text()).toContain(
      'identity_swap extracting',
    );
    const early = await call('advanceIdentitySwap', {
      key: customer.secret,
      path: `/identity-swap/${id}/advance`,
      body: { stage: 'motion' },
    });
    expectRefusal(early, 'invalid_input', 400);
    expect(early.message).toContain('frame_ready');
    const advanced = await client.advanceIdentitySwap({
      params: { id },
      body: { stage: 'swap', prompt: 'By the window.', character_key: keys.images },
    });
    expect(advanced).toMatchObject({ id, status: 'processing', stage: 'placing_character' });
    const still = await waitForJob(client, id, options);
    expect(await (await fetch(still.preview_url ?? '')).text()).toContain('By the window.');
    await client.advanceIdentitySwap({
      params: { id },
      body: { stage: 'motion', keep_original_sound: false },
    });
    const final = await waitForJob(client, id, { firstIntervalMs: 50 });
    // A job that is over has no stage to be advanced from.
    expect(final).toMatchObject({ status: 'succeeded', stage: null, preview_url: null });
    expect(final.credits_charged).toBe(0.02);
    expect(await (await fetch(final.output_url ?? '')).text()).toContain('rendering_motion');
  },
  submitAvatar: (client) => checkSubmit(client, 'submitAvatar'),
  submitFaceSwap: (client) => checkSubmit(client, 'submitFaceSwap'),
  submitFaceSwapImage: (client) => checkSubmit(client, 'submitFaceSwapImage'),
  submitLipSync: (client) => checkSubmit(client, 'submitLipSync'),
  submitReimagineImage: (client) => checkSubmit(client, 'submitReimagineImage'),
  submitReimagineVideo: (client) => checkSubmit(client, 'submitReimagineVideo'),
  submitIdentitySwap: async (client) => {
    const body = operations.submitIdentitySwap.body.schema.parse({
      ...toRealBody(operations.submitIdentitySwap, keys),
      mode: 'express',
    });
    const { id, status, status_url } = await client.submitIdentitySwap({ body });
    expect({ status, status_url }).toEqual({ status: 'queued', status_url: `/api/v1/jobs/${id}` });
    const job = await waitForJob(client, id, { firstIntervalMs: 50 });
    expect(job).toMatchObject({ status: 'succeeded', stage: null, preview_url: null });
  },
  submitMotionControl: (client) => checkSubmit(client, 'submitMotionControl'),
  submitVoiceClone: (client) => checkSubmit(client, 'submitVoiceClone'),
  submitTextToSpeech: (client) => checkSubmit(client, 'submitTextToSpeech'),
  async listVoices(client) {
    expect(await client.listVoices()).toEqual([voice]);
  },
  async listVoiceChangerVoices(client) {
    expect(await client.listVoiceChangerVoices()).toEqual([
      { ...changerVoice, sample_url: '/api/v1/voice-changer/voices/deep-narrator/sample' },
    ]);
  },
  async readVoiceSample() {
    // Past the proxy, which turns bytes into text.
    const direct = createApiClient({
      baseUrl: worlds.main.service.baseUrl,
      apiKey: customer.secret,
      keyHeader: 'x-api-key',
    });
    const sample = await direct.readVoiceSample({ params: { id: changerVoice.id } });
    expect(sample.contentType).toBe('audio/wav');
    expect(Buffer.compare(sample.bytes, sampleBytes)).toBe(0);
  },
  async readPricing(client) {
    const pricing = await client.readPricing();
    expect(pricing).toMatchObject({ currency: 'USD', version: 'test-1' });
    expect(pricing.capabilities).toHaveLength(12);
  },
  async readAccount(client) {
    expect(await client.readAccount()).toMatchObject({
      rate_tier: 'pro',
      rate_limit_per_minute: 600,
      max_concurrent_jobs: 8,
      allowed_output_resolutions_p: [480, 720, 1080],
    });
  },
  async readBalance(client) {
    const balance = await client.readBalance();
    expect(balance.total_topped_up_usd).toBe(100);
    expect(
      Math.round((balance.balance_usd + balance.held_usd + balance.total_spent_usd) * 1e6),
    ).toBe(100_000_000);
  },
  async listUsage(client) {
    const rows = await client.listUsage({ query: { limit: 5, from: '2020-01-01' } });
    expect(rows.length).toBeGreaterThan(0);
    expect(await client.listUsage({ query: { to: '2020-01-01T00:00:00Z' } })).toEqual([]);
  },
  async summarizeUsage(client) {
    const all = await client.summarizeUsage();
    const rows = await client.listUsage({ query: { limit: 500 } });
    expect(all.total_calls).toBe(rows.length);
    expect(all.total_spent_usd).toBeCloseTo(
      rows.reduce((sum, { charged_usd }) => sum + charged_usd, 0),
      6,
    );
  },
  async openSwapSession(client) {
    const session = await client.openSwapSession({ body: { duration_minutes: 2 } });
    expect(session).toMatchObject({
      model: 'test-swap',
      prompt: 'Replace the person.',
      max_duration_sec: 120,
      cost_usd: 1.2,
    });
    expect(session.stream_url).toMatch(
      /^ws:\/\/127\.0\.0\.1:\d+\/api\/v1\/real-time-swap\/stream$/,
    );
  },
  async openVoiceChangerSession(client) {
    const session = await client.openVoiceChangerSession({
      body: { duration_minutes: 3, voice_id: changerVoice.id },
    });
    expect(session).toMatchObject({ status: 'ready', max_duration_sec: 180, cost_usd: 1.8 });
    const foreign = client.openVoiceChangerSession({
      body: { duration_minutes: 3, voice_id: 'nobody' },
    });
    await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' });
  },
};

async function checkSubmit(
  client: ApiClient,
  name: Exclude<SubmitName, 'submitIdentitySwap'>,
): Promise<void> {
  const id = await submit(name, { patch: { callback_url: 'https://example.com/hook' } });
  const job = await waitForJob(client, id, { firstIntervalMs: 50 });
  expect(job).toMatchObject({ id, status: 'succeeded', error: null });
  expect(job.credits_charged).toBeGreaterThan(0);
}

/** Defines a test only for operations it applies to. */
function when(applies: boolean): (title: string, run: () => Promise<void>) => void {
  return (title, run) => {
    if (applies) {
      test(title, run, 30_000);
    }
  };
}

describe.each(operationNames)('%s', (name) => {
  const operation: OperationShape = operations[name];
  const isPublic = operation.access === 'public';
  const validBody = (): unknown =>
    operation.body.kind === 'json' ? toRealBody(operation, keys) : undefined;
  const uploadForm = (): FormData => {
    const form = new FormData();
    form.set('file', new Blob([sampleBytes], { type: 'audio/wav' }), 'a.wav');
    return form;
  };
  const valid = (): HttpCall =>
    operation.body.kind === 'multipart' ? { form: uploadForm() } : { body: validBody() };

  test('succeeds', { timeout: 60_000 }, async () => {
    await happyCalls[name](openClient((await customer.newKey()).secret));
  });

  when(!isPublic)('needs a valid key that may do it', async () => {
    expectRefusal(await call(name, valid()), 'unauthorized');
    expectRefusal(await call(name, { ...valid(), key: 'guise_wrong' }), 'unauthorized');
    const others = scopes.filter((scope) => scope !== operation.access);
    const { secret } = await customer.newKey(others);
    expectRefusal(await call(name, { ...valid(), key: secret }), 'forbidden');
    const revoked = await customer.newKey();
    await worlds.main.service.core.revokeKey(customer.accountId, revoked.id);
    expectRefusal(await call(name, { ...valid(), key: revoked.secret }), 'unauthorized');
  });

  when(isPublic)('needs no key', async () => {
    expect((await call(name, { key: 'guise_wrong' })).status).toBe(200);
  });

  test('refuses unknown fields by name', async () => {
    const key = (await customer.newKey()).secret;
    const inQuery = await call(name, { ...valid(), key, query: { surprise: '1' } });
    expectRefusal(inQuery, 'invalid_input');
    expect(inQuery.message).toContain('"surprise"');
    if (operation.body.kind === 'json') {
      const body = { ...toRealBody(operation, keys), surprise: 1 };
      const inBody = await call(name, { key, body });
      expectRefusal(inBody, 'invalid_input');
      expect(inBody.message).toContain('"surprise"');
    }
    if (operation.body.kind === 'multipart') {
      const form = uploadForm();
      form.set('surprise', '1');
      const inForm = await call(name, { key, form });
      expectRefusal(inForm, 'invalid_input');
      expect(inForm.message).toContain('"surprise"');
    }
    if (operation.body.kind === 'none' && operation.method === 'POST') {
      expectRefusal(await call(name, { key, body: { surprise: 1 } }), 'invalid_input');
    }
  });

  when(operation.body.kind === 'json')(
    'refuses wrong types and missing fields by name',
    async () => {
      const key = (await customer.newKey()).secret;
      const shape = operation.body.kind === 'json' ? operation.body.schema.shape : {};
      const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), { io: 'input' });
      for (const [field, property] of Object.entries(properties)) {
        const type = typeof property === 'object' ? property.type : undefined;
        for (const wrong of wrongValues[String(type)] ?? [null]) {
          const body = { ...toRealBody(operation, keys), [field]: wrong };
          const reply = await call(name, { key, body });
          expectRefusal(reply, 'invalid_input');
          expect(reply.message, `${field}: ${JSON.stringify(wrong)}`).toContain(field);
        }
      }
      for (const field of required) {
        const { [field]: _, ...body } = toRealBody(operation, keys);
        const reply = await call(name, { key, body });
        expectRefusal(reply, 'invalid_input');
        expect(reply.message).toContain(field);
      }
    },
  );

  test('reports the rate limit on every reply', async () => {
    const { secret } = await customer.newKey();
    for (const reply of [
      await call(name, { ...valid(), key: secret }),
      await call(name, valid()),
    ]) {
      const read = (header: string): number => Number(reply.headers.get(header) ?? Number.NaN);
      expect(read('ratelimit-limit')).toBe(600);
      expect(read('ratelimit-remaining')).toBeLessThan(600);
      expect(read('ratelimit-reset')).toBeGreaterThan(0);
      expect(read('retry-after')).toBe(0);
    }
  });

  const producible = operation.errors.filter((code) => !(unreachable[name] ?? []).includes(code));
  test.each(producible)('can answer %s', { timeout: 30_000 }, async (code) => {
    const reply = await producers[code](name, valid());
    expect(reply.code, reply.message).toBe(code);
    expect(apiErrors[code].statuses).toContain(reply.status);
  });
});

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, null, ['a'], {}],
  integer: ['7', 1.5, null, true, [1]],
  number: ['480', null, true],
  boolean: ['true', 1, null],
  array: ['a', {}, null, [7]],
};

const submitsWithoutLength = submitNames.filter((name) => name !== 'submitAvatar');
const onlyFromRenderer: readonly ApiErrorCode[] = ['unsupported_format', 'input_too_large'];

/** Codes in the document for later rules or processors, which the current service does not return. */
const unreachable: Partial<Readonly<Record<OperationName, readonly ApiErrorCode[]>>> = {
  // The operation reads nothing that could fail.
  readPricing: ['internal_error'],
  // The renderer checks the limits of inputs: such a job fails with the code.
  ...Object.fromEntries(submitsWithoutLength.map((name) => [name, onlyFromRenderer])),
  submitAvatar: ['unsupported_format'],
  // service/files/uploads.test.ts has it.
  uploadFile: ['at_capacity'],
  // direct-uploads.test.ts has them.
  beginDirectUpload: ['input_too_large', 'at_capacity'],
  completeDirectUpload: ['unsupported_format', 'input_too_large', 'at_capacity'],
};

/** A call of an operation that gets the code. */
const producers: Readonly<
  Record<ApiErrorCode, (name: OperationName, valid: HttpCall) => Promise<HttpReply>>
> = {
  unauthorized: (name, valid) => call(name, valid),
  forbidden: async (name, valid) => {
    const { access } = operations[name];
    const others = scopes.filter((scope) => scope !== access);
    return call(name, { ...valid, key: (await customer.newKey(others)).secret });
  },
  insufficient_credits: async (name) => {
    const own = await findSamples(worlds.main, poor.secret);
    return call(name, { key: poor.secret, body: toRealBody(operations[name], own) });
  },
  invalid_input: (name, valid) =>
    call(name, { ...valid, key: customer.secret, query: { no: '1' } }),
  unsupported_format: async (name) => {
    const form = new FormData();
    form.set(
      'file',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }),
      'a.svg',
    );
    return call(name, { key: customer.secret, form });
  },
  input_too_large: async (name) => {
    const form = new FormData();
    if (name === 'uploadFile') {
      const head = Buffer.from(await (await makeSamples()).images.arrayBuffer());
      form.set(
        'file',
        new Blob([head, Buffer.alloc(45 * 1_048_576)], { type: 'image/png' }),
        'a.png',
      );
      // Past the proxy, which would hold it all in memory.
      return callOperation(worlds.main.service.baseUrl, operations[name], {
        key: customer.secret,
        form,
      });
    }
    form.set('file', new Blob([makeLongWav(61)], { type: 'audio/wav' }), 'a.wav');
    const uploaded = await callOperation(worlds.main.service.baseUrl, operations.uploadFile, {
      key: customer.secret,
      form,
    });
    const { file_key: audio_key } = z.object({ file_key: z.string() }).parse(uploaded.body);
    return call(name, { key: customer.secret, body: { image_key: keys.images, audio_key } });
  },
  capability_unavailable: async (name) => {
    const own = await findSamples(worlds.bare, secrets['bare'] ?? '');
    return call(name, {
      key: secrets['bare'] ?? '',
      world: 'bare',
      body: toRealBody(operations[name], own),
    });
  },
  not_found: (name, valid) => call(name, { ...valid, key: customer.secret, ...unknownPaths[name] }),
  rate_limited: async (name, valid) => {
    const poor = await worlds.bare.newAccount({ tier: 'default' });
    const isPublic = operations[name].access === 'public';
    for (;;) {
      // Behind the proxy, only the last entry matters.
      const filler = await callOperation(
        worlds.bare.service.baseUrl,
        operations.listVoices,
        isPublic ? {} : { key: poor.secret, path: '/balance' },
      );
      if (filler.status !== 429) {
        continue;
      }
      const reply = await call(name, { ...valid, key: poor.secret, world: 'bare' });
      // A slow machine may have earned a request meanwhile.
      if (reply.status === 429) {
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
        return reply;
      }
    }
  },
  at_capacity: async (name) => {
    const own = await findSamples(worlds.full, secrets['full'] ?? '');
    return call(name, {
      key: secrets['full'] ?? '',
      world: 'full',
      body: toRealBody(operations[name], own),
    });
  },
  internal_error: (name, valid) =>
    call(name, { ...valid, key: secrets['broken'] ?? '', world: 'broken' }),
};

const nowhere = '0197a3c1-0a41-7e85-8c61-5f80bd74e913';
const unknownPaths: Partial<Readonly<Record<OperationName, HttpCall>>> = {
  readJob: { path: `/jobs/${nowhere}` },
  cancelJob: { path: `/jobs/${nowhere}/cancel` },
  advanceIdentitySwap: { path: `/identity-swap/${nowhere}/advance` },
  readVoiceSample: { path: '/voice-changer/voices/nobody/sample' },
};

function makeLongWav(seconds: number): Uint8Array<ArrayBuffer> {
  const length = seconds * 8000;
  const bytes = Buffer.concat([
    Buffer.from(makeAsciiWav(0.1).subarray(0, 44)),
    Buffer.alloc(length, 64),
  ]);
  bytes.writeUInt32LE(36 + length, 4);
  bytes.writeUInt32LE(length, 40);
  return new Uint8Array(bytes);
}

describe('the limits', () => {
  const bodyOf = (name: OperationName, patch: object): object => ({
    ...toRealBody(operations[name], keys),
    ...patch,
  });
  /** A character outside the basic plane counts once. */
  const text = (chars: number): string => '\u{1F600}'.repeat(chars);
  const { reimagineImages, reimagineVideoDurationSec, motionControlDurationSec } = limits;

  test.each<[OperationName, string, number, number | null]>([
    ['submitAvatar', 'script', 1, limits.avatarScriptChars],
    ['submitTextToSpeech', 'script', 1, limits.textToSpeechScriptChars],
    ['submitVoiceClone', 'script', 1, limits.voiceCloneScriptChars],
    ['submitReimagineImage', 'prompt', 1, limits.promptChars],
  ])('%s takes a %s of %i to %i characters', async (name, field, min, max) => {
    const { secret: key } = await customer.newKey();
    const ask = (value: string) => call(name, { key, body: bodyOf(name, { [field]: value }) });
    expect((await ask(text(max ?? 1))).status).toBe(200);
    expectRefusal(await ask(text((max ?? 1) + 1)), 'invalid_input');
    expectRefusal(await ask(text(min - 1)), 'invalid_input');
  });

  test.each<[OperationName, string, { readonly min: number; readonly max: number }]>([
    ['submitReimagineVideo', 'max_duration_sec', reimagineVideoDurationSec],
    ['submitMotionControl', 'max_duration_sec', motionControlDurationSec],
    ['openSwapSession', 'duration_minutes', limits.realTimeSwapMinutes],
  ])('%s takes a %s within %o', async (name, field, { min, max }) => {
    const rich = await worlds.main.newAccount({ balanceUsd: 1000 });
    const own = await uploadSamples(worlds.main, rich.secret);
    const ask = (value: number) =>
      call(name, {
        key: rich.secret,
        body: { ...toRealBody(operations[name], own), [field]: value },
      });
    expect((await ask(min)).status).toBe(200);
    expect((await ask(max)).status).toBe(200);
    expectRefusal(await ask(min - 1), 'invalid_input');
    expectRefusal(await ask(max + 1), 'invalid_input');
  });

  test.each<
    [OperationName, { readonly min: number; readonly max: number; readonly default: number }]
  >([
    ['listJobs', limits.jobsPage],
    ['listUsage', limits.usagePage],
  ])('%s takes a limit within %o', async (name, { min, max }) => {
    const { secret: key } = await customer.newKey();
    const ask = (limit: string) => call(name, { key, query: { limit } });
    expect((await ask(String(min))).status).toBe(200);
    expect((await ask(String(max))).status).toBe(200);
    for (const wrong of [String(min - 1), String(max + 1), '1.5', '007', 'ten', '']) {
      expectRefusal(await ask(wrong), 'invalid_input');
    }
  });

  test('reimagine takes one to four images', async () => {
    const { secret: key } = await customer.newKey();
    const ask = (count: number) => {
      const image_keys = Array<string>(count).fill(keys.images);
      return call('submitReimagineImage', {
        key,
        body: bodyOf('submitReimagineImage', { image_keys }),
      });
    };
    expect((await ask(reimagineImages.max)).status).toBe(200);
    expectRefusal(await ask(0), 'invalid_input');
    expectRefusal(await ask(reimagineImages.max + 1), 'invalid_input');
  });
});

describe('jobs of others', () => {
  test('do not exist for a stranger', async () => {
    const id = await submit('submitTextToSpeech', { patch: { script: orders.endless } });
    const key = stranger.secret;
    expectRefusal(await call('readJob', { key, path: `/jobs/${id}` }), 'not_found');
    expectRefusal(await call('cancelJob', { key, path: `/jobs/${id}/cancel` }), 'not_found');
    const body = { stage: 'swap' };
    const path = `/identity-swap/${id}/advance`;
    expectRefusal(await call('advanceIdentitySwap', { key, path, body }), 'not_found');
    expect((await call('listJobs', { key })).body).toMatchObject({ jobs: [] });
    expect(
      (await call('cancelJob', { key: customer.secret, path: `/jobs/${id}/cancel` })).status,
    ).toBe(200);
  });

  test('their files are refused in the same words as files that do not exist', async () => {
    const ask = (audio: string): Promise<HttpReply> =>
      call('submitVoiceClone', {
        key: stranger.secret,
        body: { voice_sample_key: audio, script: 'Good morning.' },
      });
    const foreign = await ask(keys.audio);
    const invented = await ask('api/audio/0197a3c0-8d2f-7c63-8a4f-3d6e9b52c7f1.wav');
    expectRefusal(foreign, 'invalid_input', 400);
    expectRefusal(invented, 'invalid_input', 400);
    expect(foreign.message.replaceAll(/api\/\S+/g, 'KEY')).toBe(
      invented.message.replaceAll(/api\/\S+/g, 'KEY'),
    );
  });
});

describe('the end of a job', () => {
  test('a failure names its code, keeps bugs to itself and gives the money back', async () => {
    const before = await worlds.main.service.core.readBalance(customer.accountId);
    const client = openClient(customer.secret);
    const planned = await submit('submitTextToSpeech', { patch: { script: orders.faceless } });
    const bug = await submit('submitTextToSpeech', { patch: { script: orders.bug } });
    const failed = await waitForJob(client, planned, { firstIntervalMs: 50 });
    expect(failed).toMatchObject({
      status: 'failed',
      credits_charged: 0,
      error: { code: 'face_not_detected', message: 'There is no face in the picture.' },
    });
    const broken = await waitForJob(client, bug, { firstIntervalMs: 50 });
    expect(broken).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } });
    expect(broken.error?.message).not.toContain('/home/');
    const after = await worlds.main.service.core.readBalance(customer.accountId);
    expect(after).toEqual(before);
  });

  test('cancelling a finished job is refused with 400', async () => {
    const id = await submit('submitTextToSpeech');
    await waitForJob(openClient(customer.secret), id, { firstIntervalMs: 50 });
    const reply = await call('cancelJob', { key: customer.secret, path: `/jobs/${id}/cancel` });
    expectRefusal(reply, 'invalid_input', 400);
  });

  test('advancing an express job is refused with 400', async () => {
    const id = await submit('submitIdentitySwap', { patch: { mode: 'express' } });
    const path = `/identity-swap/${id}/advance`;
    const reply = await call('advanceIdentitySwap', {
      key: customer.secret,
      path,
      body: { stage: 'swap' },
    });
    expectRefusal(reply, 'invalid_input', 400);
  });
});

describe('Idempotency-Key', () => {
  const ask = (customerKey: string, key: string, script = 'Good morning.'): Promise<HttpReply> =>
    call('submitTextToSpeech', {
      key: customerKey,
      headers: { 'idempotency-key': key },
      body: { script, voice_id: 'en-test' },
    });

  test('a repeat gets the same job and costs nothing', async () => {
    const { accountId, secret } = await worlds.main.newAccount();
    const [first, second] = [await ask(secret, 'a'), await ask(secret, '"a"')];
    expect(first.status).toBe(200);
    expect(z.object({ id: z.string() }).parse(second.body).id).toBe(
      z.object({ id: z.string() }).parse(first.body).id,
    );
    expect(await worlds.main.service.core.readUsage(accountId, { limit: 10 })).toHaveLength(1);
  });

  test('a burst of the same request makes one job', async () => {
    const { accountId, secret } = await worlds.main.newAccount();
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(secret, 'burst')));
    expect(
      new Set(replies.map(({ body }) => z.object({ id: z.string() }).parse(body).id)).size,
    ).toBe(1);
    expect(await worlds.main.service.core.readUsage(accountId, { limit: 10 })).toHaveLength(1);
  });

  test('another body or path with the same key is refused', async () => {
    const { secret } = await worlds.main.newAccount();
    await ask(secret, 'b');
    expectRefusal(await ask(secret, 'b', 'Good evening.'), 'invalid_input');
    const own = await uploadSamples(worlds.main, secret);
    const otherPath = await call('submitVoiceClone', {
      key: secret,
      headers: { 'idempotency-key': 'b' },
      body: { voice_sample_key: own.audio, script: 'Good morning.' },
    });
    expectRefusal(otherPath, 'invalid_input');
  });

  test('a replay is answered with an empty balance, a refusal is not kept', async () => {
    const poor = await worlds.main.newAccount({ balanceUsd: 0 });
    const own = await uploadSamples(worlds.main, poor.secret);
    const clone = (key: string): Promise<HttpReply> =>
      call('submitVoiceClone', {
        key: poor.secret,
        headers: { 'idempotency-key': key },
        body: { voice_sample_key: own.audio, script: orders.endless },
      });
    expectRefusal(await clone('c'), 'insufficient_credits');
    const { core } = worlds.main.service;
    await core.topUp({ accountId: poor.accountId, amountMicros: toMicros(20_000) });
    const paid = await clone('c');
    expect(paid.status).toBe(200);
    expect(await core.readBalance(poor.accountId)).toMatchObject({
      balanceMicros: 0,
      heldMicros: 20_000,
    });
    expect(z.object({ id: z.string() }).parse((await clone('c')).body).id).toBe(
      z.object({ id: z.string() }).parse(paid.body).id,
    );
    expectRefusal(await clone('d'), 'insufficient_credits');
  });

  test.each(['', 'x'.repeat(256), 'caf\u00E9'])('refuses %j as a key', async (key) => {
    expectRefusal(await ask(customer.secret, key), 'invalid_input');
  });
});
