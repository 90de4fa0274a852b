/** HTTP apart from the operations: forms of requests, guards, files, pages, metrics, logs, shutdown. */
import { connect } from 'node:net';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { operations } from '../../src/contract/api/operations.ts';
import { linkValidityMs } from '../../src/service/files/signed-url.ts';
import { itUnless, findPosixProblem } from '../support/describe-unless.ts';
import { callOperation, isErrorBody, toReply } from './support/http-call.ts';
import { makeAsciiWav } from './support/samples.ts';
import { type Customer, openWorld, type World } from './support/world.ts';

let world: World;
let customer: Customer;
let origin: string;
const wav = makeAsciiWav(0.5);
let nowMs = Date.now();

beforeAll(async () => {
  world = await openWorld({ clock: { nowMs: () => nowMs }, metricsKey });
  customer = await world.newAccount();
  ({ origin } = new URL(world.service.baseUrl));
}, 60_000);

afterAll(async () => {
  await world.close();
});

/** Sends raw bytes and reads until the connection ends. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}

/** Key that a scraper of metrics sends. */
const metricsKey = 'key-of-the-scraper-alone';

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return toReply(await fetch(origin + path, { method, headers }));
}

async function upload(): Promise<{ readonly file_key: string; readonly url: string }> {
  const form = new FormData();
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'voice.wav');
  const key = customer.secret;
  const reply = await callOperation(world.service.baseUrl, operations.uploadFile, { key, form });
  return reply.body as { readonly file_key: string; readonly url: string };
}

