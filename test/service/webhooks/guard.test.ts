import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openGuardedAgent } from '../../../src/service/webhooks/guarded-agent.ts';
import { createSender, type AttemptOutcome } from '../../../src/service/webhooks/sender.ts';
import { toSignedHeaders } from '../../../src/service/webhooks/signature.ts';
import {
  createHostedPolicy,
  type ResolveName,
  type TargetPolicy,
} from '../../../src/service/webhooks/target.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const secret = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0';
const patient = { connectMs: 20_000, headersMs: 20_000, totalMs: 30_000, replyBytes: 65_536 };
const hasty = { connectMs: 500, headersMs: 300, totalMs: 600, replyBytes: 65_536 };
const body = new TextEncoder().encode('{"id":"j","status":"succeeded","output_url":null}');

interface Hit {
  readonly path: string;
  readonly isGenuine: boolean;
  readonly headers: IncomingMessage['headers'];
}

let server: Server;
let port: number;
let hits: Hit[] = [];

/** Verifies a webhook as a customer's receiver does: by the HMAC over the raw bytes in the header. */
function receive(request: IncomingMessage, raw: Buffer): Hit {
  const expected = createHmac('sha256', secret).update(raw).digest('hex');
  const isGenuine = request.headers['x-service-signature'] === expected;
  return { path: request.url ?? '', isGenuine, headers: request.headers };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      hits.push(receive(request, Buffer.concat(chunks)));
      if (request.url === '/redirect') {
        response.writeHead(302, { location: `http://127.0.0.1:${port}/inner` }).end();
      } else if (request.url === '/busy') {
        response.writeHead(503, { 'retry-after': '120' }).end('later');
      } else if (request.url === '/drip') {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(drip));
      } else if (request.url === '/endless') {
        response.writeHead(200);
        const chunk = Buffer.alloc(65_536);
        const more = (): void => {
          if (!response.destroyed && response.write(chunk)) {
            setImmediate(more);
          }
        };
        response.on('drain', more).on('error', () => undefined);
        more();
      } else if (request.url !== '/silent') {
        response.end('ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  hits = [];
});

async function send(
  url: string,
  policy: TargetPolicy,
  resolveName?: ResolveName,
  limits = patient,
): Promise<AttemptOutcome> {
  const agent = openGuardedAgent({ policy, limits, resolveName });
  try {
    const send = createSender({ agent, nowMs: Date.now, limits });
    const headers = toSignedHeaders({
      deliveryId: 'd1',
      event: 'job.completed',
      body,
      secrets: { current: secret, previous: null },
      attemptNo: 1,
      nowMs: Date.now(),
    });
    return await send({ url, body, headers, signal: new AbortController().signal });
  } finally {
    await agent.destroy();
  }
}

