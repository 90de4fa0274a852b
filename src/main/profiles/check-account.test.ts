import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAccount } from './check-account.ts';

const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const apiKey = 'sk-planted-12345678';

describe('the check of an account', () => {
  it('asks with the key and returns tier and balance', async () => {
    const seen: unknown[] = [];
    const baseUrl = await serve((request, response) => {
      seen.push(request.method, request.url, request.headers.authorization);
      response.end(JSON.stringify({ rate_tier: 'pro', balance_usd: 12.5, held_usd: 0 }));
    });
    const result = await checkAccount({ baseUrl, apiKey });
    expect(result).toMatchObject({ rateTier: 'pro', balanceUsd: 12.5 });
    expect(result.durationMs).toBeGreaterThan(0);
    expect(seen).toEqual(['GET', '/api/v1/account', `Bearer ${apiKey}`]);
  });

  it.each([
    [401, 'unauthorized', 'key'],
    [403, 'forbidden', 'key'],
    [404, 'bad_reply', 'version'],
    [429, 'rate_limited', 'answer'],
    [500, 'service_unreachable', 'answer'],
    [204, 'bad_reply', 'version'],
    [301, 'bad_reply', 'address'],
  ])('says of HTTP %i that it is %s and fails at the step %s', async (status, code, step) => {
    const baseUrl = await serve((_request, response) => {
      response.writeHead(status).end();
    });
    await expect(checkAccount({ baseUrl, apiKey })).rejects.toMatchObject({
      code,
      details: { status, step },
    });
  });

  it('does not carry the key to where a redirect leads', async () => {
    let isRequested = false;
    const other = await serve((_request, response) => {
      isRequested = true;
      response.end('{}');
    });
    const baseUrl = await serve((_request, response) => {
      response.writeHead(302, { Location: `${other}/account` }).end();
    });
    await expect(checkAccount({ baseUrl, apiKey })).rejects.toMatchObject({ code: 'bad_reply' });
    expect(isRequested).toBe(false);
  });

  it.each(['not json', '[]', '{}', '{"rate_tier":1,"balance_usd":"2"}', 'x'.repeat(70_000)])(
    'does not take another reply for an account',
    async (body) => {
      const baseUrl = await serve((_request, response) => response.end(body));
      await expect(checkAccount({ baseUrl, apiKey })).rejects.toMatchObject({
        code: 'bad_reply',
        details: { step: 'version' },
      });
    },
  );

  it('gives up after a time', async () => {
    const baseUrl = await serve(() => {});
    await expect(checkAccount({ baseUrl, apiKey }, 20)).rejects.toMatchObject({
      code: 'service_unreachable',
      message: expect.stringContaining('did not answer within 0.02 seconds'),
    });
  });

  it('reports a server that is not there, without the key', async () => {
    const baseUrl = await serve(() => {});
    const [server] = servers;
    await new Promise((resolve) => server!.close(resolve));
    const error: unknown = await checkAccount({ baseUrl, apiKey }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'service_unreachable', details: { step: 'connection' } });
    expect(String(error)).not.toContain('planted');
  });

  it('reports whether the name or the encryption fails', async () => {
    const unknown = { baseUrl: 'https://no-such-host.invalid/api/v1', apiKey };
    await expect(checkAccount(unknown)).rejects.toMatchObject({ details: { step: 'address' } });
    const plain = await serve((_request, response) => response.end('{}'));
    const encrypted = { baseUrl: plain.replace('http:', 'https:'), apiKey };
    await expect(checkAccount(encrypted)).rejects.toMatchObject({ details: { step: 'tls' } });
  });
});
