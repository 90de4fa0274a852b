import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, expect, it, vi } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { forkEmbedded, openEmbeddedPeer } from '../support/forked-peer.ts';
import { openSwapClient } from './support/swap-client.ts';

/* Destination of the camera: the service inside the app opens its own rooms, for any environment variables. */

vi.setConfig({ testTimeout: 120_000 });

let child: ChildProcess | null = null;
let folder: string | null = null;
afterAll(async () => {
  if (child !== null) {
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  }
  await rm(folder ?? '', { recursive: true, force: true });
});

it('the embedded service uses its own rooms although a LiveKit server is configured, and opens no socket elsewhere', async () => {
  // Stands for a remote server: an address other than the service's own.
  const elsewhere = createServer().listen(0, '127.0.0.2');
  await once(elsewhere, 'listening');
  let visits = 0;
  elsewhere.on('connection', (socket) => {
    visits += 1;
    socket.destroy();
  });
  const { port } = elsewhere.address() as { port: number };
  folder = await mkdtemp(join(tmpdir(), 'guise-rooms-'));
  const process = forkEmbedded({
    ...env,
    LIVEKIT_URL: `ws://127.0.0.2:${port}`,
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 's'.repeat(32),
  });
  ({ child } = process);
  const { baseUrl, apiKey } = await openEmbeddedPeer(process).call('start', {
    dataDir: join(folder, 'data'),
    logLevel: 'silent',
  });
  const session = await createApiClient({ baseUrl, apiKey }).openSwapSession({
    body: { duration_minutes: 1 },
  });
  const client = await openSwapClient(session.stream_url, session.session_token);
  client.send({ type: 'session_join' });
  client.send({ type: 'prompt', prompt: 'face' });
  const { livekit_url: room } = await client.next('room_info');
  expect(room).toMatch(/^ws:\/\/127\.0\.0\.1:/);
  for (const address of await listPeers(child.pid!)) {
    expect(address).toMatch(/^(127\.0\.0\.1|0\.0\.0\.0|::|::1)$/);
  }
  await client.close();
  expect(visits).toBe(0);
  elsewhere.close();
});

/** Addresses at the other end of the TCP and UDP sockets of a process (Linux). */
async function listPeers(pid: number): Promise<string[]> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) =>
      readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''),
    ),
  );
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(
    ['tcp', 'udp'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  );
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => inodes.has(columns[9] ?? ''))
    .map(([, , remote = '']) =>
      [...Buffer.from(remote.split(':')[0] ?? '', 'hex')].toReversed().join('.'),
    );
}
