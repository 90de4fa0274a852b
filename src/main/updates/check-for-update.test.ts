import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { updateFeedSchema } from '../../contract/updates.ts';
import { checkForUpdate } from './check-for-update.ts';
import { createUpdateCalls } from './update-calls.ts';

const servers: Server[] = [];
afterEach(() => {
  servers.splice(0).forEach((server) => server.close());
});

async function openFeed(
  body: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<{ readonly address: string; readonly requests: readonly IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server of TCP has a port
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/latest.json`, requests };
}

describe('the search for a newer version', () => {
  it.each([
    { newest: '0.2.0', isNewer: true },
    { newest: '0.10.0', isNewer: true },
    { newest: '0.1.0', isNewer: false },
    { newest: '0.1.0-rc.1', isNewer: false },
    { newest: '0.0.9', isNewer: false },
  ])('finds that $newest is newer than 0.1.0: $isNewer', async ({ newest, isNewer }) => {
    const { address } = await openFeed(JSON.stringify({ version: newest }));
    const found = await checkForUpdate(address, '0.1.0');
    expect(found).toEqual({ current: '0.1.0', newest, isNewer, pageUrl: null });
  });

  it("reads GitHub's reply about the newest release", async () => {
    const { address } = await openFeed(
      JSON.stringify({ tag_name: 'v1.4.2', html_url: 'https://example.org/r/1.4.2', assets: [] }),
    );
    expect(await checkForUpdate(address, '1.4.1')).toEqual({
      current: '1.4.1',
      newest: '1.4.2',
      isNewer: true,
      pageUrl: 'https://example.org/r/1.4.2',
    });
  });

  it('leads to no page but one of https', async () => {
    const { address } = await openFeed('{"version":"2.0.0","url":"file:///etc/passwd"}');
    expect(await checkForUpdate(address, '1.0.0')).toMatchObject({ pageUrl: null, isNewer: true });
  });

  it('tells the feed nothing of this installation, and asks once', async () => {
    const { address, requests } = await openFeed('{"version":"9.9.9"}');
    await checkForUpdate(address, '1.2.3');
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request?.method).toBe('GET');
    expect(request?.headers['user-agent']).toBe('Guise');
    expect(JSON.stringify([request?.url, request?.headers])).not.toContain('1.2.3');
    expect(request?.headers['cookie']).toBeUndefined();
  });

  it.each([
    { what: 'no JSON', body: '<html>', status: 200, fault: 'feed_unreadable' },
    { what: 'no version', body: '{"version":"soon"}', status: 200, fault: 'feed_unreadable' },
    { what: 'another thing', body: '{"releases":[]}', status: 200, fault: 'feed_unreadable' },
    { what: 'an error', body: '', status: 503, fault: 'feed_unreachable' },
    { what: 'a redirect', body: '', status: 302, fault: 'feed_unreadable' },
  ])('says that a feed is of no use that answers $what', async ({ body, status, fault }) => {
    const headers = status === 302 ? { location: 'http://127.0.0.1:1/' } : {};
    const { address } = await openFeed(body, { status, headers });
    await expect(checkForUpdate(address, '1.0.0')).rejects.toMatchObject({
      details: { reason: fault },
    });
  });

  it('reports a server that does not answer', async () => {
    const { address } = await openFeed('');
    servers.splice(0).forEach((server) => server.close());
    await expect(checkForUpdate(address, '1.0.0')).rejects.toMatchObject({
      code: 'service_unreachable',
      details: { reason: 'feed_unreachable' },
    });
  });

  it('sends no request while no address is set', async () => {
    const calls = createUpdateCalls({ readFeed: () => null, version: '1.0.0' });
    await expect(calls['updates.check']({})).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'no_update_feed' },
    });
  });
});

describe('the address of a feed', () => {
  it.each([
    { text: 'https://example.org/latest.json', isTaken: true },
    { text: 'http://127.0.0.1:8080/latest.json', isTaken: true },
    { text: 'http://example.org/latest.json', isTaken: false },
    { text: 'https://me:secret@example.org/', isTaken: false },
    { text: 'file:///etc/passwd', isTaken: false },
    { text: 'latest.json', isTaken: false },
  ])('$text is taken: $isTaken', ({ text, isTaken }) => {
    expect(updateFeedSchema.safeParse(text).success).toBe(isTaken);
  });
});
