import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { openSwapPeer, type SwapPeer } from '../live/support/swap-peer.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { monaLisa } from '../media/support/stills.ts';
import { callPage } from '../support/page-bridge.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { findFaults } from './faults.ts';
import { createTestOfOneApp, expect } from './fixture.ts';
import { dropOn } from './job-form.ts';
import { useSettings } from './ui-page.ts';

/** Long enough for a busy machine. */
const patience = { timeout: 60_000 };

const sizes = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** The test that starts an app of its own comes first: windows on one display take the focus from each other. */
const test = createTestOfOneApp();
let folder: string;
let clip: string;
let peer: SwapPeer;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-stage-'));
  clip = join(folder, 'camera.y4m');
  await writeCameraClip(clip, 50);
  await writeFile(join(folder, 'notes.txt'), 'words');
  peer = await openSwapPeer();
});
test.afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true });
});

/** A hum, which could be a voice. */
function toWav(seconds: number): Buffer {
  const rate = 16_000;
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) => {
    const phase = (2 * Math.PI * 140 * at) / rate;
    return 6000 * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3);
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

/** Makes the service report this duration of use; its video continues. */
function spend(seconds: number): void {
  peer.say({
    type: 'stats',
    fps: 15,
    latency_ms: 8,
    tracked: true,
    engine: 'Peer engine',
    seconds_billed: seconds,
    seconds_left: 600 - seconds,
  });
}

/** Lists the parts of the stage and its actions that notices cover, at each size. */
async function findHidden(page: Page): Promise<unknown[]> {
  const hidden = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    hidden.push(
      ...(await page.evaluate(() => {
        const toasts = [...document.querySelectorAll('.ui-toast')].map((toast) =>
          toast.getBoundingClientRect(),
        );
        const parts = [...document.querySelectorAll('.stage, .output-actions button')];
        return parts
          .filter((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return toasts.some(
              (toast) =>
                toast.left < right &&
                left < toast.right &&
                toast.top < bottom &&
                top < toast.bottom,
            );
          })
          .map((part) => `${part.className} ${part.textContent ?? ''} at ${innerWidth}`);
      })),
    );
  }
  return hidden;
}

/** Measures the positions of the frame's parts at each size, and the scrollable parts of the screen. */
async function measureFrame(page: Page): Promise<unknown[]> {
  const measured = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    // The page follows its new size by the next frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    measured.push(
      await page.evaluate(() => {
        const parts = [
          '.stage',
          '.stream-status-row',
          '.note-line',
          '.output-actions',
          '.stage-strip',
        ];
        const places = [...parts, '[data-action="cover"]'].map((part) => {
          const rect = document.querySelector(part)?.getBoundingClientRect();
          return [part, rect?.x, rect?.y, rect?.width, rect?.height];
        });
        const scrolling = ['main', '.live', '.live-main'].filter((part) => {
          const element = document.querySelector(part);
          return (
            element === null ||
            element.scrollHeight > element.clientHeight ||
            element.scrollWidth > element.clientWidth
          );
        });
        const main = document.querySelector('.live-main')!.getBoundingClientRect();
        const outside = [...document.querySelectorAll('.output-actions button')].filter((key) => {
          const { left, right, bottom } = key.getBoundingClientRect();
          return left < main.left - 1 || right > main.right + 1 || bottom > main.bottom + 1;
        }).length;
        return { places, scrolling, outside };
      }),
    );
  }
  return measured;
}

