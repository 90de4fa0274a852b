import { type ObsProgram, openObs, findObsProblem } from '../support/obs-program.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { openSection, useSettings } from './ui-page.ts';

const missing = findObsProblem();

test.describe('OBS', () => {
  test.skip(missing !== null, `OBS is not started: ${missing}.`);
  let obs: ObsProgram;
  test.beforeAll(async () => {
    obs = await openObs();
  });
  test.afterAll(() => obs.close());

  test('is connected, set up, tested and disconnected in a few clicks', async ({ page }) => {
    await useSettings(page, { language: 'en' });
    await openSection(page, 'obs');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('OBS was not found')).toBeVisible();

    await page.getByLabel('Port').fill(String(obs.port));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('OBS asks for its password')).toBeVisible();
    await page.getByLabel('Password of the OBS server').fill('not this one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The password is wrong')).toBeVisible();
    expect(await findFaults(page, 'obs')).toEqual([]);
    await page.getByLabel('Password of the OBS server').fill(obs.password);
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Set up in one click' }).click();
    await expect(page.getByText('Source “Guise camera” in scene “Guise”')).toBeVisible();
    await expect(page.getByText('OBS receives the picture')).toBeVisible();
    await expect(page.getByText('This OBS has no virtual camera')).toBeVisible();
    await expect(async () => {
      await page.getByRole('button', { name: 'Test now' }).click();
      await expect(page.getByText('OBS shows the picture of Guise.')).toBeVisible({
        timeout: 3000,
      });
    }).toPass();
    await expect(page.getByRole('img', { name: 'What OBS shows' })).toBeVisible();
    expect(await findFaults(page, 'obs set up')).toEqual([]);
    expect(await page.content()).not.toContain(obs.password);

    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Not connected')).toBeVisible();
  });

  test('is connected again when the app starts again', async ({ launch }) => {
    const first = await launch();
    await openSection(first.page, 'obs');
    await first.page.locator('[name="port"]').fill(String(obs.port));
    await first.page.locator('[name="password"]').fill(obs.password);
    await first.page.keyboard.press('Enter');
    await expect(first.page.getByText('OBS receives the picture')).toBeVisible();
    await first.close();
    const { page } = await launch();
    await openSection(page, 'obs');
    await expect(page.getByText('OBS receives the picture')).toBeVisible();
  });
});
