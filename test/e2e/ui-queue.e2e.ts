import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import type { JobQueueState } from '../../src/contract/ipc/queue.ts';
import { isTerminalState } from '../../src/contract/ipc/jobs.ts';
import { lengths } from '../main/copying-processor.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';
import type { ApiClient } from '../../src/client/client.ts';
import { type Fault, openFaultProxy, type PassedRequest } from '../support/fault-proxy.ts';
import { callPage } from '../support/page-bridge.ts';
import { openServiceProcess } from '../support/service-process.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { dropOn, makeJobMedia } from './job-form.ts';
import { goTo, useService, useSettings } from './ui-page.ts';

let media: Awaited<ReturnType<typeof makeJobMedia>>;
/** Three videos and two faces. */
let files: string[];
test.beforeAll(async () => {
  media = await makeJobMedia();
  const clips = ['one.mp4', 'two.mp4', 'three.mp4'].map((name) => join(media.folder, name));
  for (const [index, clip] of clips.entries()) {
    await writeFaceClip(clip, { width: 320, height: 240, frames: 12 + index });
  }
  const second = join(media.folder, 'second.jpg');
  await copyFile(media.face, second);
  files = [...clips, media.face, second];
});
test.afterAll(() => rm(media.folder, { recursive: true }));

/** Resources that a test opened; closed in reverse order after it, even when it failed. */
const started: { close: () => Promise<void> }[] = [];
test.afterEach(async () => {
  for (const one of started.splice(0).toReversed()) {
    await one.close();
  }
});

const readJobs = async (page: Page): Promise<LocalJob[]> =>
  (await callPage(page, 'jobs.list', {})) as LocalJob[];
const readOrder = async (page: Page): Promise<readonly string[]> =>
  ((await callPage(page, 'queue.read', {})) as JobQueueState).order;
/** Returns whether all jobs but one have ended, and their service refused that one after all these ends. */
async function isLastOneHeld(page: Page): Promise<boolean> {
  const left = (await readJobs(page)).filter(({ state }) => !isTerminalState(state));
  const { holds } = (await callPage(page, 'queue.read', {})) as JobQueueState;
  return left.length === 1 && holds.some(({ error }) => error.code === 'insufficient_credits');
}
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Queue' });

/** Drops all files and sends the six jobs that they make. */
async function submitAll(page: Page, price: RegExp): Promise<void> {
  await goTo(page, 'create');
  await dropOn(page, page.locator('.create-screen'), files);
  await page.getByRole('button', { name: 'I confirm this for all 2' }).click();
  const submit = page.locator('.submit-bar button');
  await expect(submit).toHaveText(price);
  await expect(submit).toBeEnabled();
  await submit.click();
}

/** In the panel: pauses, moves the first waiting row down by one, and removes the last. */
async function arrange(page: Page): Promise<readonly string[]> {
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText('paused, number 1 in line')).toBeVisible();
  const before = await readOrder(page);
  const [first = '', second = '', ...others] = before;
  await page.locator('.queue-item').first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => readOrder(page)).toEqual([second, first, ...others]);
  await panel
    .getByRole('button', { name: /^Take .* out of the queue/ })
    .last()
    .click();
  const after = [second, first, ...others.slice(0, -1)];
  await expect.poll(() => readOrder(page)).toEqual(after);
  return after;
}

/** The states of all jobs that this computer knows, sorted. */
const readStates = async (page: Page): Promise<string[]> =>
  (await readJobs(page)).map(({ state }) => state).toSorted();
const allDone = ['canceled', ...Array.from({ length: 5 }, () => 'succeeded')];

