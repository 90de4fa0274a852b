import { fork } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PeerProcess } from '../../base/peer/port.ts';
import { type EmbeddedState, embeddedReplySchema } from '../../contract/embedded.ts';
import { builtInChoice } from '../../contract/model-packs.ts';
import { toPeerChild } from '../programs/child-peer.ts';
import { createReloadPolicy } from '../window/reload-policy.ts';
import { createServiceHost, type ServiceHost } from './service-host.ts';

const entry = new URL('../../service/embedded.ts', import.meta.url);

/** The real service in a child process; `kill` of the last one is at hand. */
function createForks() {
  const children: ReturnType<typeof fork>[] = [];
  return {
    children,
    fork: (): PeerProcess => {
      const child = fork(entry, [], {
        serialization: 'advanced', // Messages are structured clones, as between utility processes.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      children.push(child);
      return toPeerChild({
        child,
        send: (message) => child.send(message),
        replies: embeddedReplySchema,
      });
    },
  };
}

let folder: string;
let states: EmbeddedState[];
let secrets: string[];
let lines: string[];
let hosts: ServiceHost[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-host-'));
  [states, secrets, lines, hosts] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  rmSync(folder, { recursive: true });
});

function openHost(
  forks = createForks(),
  policy = createReloadPolicy(() => 0),
  times: {
    readonly pingMs?: number;
    readonly stopTimeoutMs?: number;
    readonly answerTimeoutMs?: number;
  } = {},
): ServiceHost {
  const host = createServiceHost({
    fork: forks.fork,
    dataDir: folder,
    restartPolicy: policy,
    addSecret: (secret) => secrets.push(secret),
    onState: (state) => states.push(state),
    log: (_level, what, facts) => lines.push(JSON.stringify({ what, facts })),
    ...times,
  });
  hosts.push(host);
  return host;
}

describe('the host of the embedded service', () => {
  it('starts it and hands over a key that works and is in no log', async () => {
    const host = openHost();
    host.start();
    const { baseUrl, apiKey } = await host.readAccess();
    const reply = await fetch(`${baseUrl}/account`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    expect(reply.status).toBe(200);
    expect(states).toEqual([
      { state: 'starting' },
      { state: 'running', baseUrl, mediaSandbox: expect.any(String) as string },
    ]);
    expect(secrets).toEqual([apiKey]);
    expect(lines.join()).not.toContain(apiKey);
  });

  it('starts it again when its process was killed', async () => {
    const forks = createForks();
    const host = openHost(forks);
    host.start();
    const first = await host.readAccess();
    forks.children[0]!.kill('SIGKILL');
    await expect.poll(() => forks.children.length).toBe(2);
    const second = await host.readAccess();
    expect(second.apiKey).not.toBe(first.apiKey);
    expect(host.state().state).toBe('running');
  }, 30_000);

  it.skipIf(process.platform === 'win32')(
    'replaces one that hangs, and the next one gets the folder',
    async () => {
      const forks = createForks();
      const host = openHost(
        forks,
        createReloadPolicy(() => 0),
        { pingMs: 100 },
      );
      host.start();
      await host.readAccess();
      forks.children[0]!.kill('SIGSTOP');
      await expect.poll(() => forks.children.length, { timeout: 20_000 }).toBe(2);
      const { baseUrl, apiKey } = await host.readAccess();
      const headers = { Authorization: `Bearer ${apiKey}` };
      expect((await fetch(`${baseUrl}/account`, { headers })).status).toBe(200);
      expect(forks.children[0]!.signalCode).toBe('SIGKILL');
      expect(lines.join()).toContain('service.hung');
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(
    'ends one that hangs when the app ends, so that the next app gets the folder',
    async () => {
      const forks = createForks();
      const host = openHost(forks, undefined, { stopTimeoutMs: 100 });
      host.start();
      await host.readAccess();
      forks.children[0]!.kill('SIGSTOP');
      await host.stop();
      expect(forks.children[0]!.signalCode).toBe('SIGKILL');
      const next = openHost();
      next.start();
      await next.readAccess();
      expect(next.state().state).toBe('running');
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(
    'gives up a question to one that is slow, and lets it run',
    async () => {
      const forks = createForks();
      const host = openHost(forks, undefined, { answerTimeoutMs: 1000 });
      host.start();
      await host.readAccess();
      forks.children[0]!.kill('SIGSTOP');
      await expect(host.measureStore()).rejects.toMatchObject({ code: 'service_unreachable' });
      forks.children[0]!.kill('SIGCONT');
      await expect.poll(async () => host.measureStore().catch(() => null)).not.toBeNull();
      expect(forks.children).toHaveLength(1);
    },
    60_000,
  );

  it('waits for a failed start to be gone before it starts again', async () => {
    const forks = createForks();
    let count = 0;
    const host = openHost({
      ...forks,
      fork: () => {
        const child = forks.fork();
        count += 1;
        // The first service is reported as failed although it has the folder and works.
        return count > 1
          ? child
          : {
              ...child,
              onMessage: (listener) =>
                child.onMessage(() =>
                  listener({
                    type: 'refused',
                    call: 1,
                    error: { code: 'internal_error', message: 'x' },
                  }),
                ),
            };
      },
    });
    host.start();
    await expect.poll(() => host.state().state, { timeout: 20_000 }).toBe('failed');
    host.start();
    await host.readAccess();
    expect(host.state().state).toBe('running');
    expect(forks.children[0]!.signalCode).toBe('SIGKILL');
  }, 60_000);

  it('gives up when it ends too often, says so, and starts when asked again', async () => {
    const forks = createForks();
    const host = openHost(forks, () => 'give_up');
    host.start();
    await host.readAccess();
    forks.children[0]!.kill('SIGKILL');
    await expect.poll(() => host.state().state).toBe('failed');
    await expect(host.readAccess()).rejects.toMatchObject({ code: 'internal_error' });
    host.start();
    await host.readAccess();
    expect(host.state().state).toBe('running');
  }, 30_000);

  it('reports a folder in use, and starts when it is free', async () => {
    const host = openHost();
    host.start();
    await host.readAccess();
    const second = openHost();
    second.start();
    await expect(second.readAccess()).rejects.toThrow(/.+/);
    await expect.poll(() => second.state().state).toBe('failed');
    await hosts[0]?.stop();
    second.start();
    await second.readAccess();
    expect(second.state().state).toBe('running');
  }, 30_000);

  it('says that the database is damaged, and restores its copy when that is wanted', async () => {
    const first = openHost();
    first.start();
    await first.readAccess();
    await first.stop();
    const [database, backups] = [join(folder, 'guise.db'), join(folder, 'backups')];
    mkdirSync(backups, { recursive: true });
    const atMs = Date.now();
    copyFileSync(database, join(backups, `guise-daily-${atMs}.db`));
    writeFileSync(database, 'no database '.repeat(1000));

    const host = openHost();
    host.start();
    await expect(host.readAccess()).rejects.toMatchObject({
      code: 'storage_failed',
      details: { reason: 'store_damaged', folder, backup_at_ms: atMs },
    });
    expect(host.start('restore').state).toBe('starting');
    await host.readAccess();
    expect(host.state().state).toBe('running');
    const [setAside] = readdirSync(folder).filter((name) => name.startsWith('damaged-'));
    expect(readFileSync(join(folder, setAside ?? '', 'guise.db'), 'utf8')).toMatch(/^no database/);
  }, 60_000);

  it('asks the service about models, and tells its refusal', async () => {
    const host = openHost();
    await expect(host.listPacks(folder)).rejects.toMatchObject({ code: 'service_unreachable' });
    host.start();
    await host.readAccess();
    expect(await host.listPacks(join(folder, 'none'))).toMatchObject({ exists: false, packs: [] });
    const setup = { folder, choice: { ...builtInChoice, swapper: 'gone.onnx' } };
    await expect(host.measurePacks(setup)).rejects.toMatchObject({ code: 'not_found' });
  }, 30_000);

  it('ends the process on stop and starts no other', async () => {
    const forks = createForks();
    const host = openHost(forks);
    host.start();
    await host.readAccess();
    await host.stop();
    expect(forks.children).toHaveLength(1);
    expect(forks.children[0]!.exitCode).toBe(0);
    host.start();
    expect(forks.children).toHaveLength(1);
  });
});