const answers: Readonly<Record<string, readonly string[]>> = {
  'private.test': ['192.168.1.4'],
  'mixed.test': ['93.184.216.34', '10.0.0.5'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'compatible.test': ['::7f00:1'],
  'nothing.test': [],
};

const resolveFake: ResolveName = (hostname) =>
  hostname in answers
    ? Promise.resolve((answers[hostname] ?? []).map((address) => ({ address, family: 4 })))
    : lookup(hostname, { all: true });

describe('a hostile target', () => {
  it.each([
    'http://127.0.0.1:PORT/x',
    'http://localhost:PORT/x',
    'http://[::1]:PORT/x',
    'http://[::ffff:127.0.0.1]:PORT/x',
    'http://[::127.0.0.1]:PORT/x',
    'http://0.0.0.0:PORT/x',
    'http://2130706433:PORT/x',
    'http://0x7f000001:PORT/x',
    'http://0177.0.0.1:PORT/x',
    'http://127.1:PORT/x',
    'http://169.254.169.254/latest/meta-data',
    'http://100.100.100.200/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://private.test:PORT/x',
    'http://mixed.test:PORT/x',
    'http://mapped.test:PORT/x',
    'http://compatible.test:PORT/x',
    'http://nothing.test:PORT/x',
    'http://user:pw@private.test/',
    'file:///etc/passwd',
  ])('%s is not reached', async (target) => {
    const outcome = await send(
      target.replace('PORT', String(port)),
      createHostedPolicy([], () => []),
      resolveFake,
    );
    expect(outcome).toMatchObject({ isDelivered: false, status: null });
    expect(outcome.failure).toBe(
      target.startsWith('file:') ? 'connection_failed' : 'blocked_target',
    );
    expect(hits).toEqual([]);
  });

  it('is not reached when the name answers differently the second time', async () => {
    let asked = 0;
    const rebinding: ResolveName = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    await rebinding('rebind.test');
    const outcome = await send(
      `http://rebind.test:${port}/x`,
      createHostedPolicy([], () => []),
      rebinding,
    );
    expect(outcome.failure).toBe('blocked_target');
    expect(hits).toEqual([]);
  });

  it('is not reached on the own port of the service, with any allowance', async () => {
    const policy = createHostedPolicy(['0.0.0.0/0', '::/0'], () => [port]);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const outcome = await send(`http://${host}:${port}/x`, policy);
      expect(outcome.failure).toBe('blocked_target');
    }
    expect(hits).toEqual([]);
  });

  it('is not reached on another port than the allowed one', async () => {
    const policy = createHostedPolicy([`127.0.0.0/8@${port + 1}`], () => []);
    expect((await send(`http://127.0.0.1:${port}/x`, policy)).failure).toBe('blocked_target');
    expect(hits).toEqual([]);
  });
});

describe('an allowed receiver', () => {
  const open = (): TargetPolicy => createHostedPolicy([`127.0.0.0/8@${port}`], () => []);
  const at = (path: string): string => `http://127.0.0.1:${port}${path}`;

  it('gets the bytes with a signature it can verify', async () => {
    expect(await send(at('/ok'), open())).toMatchObject({ isDelivered: true, status: 200 });
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      path: '/ok',
      isGenuine: true,
      headers: { 'x-service-event': 'job.completed', 'content-type': 'application/json' },
    });
  });

  it('cannot redirect', async () => {
    const outcome = await send(at('/redirect'), open());
    expect(outcome).toMatchObject({ isDelivered: false, status: 302, failure: 'not_accepted' });
    expect(hits.map(({ path }) => path)).toEqual(['/redirect']);
  });

  it('may request a delay', async () => {
    const outcome = await send(at('/busy'), open());
    expect(outcome).toMatchObject({ status: 503, retryAfterMs: 120_000 });
  });

  it('is abandoned when it stays silent', async () => {
    expect(await send(at('/silent'), open(), undefined, hasty)).toMatchObject({
      isDelivered: false,
      status: null,
      failure: 'timeout',
    });
  });

  it.each(['/drip', '/endless'])(
    'counts as reached by its status, its reply is cut (%s)',
    async (path) => {
      const limits = path === '/drip' ? { ...patient, totalMs: 1500 } : patient;
      expect(await send(at(path), open(), undefined, limits)).toMatchObject({ isDelivered: true });
    },
  );

  it('that closes or sends garbage fails the attempt', async () => {
    for (const answer of [
      '',
      'HTTP/9 nonsense\r\n\r\n',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const rude = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(answer);
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => rude.once('listening', resolve));
      const rudePort = (rude.address() as AddressInfo).port;
      const policy = createHostedPolicy([`127.0.0.1/32@${rudePort}`], () => []);
      const outcome = await send(`http://127.0.0.1:${rudePort}/`, policy);
      expect(outcome).toMatchObject({ isDelivered: false, status: null });
      expect(['connection_failed', 'bad_reply']).toContain(outcome.failure);
      rude.close();
    }
  });

  it('that refuses the connection fails the attempt', async () => {
    const policy = createHostedPolicy(['127.0.0.1/32@1'], () => []);
    expect(await send('http://127.0.0.1:1/', policy)).toMatchObject({
      failure: 'connection_failed',
      detail: 'ECONNREFUSED',
    });
  });
});
