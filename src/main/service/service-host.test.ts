import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedState, ToEmbedded } from '../../contract/embedded.ts';
import { builtInChoice } from '../../contract/model-packs.ts';
import { createReloadPolicy } from '../window/reload-policy.ts';
import { createServiceHost, type ServiceHost, type ServiceProcess } from './service-host.ts';

const entry = new URL('../../service/embedded.ts', import.meta.url);

/** The real service in a child process; `kill` of the last one is at hand. */
function createForks() {
  const children: ReturnType<typeof fork>[] = [];
  return {
    children,
    fork: (): ServiceProcess => {
      const child = fork(entry, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      children.push(child);
      return {
        send: (message: ToEmbedded) => void child.send(message),
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.on('exit', (code) => listener(code ?? 1)),
        kill: () => void child.kill('SIGKILL'),
      };
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

function openHost(forks = createForks(), policy = createReloadPolicy(() => 0)): ServiceHost {
  const host = createServiceHost({
    fork: forks.fork,
    dataDir: folder,
    restartPolicy: policy,
    addSecret: (secret) => secrets.push(secret),
    onState: (state) => states.push(state),
    log: (_level, what, facts) => lines.push(JSON.stringify({ what, facts })),
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
    expect(states).toEqual([{ state: 'starting' }, { state: 'running', baseUrl }]);
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

  it('says what kept it from starting, a folder in use, and starts when that is over', async () => {
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
