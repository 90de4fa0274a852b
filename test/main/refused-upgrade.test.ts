/** Checks the app's errors for sockets that the service refuses before the upgrade. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { AppError, DISK_FULL, type WireError } from '../../src/base/errors.ts';
import { faultDetails } from '../../src/base/faults.ts';
import { VoiceLink } from '../../src/main/changer/voice-link.ts';
import { toSessionEnd } from '../../src/main/live/live-end.ts';
import { SwapLink, type SwapLinkEnd } from '../../src/main/live/swap-link.ts';
import { refuseUpgrade } from '../../src/service/http/refuse-upgrade.ts';

let server: Server;

async function serve(error: unknown): Promise<URL> {
  server = createServer();
  server.on('upgrade', (_request, socket) => refuseUpgrade(socket, error));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`);
}

afterEach(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

function readVoiceEnd(streamUrl: URL): Promise<AppError> {
  return new Promise((resolve) => {
    const nothing = (): void => undefined;
    const events = { onReady: nothing, onLatency: nothing, onAudio: nothing };
    void new VoiceLink({ streamUrl, token: 'st' }, null, {
      ...events,
      onEnd: ({ error }) => {
        resolve(error);
      },
    });
  });
}

async function readSwapEnd(streamUrl: URL): Promise<WireError | null> {
  const end = await new Promise<SwapLinkEnd>((resolve) => {
    void new SwapLink({
      streamUrl,
      sessionToken: 'st',
      greet: async () => [],
      onMessage: () => undefined,
      onLinked: () => undefined,
      onSkipped: () => undefined,
      onEnd: resolve,
      graceMs: -1,
    });
  });
  return toSessionEnd(end, {}).error;
}

const details = faultDetails('sessions_full', { count: 3 });

it.each([
  [
    'too many sessions of an account',
    new AppError('at_capacity', 'x', { details: { ...details, secret: 1 } }),
    { code: 'at_capacity', details: { ...details, http_status: 429 } },
  ],
  [
    'too many connections at once',
    new AppError('at_capacity', 'x'),
    { code: 'at_capacity', details: { http_status: 429 } },
  ],
  [
    'a token that is not known',
    new AppError('unauthorized', 'x'),
    { code: 'unauthorized', details: { reason: 'session_over', http_status: 401 } },
  ],
  [
    'a name that is not its own',
    new AppError('forbidden', 'x'),
    { code: 'forbidden', details: { http_status: 403 } },
  ],
  ['a bug', new Error('x'), { code: 'internal_error', details: { http_status: 500 } }],
  [
    'a full disk',
    new AppError('storage_failed', 'x', { details: { reason: DISK_FULL } }),
    { code: 'storage_failed', details: { reason: 'service_disk_full', http_status: 507 } },
  ],
])('is reported for %s', async (_what, error, expected) => {
  const url = await serve(error);
  const { code, details: found } = await readVoiceEnd(url);
  expect({ code, details: found }).toEqual(expected);
  const { message, ...swap } = (await readSwapEnd(url)) ?? { message: '' };
  expect(swap).toEqual(expected);
  expect(message).toContain('HTTP');
});
