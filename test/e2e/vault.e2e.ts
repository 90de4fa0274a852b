import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ipc } from '../../src/contract/ipc/contract.ts';
import type { ProfileList } from '../../src/contract/profiles.ts';
import type { LaunchedApp } from '../support/launch.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import {
  type AccountService,
  openAccountService,
  plantedForms,
  plantedKey,
  searchFiles,
} from './planted-key.ts';
import { isRunning, listDescendants } from './processes.ts';
import { toCode, sendRawCall } from './raw-call.ts';

const canary = 'found-canary-5m2p8w';

let service: AccountService;
test.beforeEach(async () => {
  service = await openAccountService();
});
test.afterEach(async () => {
  await service.close();
});

/** Enters the key in one run of the app; the searches use another run, which did not receive it. */
async function plant(launch: () => Promise<LaunchedApp>): Promise<string> {
  const { page, close } = await launch();
  const list = (await callPage(page, 'profiles.add', {
    name: 'Planted',
    baseUrl: service.baseUrl,
    apiKey: plantedKey,
  })) as ProfileList;
  await close();
  return list.profiles[1]!.id;
}

/** Every text of the page's heap, as a debugger gets it. */
async function takeHeapText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}

/** Globals, DOM, storage and caches of the page as one text. */
function takePageText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const visit = (value: unknown, depth: number): void => {
      if (typeof value === 'string') {
        texts.push(value);
      }
      if (depth > 5 || value === null || !['object', 'function'].includes(typeof value)) {
        return;
      }
      if (seen.has(value) || seen.size > 200_000) {
        return;
      }
      seen.add(value);
      for (const name of Object.getOwnPropertyNames(value)) {
        texts.push(name);
        try {
          visit(Reflect.get(value as object, name), depth + 1);
        } catch {
          // Some properties of the window may not be read.
        }
      }
    };
    visit(globalThis, 0);
    texts.push(document.documentElement.outerHTML, document.cookie, location.href);
    for (const input of document.querySelectorAll('input, textarea')) {
      texts.push(input instanceof HTMLInputElement ? input.value : (input.textContent ?? ''));
    }
    for (const storage of [localStorage, sessionStorage]) {
      texts.push(JSON.stringify(Object.entries(storage)));
    }
    texts.push(JSON.stringify(await indexedDB.databases()), (await caches.keys()).join(' '));
    return texts.join('\n');
  });
}

test('a planted key is found nowhere outside of main', async ({ launch, profileFolder }) => {
  test.slow();
  const id = await plant(launch);
  const { app, page } = await launch();

  // Collects all messages over the bridge while the key is used in every possible way.
  await page.evaluate((names) => {
    const traffic: unknown[] = [];
    Reflect.set(window, 'traffic', traffic);
    for (const name of names) {
      window.guise?.on(name, (payload) => traffic.push(payload));
    }
  }, Object.keys(ipc.events));
  const replies = [
    await sendRawCall(page, 'profiles.list', {}),
    await sendRawCall(page, 'profiles.check', { id }),
    await sendRawCall(page, 'profiles.activate', { id }),
    await sendRawCall(page, 'profiles.change', { id, name: 'Renamed' }),
    await sendRawCall(page, 'profiles.change', { id, baseUrl: `${service.baseUrl}/wrong` }),
    await sendRawCall(page, 'profiles.check', { id }),
    await sendRawCall(page, 'profiles.change', { id, baseUrl: service.baseUrl }),
    await sendRawCall(page, 'profiles.change', { id, baseUrl: 'https://thief.example' }),
    await sendRawCall(page, 'settings.change', { theme: 'light' }),
    await sendRawCall(page, 'app.about', {}),
    await sendRawCall(page, 'app.take_notices', {}),
    await sendRawCall(page, 'view.restore', {}),
  ];
  expect(replies[1]).toMatchObject({ ok: true, value: { rateTier: 'pro', balanceUsd: 7.5 } });
  expect(toCode(replies[7]!)).toBe('invalid_input');
  expect(service.seen).toContain(`Bearer ${plantedKey}`);
  await service.close();
  replies.push(await sendRawCall(page, 'profiles.check', { id }));
  expect(toCode(replies.at(-1)!)).toBe('service_unreachable');

  // A string that must be found proves that the searches work.
  await page.evaluate((parts) => Reflect.set(window, 'canary', parts.join('-')), canary.split('-'));
  const traffic = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'traffic')));
  const shown = JSON.stringify(replies) + traffic;
  expect(traffic).toContain('"keyLast4":"6yD1"');
  const places = {
    'the bridge': shown,
    'the page': await takePageText(page),
    'the heap of the page': await takeHeapText(page),
    'the environment of main': await app.evaluate(() => JSON.stringify(process.env)),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100);
    expect(text.includes(canary), place).toBe(place.includes('page'));
    for (const form of plantedForms) {
      expect(text.includes(form), `the key in ${place}`).toBe(false);
    }
  }

  const files = searchFiles(profileFolder);
  expect(files.searched).toBeGreaterThan(4);
  expect(files.found).toEqual([]);
});