describe('the key', () => {
  const account = '/api/v1/account';

  test.each([
    (key: string) => ({ authorization: `Bearer ${key}` }),
    (key: string) => ({ authorization: `bearer   ${key}` }),
    (key: string) => ({ 'x-api-key': key }),
    (key: string) => ({ authorization: `Bearer ${key}`, 'x-api-key': 'wrong' }),
  ])('is taken from %s', async (headers) => {
    expect((await get(account, headers(customer.secret))).status).toBe(200);
  });

  test.each([
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { 'x-api-key': '' },
    { authorization: 'Basic Z3Vpc2U6eA==' },
    { authorization: 'Bearer guise_nobody' },
  ])('is missing or wrong in %o', async (headers) => {
    expect(await get(account, headers)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test('in Authorization takes precedence: X-API-Key does not replace a wrong one', async () => {
    const headers = { authorization: 'Bearer wrong', 'x-api-key': customer.secret };
    expect(await get(account, headers)).toMatchObject({ status: 401 });
  });

  test('in the address is no key', async () => {
    const reply = await get(`${account}?api_key=${customer.secret}`);
    expect(reply).toMatchObject({ status: 401 });
  });

  test('is stored as a hash only', async () => {
    const { secret } = customer;
    const bytes = await Promise.all(
      ['guise.db', 'guise.db-wal'].map((name) => readFile(join(world.folder, name))),
    );
    expect(Buffer.concat(bytes).includes(secret)).toBe(false);
    expect(Buffer.concat(bytes).includes(secret.slice(-4))).toBe(true);
  });
});

describe('a request', () => {
  test.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/accounts',
    '/api/v1/account/',
    '/API/V1/account',
  ])('of the unknown path %s is not found', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('with a wrong method is not found, and its reply lists the allowed methods', async () => {
    const reply = await get('/api/v1/jobs/x/cancel');
    expect(reply).toMatchObject({ status: 404, code: 'not_found' });
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
    const removed = await get('/api/v1/account', {}, 'DELETE');
    expect(removed).toMatchObject({ status: 404, code: 'not_found' });
    expect(removed.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const ofFile = await get('/api/v1/uploads/api/audio/0197a3c0.wav');
    expect(ofFile.headers.get('allow')).toBe('DELETE, OPTIONS');
  });

  test('with an id of any length is told its limit, with the headers of every reply', async () => {
    const headers = { authorization: `Bearer ${customer.secret}` };
    const reply = await get(`/api/v1/jobs/${'x'.repeat(5000)}`, headers);
    expect(reply).toMatchObject({ status: 422, code: 'invalid_input' });
    expect(reply.message).toBe('job_id must have at most 128 characters.');
    expect(reply.headers.get('ratelimit-limit')).toBe('600');
  });

  test('with a number for an address is told what an address is', async () => {
    const reply = await callOperation(world.service.baseUrl, operations.submitTextToSpeech, {
      key: customer.secret,
      body: { script: 'Hello.', voice_id: 'en-rowan', callback_url: 5 },
    });
    expect(reply.message).toBe('callback_url must be an http or https address.');
  });

  test.each(['form-data', 'form-data; filename="a.wav"'])(
    'with a part that has no name is invalid_input: %s',
    async (disposition) => {
      const response = await fetch(`${world.service.baseUrl}/uploads`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${customer.secret}`,
          'content-type': 'multipart/form-data; boundary=B',
        },
        body: `--B\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n--B--\r\n`,
      });
      expect(await toReply(response)).toMatchObject({ status: 422, code: 'invalid_input' });
    },
  );

  test('OPTIONS lists the methods and nothing else', async () => {
    const reply = await get('/api/v1/account', {}, 'OPTIONS');
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect((await get('/nowhere', {}, 'OPTIONS')).status).toBe(404);
  });

  test('HEAD is GET without the body', async () => {
    const headers = { authorization: `Bearer ${customer.secret}` };
    const head = await get('/api/v1/account', headers, 'HEAD');
    const full = await get('/api/v1/account', headers);
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
    expect((await get('/api/v1/account', {}, 'HEAD')).status).toBe(401);
  });

  test.each([
    ['{"script":', 'application/json', 400],
    ['{"__proto__":{"isAdmin":true}}', 'application/json', 422],
    ['[]', 'application/json', 422],
    ['null', 'application/json', 422],
    ['{}', 'text/plain', 400],
    ['a=b', 'application/x-www-form-urlencoded', 400],
    [`{"script":"${'x'.repeat(1_100_000)}"}`, 'application/json', 400],
  ])('with the body %.40s as %s is invalid_input', async (body, type, status) => {
    const response = await fetch(`${world.service.baseUrl}/text-to-speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.secret}`, 'content-type': type },
      body,
    });
    expect(await toReply(response)).toMatchObject({ status, code: 'invalid_input' });
  });

  test('that cannot be decoded is invalid_input', async () => {
    expect(await get('/api/v1/jobs/%zz')).toMatchObject({ status: 400, code: 'invalid_input' });
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('that is no HTTP gets the error body too: %.30s', async (text) => {
    const reply = await sendRaw(text);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(isErrorBody(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)))).toBe(true);
  });

  test('that is whole is answered, and is not called invalid because of bytes behind it', async () => {
    const account = await world.newAccount();
    const body = JSON.stringify({ script: 'Paid for once.', voice_id: 'en-rowan' });
    const reply = await sendRaw(
      `POST /api/v1/text-to-speech HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n` +
        `Authorization: Bearer ${account.secret}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}{"surplus": true}\r\n`,
    );
    const list = async () =>
      (await get('/api/v1/jobs', { authorization: `Bearer ${account.secret}` })).body;
    await expect.poll(list, { timeout: 30_000 }).toMatchObject({ jobs: [{ status: 'succeeded' }] });
    const { jobs } = (await list()) as { readonly jobs: readonly { readonly id: string }[] };
    expect(reply).toMatch(/^HTTP\/1\.1 20\d [^]*HTTP\/1\.1 400 /);
    expect(reply).toContain(jobs[0]?.id);
  });

  test('that is a HEAD and too long gets no body', async () => {
    const reply = await sendRaw(`HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
  });

  test.each([
    'GET /api/v1/account HTTP/1.1\r\nConnection: close\r\n\r\n',
    'POST /api/v1/jobs/x/cancel HTTP/1.1\r\nHost: HOST\r\nExpect: tea\r\n\r\n',
    'GET /api/v1/jobs/%zz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
    'GET /api/v1/account HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'GARBAGE\r\n\r\n',
    'GET /api/v1/real-time-swap/stream?session_token=x HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ])('that gets no further has the body and headers of every reply: %.60j', async (text) => {
    const reply = await sendRaw(text.replace('HOST', new URL(origin).host));
    expect(reply).toMatch(/^HTTP\/1\.1 (?:400|401|403|417) /);
    const end = reply.indexOf('\r\n\r\n');
    expect(isErrorBody(JSON.parse(reply.slice(end + 4)))).toBe(true);
    const names = ['content-type', 'content-length', 'ratelimit-limit', 'retry-after'];
    const sent = reply
      .slice(0, end)
      .toLowerCase()
      .split('\r\n')
      .map((line) => line.split(':', 1)[0]);
    expect(names.filter((name) => !sent.includes(name))).toEqual([]);
  });

  test.each([
    (host: string) => `Host: ${host}\r\nHost: ${host}`,
    (host: string) => `Host: ${host}\r\nhost: evil.example`,
    (host: string) => `HOST: evil.example\r\nHost: ${host}`,
  ])('with two Host headers is invalid_input, as HTTP demands: %s', async (hosts) => {
    const lines = hosts(new URL(origin).host);
    const plain = `GET /api/v1/pricing HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`;
    const old = `GET /api/v1/pricing HTTP/1.0\r\n${lines}\r\n\r\n`;
    const absolute = plain.replace('/api', `${origin}/api`);
    const upgrade =
      `GET /api/v1/real-time-swap/stream?session_token=x HTTP/1.1\r\n${lines}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    for (const text of [plain, old, absolute, upgrade]) {
      const reply = await sendRaw(text);
      expect(reply, text).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply, text).toContain('"code":"invalid_input"');
    }
  });

  test.each(['user@HOST', 'HOST/path', 'a b', '[::1', 'HOST:http'])(
    'with a Host header that names no host is invalid_input: %s',
    async (value) => {
      const host = value.replace('HOST', new URL(origin).host);
      const reply = await sendRaw(
        `GET /api/v1/pricing HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply).toContain('"code":"invalid_input"');
    },
  );

  test('may write its target with scheme and host, which counts instead of the Host header', async () => {
    const { url } = await upload();
    const ask = (target: string, host: string): Promise<string> =>
      sendRaw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const { host } = new URL(origin);
    expect(await ask(url, 'other.example')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`HTTP://${host}/api/v1/pricing`, host)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(url.replace('127.0.0.1', 'evil.example'), host)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await ask(`http://${host}?x`, host)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await ask('ftp://host/api/v1/pricing', host)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('has an id of its own on every reply', async () => {
    const ids = await Promise.all([get('/api/v1/pricing'), get('/nowhere')]);
    const found = ids.map(({ headers }) => headers.get('x-request-id'));
    expect(found[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(found[0]).not.toBe(found[1]);
  });
});

describe('every reply has the headers of a rate', () => {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
  const readRate = ({ headers }: { readonly headers: Headers }): readonly (string | null)[] =>
    names.map((name) => headers.get(name));

  test.each([
    ['GET', '/livez', 200],
    ['GET', '/readyz', 200],
    ['HEAD', '/healthz', 200],
    ['GET', '/docs', 200],
    ['GET', '/api/v1/openapi.json', 200],
    ['HEAD', '/api/v1/openapi.json', 200],
    ['GET', '/metrics', 404],
    ['GET', '/api/v1/pricing', 200],
    ['HEAD', '/api/v1/pricing', 200],
    ['OPTIONS', '/api/v1/account', 204],
    ['DELETE', '/api/v1/account', 404],
    ['GET', '/api/v1/account', 401],
    ['HEAD', '/api/v1/account', 401],
    ['GET', '/nowhere', 404],
    ['GET', '/api/v1/files/nothing', 403],
    ['POST', '/owner/listAccounts', 404],
  ] as const)('%s %s', async (method, path, status) => {
    const reply = await fetch(origin + path, { method });
    await reply.arrayBuffer();
    expect(reply.status).toBe(status);
    expect(readRate(reply)).toEqual(names.map(() => expect.stringMatching(/^\d+$/)));
    expect(reply.headers.get('ratelimit-limit')).toBe('600');
  });

  test('of a key: its own rate, also where nothing is found', async () => {
    // Another limit than that of addresses; what is left of it also depends on the time.
    const { secret } = await world.newAccount({ tier: 'default' });
    const headers = { authorization: `Bearer ${secret}` };
    const paths = ['/api/v1/account', '/api/v1/jobs/0197a3c0-0000-7000-8000-000000000000'];
    for (const method of ['GET', 'HEAD']) {
      for (const path of paths) {
        const reply = await fetch(origin + path, { method, headers });
        await reply.arrayBuffer();
        expect(readRate(reply), `${method} ${path}`).toEqual([
          '60',
          ...names.slice(1).map(() => expect.stringMatching(/^\d+$/)),
        ]);
      }
    }
  });

  test.each([
    ['GET', {}, 200],
    ['HEAD', {}, 200],
    ['GET', { range: 'bytes=4-9' }, 206],
    ['GET', { range: 'bytes=99999999-' }, 416],
    ['GET', { 'if-none-match': '*' }, 304],
  ] as const)('of a file: %s %o', async (method, headers, status) => {
    const { url } = await upload();
    const reply = await fetch(url, { method, headers });
    await reply.arrayBuffer();
    expect(reply.status).toBe(status);
    expect(readRate(reply)).toEqual(names.map(() => expect.stringMatching(/^\d+$/)));
  });
});

describe('the guard of the loopback address', () => {
  const port = (): string => new URL(origin).port;
  const ask = (host: string, more = ''): Promise<string> =>
    sendRaw(`GET /api/v1/pricing HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

  test('answers to this machine by its names', async () => {
    expect(await ask(`127.0.0.1:${port()}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`localhost:${port()}`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`127.0.0.1:${port()}`, `Origin: ${origin}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('refuses a foreign name and a page of another site', async () => {
    for (const reply of [
      await ask('rebound.example'),
      await ask(`rebound.example:${port()}`),
      await ask('127.0.0.1'),
      await ask(`127.0.0.1:${port()}`, 'Origin: https://evil.example\r\n'),
      await ask(`127.0.0.1:${port()}`, 'Origin: null\r\n'),
    ]) {
      expect(reply).toMatch(/^HTTP\/1\.1 403 /);
      expect(reply).toContain('"code":"forbidden"');
    }
  });
});

describe('an upgrade', () => {
  test('of an unknown path is an ordinary 404 with the error body', async () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/nowhere`);
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(404);
  });

  test('of a known request address is that request', async () => {
    const reply = await sendRaw(
      `GET /api/v1/pricing HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n` +
        'Connection: close, Upgrade\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('of an added path reaches its socket', async () => {
    world.service.sockets.add('/test/stream', (_request, socket) => {
      socket.end('HTTP/1.1 418 Reached\r\nConnection: close\r\n\r\n');
    });
    const socket = new WebSocket(
      `${origin.replace('http', 'ws')}/api/v1/test/stream?session_token=x`,
    );
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(418);
  });
});

describe('a stored file', () => {
  test('is served whole, in parts and as a head', async () => {
    const { url } = await upload();
    const whole = await fetch(url);
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), Buffer.from(wav))).toBe(0);
    expect(whole.headers.get('content-type')).toBe('audio/wav');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = whole.headers.get('etag') ?? '';

    const part = await fetch(url, { headers: { range: 'bytes=4-9' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 4-9/${wav.byteLength}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(wav.subarray(4, 10)))).toBe(
      true,
    );
    const tail = await fetch(url, { headers: { range: 'bytes=-3' } });
    expect(Buffer.from(await tail.arrayBuffer()).equals(Buffer.from(wav.subarray(-3)))).toBe(true);
    const past = await fetch(url, { headers: { range: 'bytes=99999999-' } });
    expect([past.status, past.headers.get('content-range')]).toEqual([
      416,
      `bytes */${wav.byteLength}`,
    ]);
    expect(past.headers.get('cache-control')).toBe('no-store');
    expect(await toReply(past)).toMatchObject({ code: 'invalid_input' });
    const several = await fetch(url, { headers: { range: 'bytes=0-1, 4-5' } });
    expect((await several.arrayBuffer()).byteLength).toBe(wav.byteLength);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const stale = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });
    expect(stale.status).toBe(200);
    await stale.arrayBuffer();

    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(wav.byteLength));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const headOfPart = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=4-9' } });
    expect([headOfPart.status, headOfPart.headers.get('content-length')]).toEqual([
      200,
      String(wav.byteLength),
    ]);
  });

  test('is not served by a changed or expired link', async () => {
    const { url, file_key } = await upload();
    const other = (await upload()).file_key;
    const changed = new URL(url);
    changed.searchParams.set('expires', String(Number(changed.searchParams.get('expires')) + 1));
    for (const wrong of [
      url.replace(file_key, other),
      changed.href,
      url.replace(/signature=.*/, ''),
      url.split('?')[0] ?? '',
      url.replace('api/audio/', 'api/audio/%2e%2e%2faudio/'),
      `${origin}/api/v1/files/../../master.key`,
      `${origin}/api/v1/files/%2e%2e/%2e%2e/master.key`,
    ]) {
      const reply = await toReply(await fetch(wrong));
      expect([403, 404], wrong).toContain(reply.status);
      expect(isErrorBody(reply.body)).toBe(true);
    }
    nowMs += linkValidityMs + 3_601_000;
    expect(await toReply(await fetch(url))).toMatchObject({ status: 403, code: 'forbidden' });
    nowMs = Date.now();
  });
});