test('nothing on the live screen moves or scrolls during a session', async ({ launch }) => {
  test.slow();
  const { page } = await launch(clipAsCamera(clip));
  await useSettings(page, {
    language: 'en',
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15, spendLimitUsd: 0.2 }),
  });
  const { profiles } = (await callPage(page, 'profiles.add', {
    name: 'Peer',
    baseUrl: peer.baseUrl,
    apiKey: peer.apiKey,
  })) as { profiles: { id: string; name: string }[] };
  await callPage(page, 'profiles.activate', {
    id: profiles.find(({ name }) => name === 'Peer')!.id,
  });
  await expect(page.getByRole('list', { name: 'How to go live' })).toBeVisible();
  const atRest = await measureFrame(page);
  for (const size of atRest) {
    expect(size).toMatchObject({ scrolling: [], outside: 0 });
  }

  // Unusable files are named, with the accepted formats; the usable ones are used.
  await dropOn(page, page.locator('.stage'), [join(folder, 'notes.txt'), monaLisa]);
  await expect(page.locator('.note-line')).toContainText('notes.txt');
  await expect(page.locator('.note-line')).toContainText('JPEG, PNG or WebP');
  await page.getByRole('button', { name: 'I confirm this' }).click();
  await page.getByRole('button', { name: 'Start camera' }).click();
  const word = page.locator('.stage-word');
  await expect(word).toHaveText('Preview, nothing goes out');
  expect(await measureFrame(page)).toEqual(atRest);
  await page.locator('.note-line').getByRole('button', { name: 'Close' }).click();

  // The balance is $12: an hour would cost $18.
  await expect(page.locator('.price-line')).toHaveText(
    '$0.30 a minute · up to 40 minutes, $12.00 set aside',
  );
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(word).toHaveText(/^(Live|Held)/, patience);
  expect(await measureFrame(page)).toEqual(atRest);

  // Notices cover neither the output nor its controls.
  await page.locator('.output-actions').getByRole('button', { name: 'Snapshot' }).click();
  const saved = page.locator('.ui-toast', { hasText: 'The snapshot was saved' });
  // The toast stays while the pointer is on it.
  await saved.hover();
  expect(await findHidden(page)).toEqual([]);
  await expect(saved).toBeVisible();
  await saved.getByRole('button', { name: 'Close' }).click();

  // The background has a single setting, even when the instruction names it.
  await page.getByLabel('Instruction').fill('warmer, blur the background');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Background/ })).toContainText('Blurred');
  await expect(page.getByLabel('Instruction')).toHaveValue('warmer');

  spend(40);
  await expect(page.getByRole('contentinfo')).toContainText('$0.20 spent, $0.30 a minute');
  const question = page.getByRole('alertdialog', { name: 'You’ve spent $0.20. Keep going?' });
  await expect(word).toHaveText('Covered');
  expect(await findFaults(page, 'spending')).toEqual([]);
  await question.getByRole('button', { name: 'Go on, up to $0.40' }).click();
  await expect(word).toHaveText(/^(Live|Held)/);
  spend(60);
  await expect(page.getByRole('contentinfo')).toContainText('$0.30 spent');
  await expect(question).toBeHidden();

  // The peer runs no jobs: they fail, but are listed as jobs.
  for (let count = 0; count < 6; count += 1) {
    await callPage(page, 'jobs.submit', {
      feature: 'text_to_speech',
      inputs: [],
      options: { script: `Good evening, number ${count}.`, voice_id: 'any' },
      holdUsd: null,
      expectedMs: null,
    });
  }
  await expect(page.locator('.job-card')).toHaveCount(6);
  peer.say({ type: 'warning', code: 'not_understood', message: 'Sing.', for: 'prompt' });
  await expect(page.locator('.note-line')).toContainText('Not everything was understood');
  expect(await measureFrame(page)).toEqual(atRest);

  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.getByRole('region', { name: 'Numbers' })).toBeVisible();
  await page.locator('[data-action="cover"]').click();
  await expect(word).toHaveText('Covered');
  expect(await measureFrame(page)).toEqual(atRest);
  const covered = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('.stage')!.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.id;
  });
  expect(covered).toBe('output');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(word).toHaveText('Preview, nothing goes out');
  expect(await measureFrame(page)).toEqual(atRest);
});

test('a video that is dropped is the camera, a recording the voice, and of each kind one', async ({
  page,
}) => {
  await useSettings(page, { language: 'en' });
  await writeFile(join(folder, 'tone.wav'), toWav(4));
  await writeFile(join(folder, 'other.wav'), toWav(4));
  await page.locator('.stage').waitFor();
  const files = [talkingHead, join(folder, 'tone.wav'), join(folder, 'other.wav')];
  await dropOn(page, page.locator('.stage'), files);
  await expect(page.locator('.stream-status')).toContainText(basename(talkingHead));
  await expect(page.locator('.stage-word')).toHaveText('Preview, nothing goes out');
  await expect(page.getByRole('region', { name: 'Voice changer' })).toContainText('tone.wav');
  await expect(page.locator('.note-line')).toContainText('Left out: other.wav.');
});

test('all that is used on air is in view at 1280 × 800', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const language of ['en', 'de'] as const) {
    await useSettings(page, { language });
    const column = page.locator('.side-on-air');
    await expect(column.getByRole('region')).toHaveCount(4);
    await expect(page.locator('.gallery-item').first()).toBeVisible();
    expect(await column.evaluate((el) => el.scrollHeight - el.clientHeight)).toBeLessThanOrEqual(0);
  }
});