test('crash output holds no key', async ({ launch, profileFolder }) => {
  const id = await plant(launch);
  const { app, page } = await launch();
  expect(toCode(await sendRawCall(page, 'profiles.check', { id }))).toBe('ok');
  let output = '';
  app.process().stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  app.process().stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const children = process.platform === 'linux' ? listDescendants(app.process().pid ?? 0) : [];
  const ended = new Promise<number | null>((resolve) => {
    app.process().once('exit', (code) => resolve(code));
  });
  await app
    .evaluate((_electron, key) => {
      setTimeout(() => {
        throw new Error(`The request with ${key} failed`, {
          cause: { headers: { Authorization: `Bearer ${key}` } },
        });
      }, 10);
    }, plantedKey)
    .catch(() => undefined);
  expect(await ended).toBe(1);
  await expect.poll(() => children.filter((child) => isRunning(child.pid))).toEqual([]);
  expect(output).toContain('Guise ended because of a fault.');
  const report = /(\S+crash-\S+\.json)/.exec(output)?.[1] ?? '';
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    error: { message: 'The request with [redacted] failed' },
  });
  expect(plantedForms.filter((form) => output.includes(form))).toEqual([]);
  expect(searchFiles(profileFolder).found).toEqual([]);
});

test('keys lie encrypted in a file of their own that only this user reads', async ({
  launch,
  profileFolder,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no file modes.');
  await plant(launch);
  const { page } = await launch();
  const { paths } = (await callPage(page, 'app.about', {})) as { paths: { data: string } };
  for (const name of ['keys.json', 'profiles.json']) {
    expect(statSync(join(paths.data, name)).mode & 0o077, name).toBe(0);
  }
  expect(readFileSync(join(paths.data, 'keys.json'), 'utf8')).toContain(plantedKey.slice(-4));
  expect(searchFiles(profileFolder).found).toEqual([]);
});

test('a key that no longer decrypts is kept, and the profile reports it', async ({ launch }) => {
  const id = await plant(launch);
  const first = await launch();
  const { paths } = (await callPage(first.page, 'app.about', {})) as { paths: { data: string } };
  await first.close();
  const file = join(paths.data, 'keys.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as {
    keys: Record<string, { sealed: string; last4: string }>;
  };
  const damaged = Buffer.from(content.keys[id]!.sealed, 'base64').map((byte) => byte ^ 0x55);
  content.keys[id]!.sealed = Buffer.from(damaged).toString('base64');
  writeFileSync(file, JSON.stringify(content));

  const { page } = await launch();
  const check = await sendRawCall(page, 'profiles.check', { id });
  expect(toCode(check)).toBe('vault_unavailable');
  const list = (await callPage(page, 'profiles.list', {})) as ProfileList;
  expect(list.profiles[1]).toMatchObject({ keyLast4: '6yD1', keyState: 'unreadable' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(content);

  expect(toCode(await sendRawCall(page, 'profiles.change', { id, apiKey: plantedKey }))).toBe('ok');
  expect(toCode(await sendRawCall(page, 'profiles.check', { id }))).toBe('ok');
});