describe('pages', () => {
  test('describe the API as it is served', async () => {
    const document = await get('/api/v1/openapi.json');
    expect(document.body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: world.service.baseUrl }],
    });
    for (const path of ['/docs', '/api/v1/docs']) {
      const page = await get(path);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(String(page.body)).toContain(world.service.baseUrl);
    }
  });

  test('report that it is alive and its work', async () => {
    for (const path of ['/livez', '/readyz', '/healthz']) {
      expect(await get(path)).toMatchObject({ status: 200, body: { status: 'ok' } });
    }
    await get('/api/v1/pricing');
    const metrics = await get('/metrics', { authorization: `Bearer ${metricsKey}` });
    expect(String(metrics.body)).toMatch(
      /guise_http_requests_total\{operation="readPricing",status="200"\} \d/,
    );
    expect(String(metrics.body)).toContain('process_resident_memory_bytes');
    expect(String(metrics.body)).toContain('guise_jobs_running 0');
  });

  test('are hidden without the key, even from this machine', async () => {
    const { secret } = await world.newAccount();
    for (const authorization of ['', `Bearer ${secret}`, 'Bearer wrong', `Basic ${metricsKey}`]) {
      expect(await get('/metrics', { authorization })).toMatchObject({ status: 404 });
    }
    expect(await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).toMatchObject({
      status: 404,
    });
  });
});

