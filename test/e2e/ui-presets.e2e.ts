import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlState } from '../../src/contract/control.ts';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { ControlClient } from '../main/control-client.ts';
import { monaLisa } from '../media/support/stills.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { useSettings } from './ui-page.ts';

const port = 31_500 + (process.pid % 1_000);

test('presets are saved, applied on air without a break, and stepped through', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const { page } = await launch({
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  });
  await useSettings(page, {
    language: 'en',
    control: { isOn: true, port },
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15, characterId: 'built-in-maya' }),
  });
  const looks = page.getByRole('list', { name: 'Looks' });
  const save = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Save this look' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    expect(await findFaults(page, 'naming a look')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(looks.getByRole('button', { name, exact: true })).toBeVisible();
  };
  await save('Calm');
  await useSettings(page, {
    live: liveChoiceSchema.parse({
      heightP: 480,
      fps: 15,
      characterId: 'built-in-kofi',
      background: 'green',
    }),
  });
  await expect(looks.getByRole('button', { name: 'Calm', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await save('Wild');
  await expect(looks.getByRole('button', { name: 'Wild', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await findFaults(page, 'looks')).toEqual([]);

  const client = await new ControlClient(port).opened();
  const reply = client.connect('Stream Deck');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await reply;
  const read = async (): Promise<ControlState> =>
    ((await client.request('read_state')) as unknown as { result: ControlState }).result;
  const { result } = (await client.request('list_presets')) as unknown as {
    result: { id: string; name: string }[];
  };
  expect(result.map(({ name }) => name)).toEqual(['Calm', 'Wild']);

  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.locator('.stream-status').getByText(/^\d+ fps$/)).toBeVisible();
  await expect(page.getByText('This computer: running')).toBeVisible({ timeout: 60_000 });
  expect(await client.request('start_live')).toMatchObject({ ok: true });
  await expect
    .poll(async () => (await read()).output, { timeout: 120_000 })
    .toMatch(/live|deg|held/);
  await client.request('subscribe');
  expect(await client.request('next_preset')).toMatchObject({ ok: true });
  expect(await read()).toMatchObject({
    live: 'on',
    preset_id: result[0]?.id,
    character_id: 'built-in-maya',
  });
  await looks.getByRole('button', { name: 'Wild', exact: true }).press('Enter');
  await expect.poll(async () => (await read()).preset_id).toBe(result[1]?.id);
  // The session stayed on air.
  expect(
    client.events.every((event) => event.event === 'state_changed' && event.state.live === 'on'),
  ).toBe(true);
  await client.request('stop_live');
  client.socket.terminate();
});

test('a preset with a picture is exported and imported, and its consent is requested again', async ({
  launch,
}) => {
  const { app, page } = await launch();
  const folder = await mkdtemp(join(tmpdir(), 'guise-look-'));
  const path = join(folder, 'look.guise-preset.json');
  await useSettings(page, { language: 'de' });
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
  await page.locator('[data-purpose="character"]').setInputFiles(monaLisa);
  await page.getByRole('button', { name: 'Ich bestätige das' }).click();
  await page.getByRole('button', { name: 'Look speichern' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lisa');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByRole('button', { name: 'Mehr zu Lisa' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Als Datei speichern' }).press('Enter');
  expect(await findFaults(page, 'export')).toEqual([]);
  await page.getByRole('button', { name: 'Mit Bild' }).click();
  await expect
    .poll(async () => (await readFile(path, 'utf8').catch(() => '')).length)
    .toBeGreaterThan(10_000);

  await page.getByRole('button', { name: 'Mehr zu Looks' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Aus Datei hinzufügen' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('„Lisa“ bringt ein Bild mit');
  expect(await findFaults(page, 'import')).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ich bestätige das' }).click();
  await expect(
    page.getByRole('list', { name: 'Looks' }).getByRole('button', { name: 'Lisa', exact: true }),
  ).toHaveCount(2);
  await rm(folder, { recursive: true });
});
