import { rm } from 'node:fs/promises';
import { openWorld, type World } from '../contract/support/world.ts';
import { expect, test } from './fixture.ts';
import { fillForm, makeJobMedia } from './job-form.ts';
import { useService, useSettings } from './ui-page.ts';

let world: World;
let media: Awaited<ReturnType<typeof makeJobMedia>>;
test.beforeAll(async () => {
  const registry = new URL('../main/copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry });
  media = await makeJobMedia();
});
test.afterAll(async () => {
  await world.close();
  await rm(media.folder, { recursive: true });
});

test('at a service with prices the button shows the price, the hold and the remaining balance', async ({
  page,
}) => {
  await useSettings(page, { language: 'en' });
  const { secret } = await world.newAccount({ balanceUsd: 0.03 });
  await useService(page, {
    name: 'Studio',
    baseUrl: world.service.baseUrl,
    apiKey: secret,
  });

  await fillForm(page, media);
  // This computer detects faces for any service.
  await expect(page.getByRole('region', { name: 'Face' })).toContainText('1 face, ');
  await expect(page.getByText('$0.02 is held while it runs.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap the face · $0.02' }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 60_000,
  });
  const facts = page.locator('.ui-card').filter({ hasText: 'Started' });
  await expect(facts).toContainText('$0.02');
  await expect(page.locator('footer')).toContainText('Balance $0.01');
  // Facts that only the local service reports are absent instead of empty.
  await expect(page.getByText('How it was made')).toBeHidden();

  await page.getByRole('button', { name: 'New job' }).click();
  await expect(page.getByText('The balance is too low')).toBeVisible();
  await expect(page.locator('main [data-tone="primary"]')).toBeDisabled();
});
