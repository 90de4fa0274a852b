import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import { createApiClient } from '../../src/client/client.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { lengths } from '../main/copying-processor.ts';
import { type FaultProxy, openFaultProxy } from '../support/fault-proxy.ts';
import { callPage } from '../support/page-bridge.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { dropOn, makeJobMedia } from './job-form.ts';
import { goTo, useService, useSettings } from './ui-page.ts';

let world: World;
let proxy: FaultProxy;
let media: Awaited<ReturnType<typeof makeJobMedia>>;
test.beforeAll(async () => {
  const registry = new URL('../main/copying-processor.ts', import.meta.url).href;
  world = await openWorld({ registry });
  proxy = await openFaultProxy(world.service.baseUrl);
  media = await makeJobMedia();
});
test.afterAll(async () => {
  await proxy.close();
  await world.close();
  await rm(media.folder, { recursive: true });
});

const readJobs = async (page: Page): Promise<LocalJob[]> =>
  (await callPage(page, 'jobs.list', {})) as LocalJob[];

/** Rows of the line as they stand, by their files. */
const readLine = (page: Page): Promise<string[]> =>
  page.locator('.queue-item .queue-name').allInnerTexts();

test('the queue holds what the service does not take, keeps its order, and does nothing twice', async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const { secret } = await world.newAccount({ tier: 'default', balanceUsd: 1 });
  const service = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  const clips = [media.clip, join(media.folder, 'two.mp4'), join(media.folder, 'three.mp4')];
  await copyFile(media.clip, clips[1]!);
  await copyFile(media.clip, clips[2]!);

  const first = await launch();
  const { page } = first;
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await useService(page, { name: 'Studio', baseUrl: proxy.baseUrl, apiKey: secret });
  await goTo(page, 'create');
  await dropOn(page, page.locator('.create-screen'), [...clips, media.face]);
  await page.getByRole('button', { name: 'I confirm this' }).click();
  // The service is slow to take files, so that the app can be ended in the middle of one.
  proxy.setFault(({ path }) => (path === '/uploads' ? { kind: 'slow', bytesPerS: 5_000 } : null));
  const submit = page.locator('.submit-bar button');
  await expect(submit).toHaveText(/^Swap the face · 3 jobs · \$0\.06/);
  await expect(submit).toBeEnabled();
  await submit.click();

  // Two go, as the account allows; one waits here.
  const open = page.getByRole('button', { name: /^Queue 1 of 3/ });
  await open.click();
  const panel = page.getByRole('dialog', { name: 'Queue' });
  await expect(panel.getByRole('region', { name: 'Up next' })).toContainText('next');
  await expect(panel.getByText('sending')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText('paused, number 1 in line')).toBeVisible();
  expect(await findFaults(page, 'queue')).toEqual([]);
  first.app.process().kill('SIGKILL');
  await first.close();
  let refusals = 0;
  proxy.setFault(({ path }) => {
    if (path !== '/face-swap' || refusals === 2) {
      return null;
    }
    refusals += 1;
    return { kind: 'refuse', status: 429, code: 'at_capacity', retryAfterS: 3 };
  });

  const second = await launch();
  const again = second.page;
  await again.getByRole('button', { name: /^Queue 1 of 3 · paused/ }).click();
  const reopened = again.getByRole('dialog', { name: 'Queue' });
  await expect(reopened.getByText('The service is full').first()).toBeVisible();
  await reopened.getByRole('button', { name: 'Resume' }).click();
  await expect(reopened.getByText('3 of 3 done')).toBeVisible({ timeout: 30_000 });
  const { jobs } = await service.listJobs();
  expect(jobs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(await service.readBalance()).toMatchObject({ held_usd: 0, balance_usd: 0.94 });

  // Three that go on until they are stopped: the order is changed by keyboard, and a cancel says what it costs.
  const [{ id }] = (await readJobs(again)) as [LocalJob];
  const { inputs } = (await callPage(again, 'jobs.edit', { id })) as {
    inputs: { field: string; file: { id: string } }[];
  };
  for (let count = 0; count < 4; count += 1) {
    await callPage(again, 'jobs.submit', {
      feature: 'face_swap',
      inputs: inputs.map(({ field, file }) => ({ field, fileId: file.id })),
      options: { max_duration_sec: lengths.endless },
      holdUsd: 0.08,
      expectedMs: 1000,
    });
  }
  const order = async () =>
    ((await callPage(again, 'queue.read', {})) as { order: string[] }).order;
  await expect.poll(async () => (await order()).length).toBe(2);
  const before = await order();
  await again.locator('.queue-item').first().focus();
  await again.keyboard.press('Alt+ArrowDown');
  await expect.poll(order).toEqual(before.toReversed());
  await expect.poll(() => readLine(again)).toHaveLength(2);
  await reopened
    .getByRole('button', { name: /^Cancel / })
    .first()
    .click();
  await expect(reopened.getByText('the $0.08 held come back')).toBeVisible();
  await reopened.getByRole('button', { name: 'Stop it' }).click();
  await expect.poll(order).toEqual([before[0]]);
  await reopened.getByRole('button', { name: 'Clear finished' }).click();
  await expect(reopened.getByText('0 of 3 done')).toBeVisible();
  await again.keyboard.press('Escape');
  await expect(reopened).toBeHidden();
  for (const job of await readJobs(again)) {
    await callPage(again, 'jobs.cancel', { id: job.id });
  }
  await expect.poll(async () => (await service.readBalance()).held_usd).toBe(0);
});