describe('the owner', () => {
  const readAccess = async (): Promise<{ readonly url: string; readonly token: string }> =>
    JSON.parse(await readFile(join(world.folder, 'owner-access.json'), 'utf8'));

  test('is admitted only with the token of the folder', async () => {
    const { url, token } = await readAccess();
    const ask = async (authorization: string, call = 'listAccounts', more = {}) =>
      toReply(await fetch(url + call, { method: 'POST', headers: { authorization, ...more } }));
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    expect(await ask('Bearer wrong')).toMatchObject({ status: 404, code: 'not_found' });
    expect(await ask(`Bearer ${customer.secret}`)).toMatchObject({ status: 404 });
    expect(await ask(`Bearer ${token}`, 'toString')).toMatchObject({ status: 404 });
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect(await ask(`Bearer ${token}`, 'listAccounts', forwarded)).toMatchObject({ status: 404 });
  });

  itUnless(findPosixProblem(), 'keeps secrets in files of his own', async () => {
    for (const name of ['owner-access.json', 'master.key']) {
      expect((await stat(join(world.folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });
});

test('no secret is ever logged', async () => {
  const { url } = await upload();
  await fetch(url);
  await get(`/api/v1/account?session_token=st_planted&api_key=${customer.secret}`, {
    authorization: `Bearer ${customer.secret}`,
    'x-api-key': customer.secret,
  });
  await get(`/api/v1/${customer.secret}`);
  const log = world.log();
  expect(log).toContain('"operation":"uploadFile"');
  expect(log).not.toContain(customer.secret);
  expect(log).not.toContain('st_planted');
  expect(log).not.toContain(new URL(url).searchParams.get('signature'));
});

test('an upload that is cut off leaves nothing behind', async () => {
  const { host } = new URL(origin);
  const before = world.service.core.context.store.db.selectFrom('files').selectAll().execute();
  const known = (await before).length;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/uploads HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${customer.secret}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999\r\n\r\n' +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n' +
          'Content-Type: audio/wav\r\n\r\n',
      );
      socket.write(Buffer.from(wav), () => {
        socket.destroy();
        resolve();
      });
    });
  });
  const { readdir } = await import('node:fs/promises');
  await expect.poll(() => readdir(join(world.folder, 'incoming'))).toEqual([]);
  const rows = await world.service.core.context.store.db.selectFrom('files').selectAll().execute();
  expect(rows).toHaveLength(known);
});

