import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import type { ControlState } from '../../src/contract/control.ts';
import type { SavedCharacter } from '../../src/contract/ipc/characters.ts';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { ControlClient } from '../main/control-client.ts';
import { callPage } from '../support/page-bridge.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { openSection, useSettings } from './ui-page.ts';

const run = promisify(execFile);
const port = 21_000 + (process.pid % 10_000);

const withDevices = {
  args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};

test('a program asks once, then goes live, covers and ends', async ({ launch }) => {
  test.setTimeout(300_000);
  const { page } = await launch(withDevices);
  await useSettings(page, {
    language: 'en',
    control: { isOn: true, port },
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15 }),
  });
  await openSection(page, 'control');
  await expect(page.getByText(`Port ${port}`)).toBeVisible();

  const client = await new ControlClient(port).opened();
  expect(await client.request('set_mute', { is_on: true })).toMatchObject({ ok: false });
  const second = await new ControlClient(port).opened();
  const reply = second.connect('Stream Deck');
  await expect(page.getByText('Allow “Stream Deck” to control Guise?')).toBeVisible();
  expect(await findFaults(page, 'question')).toEqual([]);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  expect(await reply).toMatchObject({ ok: true, result: { permissions: ['control'] } });
  await expect(page.getByText('connected')).toBeVisible();
  expect(await findFaults(page, 'control')).toEqual([]);

  const states: ControlState[] = [];
  const read = async (): Promise<ControlState> => {
    const { result } = (await second.request('read_state')) as unknown as { result: ControlState };
    states.push(result);
    return result;
  };
  expect(await second.request('start_live')).toMatchObject({
    error: { code: 'invalid_input', message: expect.stringContaining('camera') },
  });
  const [first] = (await callPage(page, 'characters.list', {})) as SavedCharacter[];
  expect(await second.request('next_character')).toMatchObject({ ok: true });
  expect((await read()).character_id).toBe(first?.id);
  await page.locator('nav [data-screen="live"]').click();
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.locator('.stream-status').getByText(/^\d+ fps$/)).toBeVisible();
  await expect(page.getByText('This computer: running')).toBeVisible({ timeout: 60_000 });
  expect(await second.request('start_live')).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await read()).output, { timeout: 120_000 })
    .toMatch(/live|degraded|held/);
  expect(await second.request('set_passthrough', { is_on: true })).toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(await second.request('set_cover', { is_on: true })).toMatchObject({ ok: true });
  expect(await read()).toMatchObject({ output: 'covered', is_covered: true });
  await expect(page.locator('.stage-word')).toContainText(/Covered/);

  expect(await second.request('set_cover', { is_on: false })).toMatchObject({ ok: true });
  await expect.poll(async () => (await read()).output).not.toBe('covered');
  if (process.platform === 'linux') {
    // The window does not have the keyboard.
    const windowId = (await run('xdotool', ['search', '--name', '^Guise$'])).stdout.split('\n')[0];
    await run('xdotool', ['windowminimize', windowId ?? '']);
    await run('xdotool', ['key', 'ctrl+alt+n', 'key', 'F9']);
    await expect.poll(async () => (await read()).output).toBe('covered');
    await expect.poll(async () => (await read()).character_id).not.toBe(first?.id);
  }
  expect(await second.request('stop_live')).toMatchObject({ ok: true });
  await expect.poll(async () => (await read()).live).toBe('off');
  client.socket.terminate();
  second.socket.terminate();
});

test('the client of the documentation keeps its key and needs no second permission', async ({
  page,
}) => {
  await useSettings(page, { language: 'de', control: { isOn: true, port: port + 1 } });
  const folder = await mkdtemp(join(tmpdir(), 'guise-example-'));
  const keyFile = join(folder, 'key');
  const runClient = (wish: string) =>
    run(process.execPath, [resolveInProject('docs', 'examples', 'control-client.mjs'), wish], {
      // The environment excludes the test runner's variables, such as those for colours, of which Node warns.
      env: {
        PATH: process.env['PATH'],
        GUISE_KEY_FILE: keyFile,
        GUISE_CONTROL_PORT: String(port + 1),
      },
    });
  const first = runClient('cover');
  await page.getByRole('button', { name: 'Erlauben', exact: true }).click();
  expect((await first).stderr).toBe('');
  expect(await readFile(keyFile, 'utf8')).toMatch(/^[\w-]{43}$/);
  expect((await runClient('uncover')).stderr).toBe('');
  await openSection(page, 'control');
  await page.getByRole('button', { name: 'Zugriff entziehen' }).click();
  await expect(page.getByText('Noch keine.')).toBeVisible();
  await expect(runClient('cover')).rejects.toThrow('unauthorized');
  await rm(folder, { recursive: true });
});
