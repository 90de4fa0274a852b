import { rm } from 'node:fs/promises';
import { expect, test } from './fixture.ts';
import { dropOn, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

test('words are read while they are written, and change a picture', async ({ launch }) => {
  test.setTimeout(120_000);
  const { page, close } = await launch();
  await useSettings(page, { language: 'de', motion: 'reduced' });
  await goTo(page, 'create');
  await page.getByRole('radio', { name: /^Bild mit Worten ändern/ }).click();
  await dropOn(page, page.locator('.ui-drop-area').first(), media.face);
  const prompt = page.getByRole('textbox', { name: 'Was soll anders werden?' });
  await prompt.fill('asdf');
  await expect(page.getByText(/^Davon geht noch nichts/)).toBeVisible();
  await prompt.fill('Mach es schwarzweiß und gib ihr einen Bart, asdf');
  const list = (name: string) => page.locator('.prompt-lines', { hasText: name });
  await expect(list('Wird gemacht')).toContainText('schwarzweiß');
  await expect(list('Geht nicht')).toContainText('Bart');
  await expect(list('Nicht verstanden')).toContainText('asdf');
  // The lists speak the language of the page, whatever that of the prompt.
  await useSettings(page, { language: 'en' });
  await expect(list('Will be done')).toContainText('Black and white.');
  if (process.env['SHOT'] !== undefined) await page.screenshot({ path: '/tmp/w-form.png', fullPage: true });
  await page.getByRole('button', { name: /^Change the picture/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/were left out: “Bart”/)).toBeVisible();
  if (process.env['SHOT'] !== undefined) await page.screenshot({ path: '/tmp/w-job.png', fullPage: true });
  await close();
});