test('an upload that is refused after its file was stored leaves no bytes behind', async () => {
  const form = new FormData();
  const other = makeAsciiWav(0.75);
  form.append('file', new Blob([other], { type: 'audio/wav' }), 'one.wav');
  form.append('file', new Blob([other], { type: 'audio/wav' }), 'two.wav');
  const key = customer.secret;
  const reply = await callOperation(world.service.baseUrl, operations.uploadFile, { key, form });
  expect(reply).toMatchObject({ status: 422, code: 'invalid_input' });
  const { db } = world.service.core.context.store;
  const listUnused = () =>
    db.selectFrom('blobs').select('hash').where('refcount', '=', 0).execute();
  await expect.poll(listUnused).toEqual([]);
});

test('stopping lets a running request end and takes no new one', async () => {
  const own = await openWorld();
  const { secret } = await own.newAccount();
  const { port, host } = new URL(own.service.baseUrl);
  const body = Buffer.concat([
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n',
    ),
    Buffer.from(wav),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(
    `POST /api/v1/uploads HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${secret}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 100));
  await expect
    .poll(async () => (await import('node:fs/promises')).readdir(join(own.folder, 'incoming')))
    .toHaveLength(1);
  const stopping = own.service.stop();
  socket.write(body.subarray(100));
  await closed;
  await stopping;
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  await expect(fetch(own.service.baseUrl)).rejects.toThrow('fetch failed');
});