test('six jobs on this computer keep their order over a kill, and none runs twice', async ({
  launch,
  profileFolder,
}) => {
  test.setTimeout(120_000);
  const first = await launch();
  await useSettings(first.page, { language: 'en', motion: 'reduced' });
  await submitAll(first.page, /^Swap the face · 6 jobs · free here · about /);
  await first.page.getByRole('button', { name: /^Queue \d of 6/ }).click();
  const order = await arrange(first.page);
  const ids = (await readJobs(first.page)).map(({ id }) => id).toSorted();
  expect(new Set(ids).size).toBe(6);
  await panelOf(first.page).getByRole('button', { name: 'Resume' }).click();
  // The second job is running, and others wait behind it.
  await expect
    .poll(async () => {
      const left = await readOrder(first.page);
      return left.length < order.length && left.join() === order.slice(-left.length).join();
    })
    .toBe(true);
  first.app.process().kill('SIGKILL');
  await first.close();

  const second = await launch();
  await goTo(second.page, 'create');
  expect((await readJobs(second.page)).map(({ id }) => id).toSorted()).toEqual(ids);
  await expect.poll(() => readStates(second.page), { timeout: 60_000 }).toEqual(allDone);
  await second.page.getByRole('button', { name: /^Queue/ }).click();
  await expect(panelOf(second.page).getByText('6 of 6 done')).toBeVisible();
  await second.close();
  const store = new DatabaseSync(join(profileFolder, 'Guise', 'service', 'guise.db'), {
    readOnly: true,
  });
  const states = store.prepare('SELECT status FROM jobs').all();
  store.close();
  expect(states.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
});

/** Number of jobs that another program of the same account sends. */
const foreign = 2;

async function sendElsewhere(client: ApiClient): Promise<void> {
  const [clip = '', , , face = ''] = files;
  const [video, photo] = [
    await client.uploadFile({ file: { path: clip } }),
    await client.uploadFile({ file: { path: face } }),
  ];
  for (let count = 0; count < foreign; count += 1) {
    await client.submitFaceSwap({
      body: { video_key: video.file_key, face_key: photo.file_key, max_duration_sec: 1 },
    });
  }
}

/** Faults of successive requests for jobs; null for a successful request. */
const trouble: (Fault | null)[] = [
  { kind: 'refuse', status: 429, code: 'at_capacity', retryAfterS: 3 },
  { kind: 'refuse', status: 429, code: 'rate_limited', retryAfterS: 1 },
  { kind: 'refuse', status: 503, code: 'internal_error' },
  { kind: 'lose_answer' },
];

test('at a service with prices, full, slow and broken at times, each is sent and paid once', async ({
  launch,
}) => {
  test.setTimeout(120_000);
  const service = await openServiceProcess(
    new URL('../main/copying-processor.ts', import.meta.url).href,
  );
  started.push(service);
  const proxy = await openFaultProxy(service.baseUrl);
  started.push(proxy);
  const isSubmit = ({ path }: PassedRequest) => path === '/face-swap';
  await service.topUp(0.13);
  const first = await launch();
  const { page } = first;
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await useService(page, { name: 'Studio', baseUrl: proxy.baseUrl, apiKey: service.apiKey });
  // The service accepts files slowly, so that the app can be ended during an upload.
  proxy.setFault(({ path }) => (path === '/uploads' ? { kind: 'slow', bytesPerS: 5_000 } : null));
  await submitAll(page, /^Swap the face · 6 jobs · \$0\.12/);

  // Two go, as the account allows; the others wait here.
  await page.getByRole('button', { name: /^Queue 1 of 6/ }).click();
  const panel = panelOf(page);
  await expect(panel.getByRole('region', { name: 'Up next' })).toContainText('next');
  await expect(panel.getByText('sending')).toHaveCount(2);
  const order = await arrange(page);
  expect(order).toHaveLength(3);
  expect(await findFaults(page, 'queue')).toEqual([]);
  const ids = (await readJobs(page)).map(({ id }) => id).toSorted();
  first.app.process().kill('SIGKILL');
  await first.close();
  expect((await service.client.listJobs()).jobs).toEqual([]);

  // Another purchase leaves nothing for the last job.
  await sendElsewhere(service.client);
  const due = [...trouble];
  let reads = 0;
  proxy.setFault((request) => {
    if (isSubmit(request)) {
      return due.shift() ?? null;
    }
    if (request.path === '/uploads') {
      return { kind: 'slow', bytesPerS: 200_000 };
    }
    reads += request.path === '/jobs' ? 1 : 0;
    return request.path === '/jobs' && reads % 4 === 2
      ? { kind: 'refuse', status: 502, code: 'internal_error' }
      : null;
  });

  const second = await launch();
  const again = second.page;
  await again.getByRole('button', { name: /^Queue \d of 6 · paused/ }).click();
  const reopened = panelOf(again);
  expect((await readJobs(again)).map(({ id }) => id).toSorted()).toEqual(ids);
  // One that was being sent may have been refused already, and wait with the others.
  expect((await readOrder(again)).filter((id) => order.includes(id))).toEqual(order);
  await expect(reopened.getByText('The service is full').first()).toBeVisible();
  await reopened.getByRole('button', { name: 'Resume' }).click();
  // The end of another job would have the last one sent again by itself, and leave nothing to try.
  await expect.poll(() => isLastOneHeld(again), { timeout: 60_000 }).toBe(true);
  await expect(reopened.getByText('The balance is too low').first()).toBeVisible();
  await service.topUp(1);
  await reopened.getByRole('button', { name: 'Try now' }).first().click();
  await expect(reopened.getByText('6 of 6 done')).toBeVisible({ timeout: 60_000 });
  expect(due).toEqual([]);
  expect(await readStates(again)).toEqual(allDone);
  const { jobs } = await service.client.listJobs();
  expect(jobs.map(({ status }) => status)).toEqual(
    Array.from({ length: 5 + foreign }, () => 'succeeded'),
  );
  // 0.02 for each of seven.
  expect(await service.client.readBalance()).toMatchObject({ held_usd: 0, balance_usd: 0.99 });

  // A running job shows the cost of stopping it.
  const [{ id }] = (await readJobs(again)) as [LocalJob];
  const { inputs } = (await callPage(again, 'jobs.edit', { id })) as {
    inputs: { field: string; file: { id: string } }[];
  };
  await callPage(again, 'jobs.submit', {
    feature: 'face_swap',
    inputs: inputs.map(({ field, file }) => ({ field, fileId: file.id })),
    options: { max_duration_sec: lengths.endless },
    holdUsd: 0.08,
    expectedMs: 1000,
  });
  await reopened
    .getByRole('button', { name: /^Cancel / })
    .first()
    .click();
  await expect(reopened.getByText('you get back the $0.08 held')).toBeVisible();
  await reopened.getByRole('button', { name: 'Stop it' }).click();
  await expect.poll(async () => (await service.client.readBalance()).held_usd).toBe(0);
  await expect
    .poll(async () => (await readJobs(again)).every(({ state }) => isTerminalState(state)))
    .toBe(true);
  await reopened.getByRole('button', { name: 'Clear finished' }).click();
  await expect(reopened.getByText(/Nothing in the queue/)).toBeVisible();
  await again.keyboard.press('Escape');
  await expect(reopened).toBeHidden();
  await second.close();
});
