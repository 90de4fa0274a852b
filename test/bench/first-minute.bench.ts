import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { clipAsCamera, writeCameraClip } from '../e2e/camera-clip.ts';
import { launchApp, makeFreshProfile } from '../support/launch.ts';
import { atMost, type Measurement, toMetric } from './harness.ts';

const rounds = 3;
const patience = { timeout: 120_000 };

/** Times of one start with a fresh profile. */
interface FirstMinute {
  /** From the window until it is usable. */
  readonly usableMs: number;
  /** From the window until the character shows in the first run, with immediate clicks. */
  readonly swappedMs: number;
  /** From the click that starts the camera until the character shows. */
  readonly afterClicksMs: number;
  /** From the window until the character shows on the stage, the rest of the first run being skipped. */
  readonly onStageMs: number;
  /** From the click on Go live until it is published. */
  readonly publishMs: number;
}

/** Measures the wait of a new user who starts Guise and then the camera in its first run. */
export const measurement: Measurement = {
  title: 'The first minute',
  needsApp: true,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-minute-'));
    const clip = join(folder, 'camera.y4m');
    await writeCameraClip(clip, 60);
    const seen: FirstMinute[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        note(`${round} of ${rounds}`);
        seen.push(await startOnce(clip));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const worst = (read: (one: FirstMinute) => number): number =>
      Math.round(Math.max(...seen.map(read)));
    return [
      toMetric({
        name: 'window until usable, worst',
        value: worst(({ usableMs }) => usableMs),
        unit: 'ms',
      }),
      toMetric({
        name: 'window until the character is seen, worst',
        value: worst(({ swappedMs }) => swappedMs),
        unit: 'ms',
        bar: atMost(10_000),
      }),
      toMetric({
        name: 'window until it is on the stage, worst',
        value: worst(({ onStageMs }) => onStageMs),
        unit: 'ms',
        bar: atMost(10_000),
      }),
      toMetric({
        name: 'of the first after its click, worst',
        value: worst(({ afterClicksMs }) => afterClicksMs),
        unit: 'ms',
      }),
      toMetric({
        name: 'load of the machine at the end',
        value: Math.round((loadavg()[0] ?? 0) * 10) / 10,
        unit: 'processes',
      }),
      toMetric({
        name: 'Go live until it goes out, worst',
        value: worst(({ publishMs }) => publishMs),
        unit: 'ms',
      }),
    ];
  },
};

/** Publishes and measures inside the page, which excludes the test tool. */
function publish(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const fromMs = performance.now();
        const look = (): void => {
          const state = document.querySelector('.stage-frame')?.getAttribute('data-output');
          if (state === 'live' || state === 'degraded' || state === 'held') {
            resolve(performance.now() - fromMs);
          } else {
            requestAnimationFrame(look);
          }
        };
        const go = [...document.querySelectorAll<HTMLButtonElement>('main .ui-button')].find(
          ({ textContent }) => /^(?:Go live|Live gehen)/.test(textContent ?? ''),
        );
        go?.click();
        look();
      }),
  );
}

async function waitUntilPlaying(picture: Locator): Promise<void> {
  await picture.waitFor(patience);
  await expect
    .poll(
      () =>
        picture.evaluate(
          (video: HTMLVideoElement) => video.videoWidth > 0 && video.currentTime > 0,
        ),
      { intervals: [30], ...patience },
    )
    .toBe(true);
}

async function startOnce(clip: string): Promise<FirstMinute> {
  const profileFolder = await makeFreshProfile();
  const { app, page, close } = await launchApp({ profileFolder, ...clipAsCamera(clip) });
  try {
    const windowMs = await page.evaluate(() => performance.timeOrigin);
    const firstRun = page.getByRole('dialog');
    await firstRun.locator('.stage-empty .ui-button').click(patience);
    const clickedMs = Date.now();
    const usableMs = clickedMs - windowMs;
    await waitUntilPlaying(firstRun.locator('.onboarding-stage > .stage-picture'));
    const seenMs = Date.now();
    await firstRun.locator('.onboarding-foot [data-tone="quiet"]').click(patience);
    await firstRun.waitFor({ state: 'hidden', ...patience });
    await waitUntilPlaying(page.locator('#preview'));
    const onStageMs = Date.now() - windowMs;
    return {
      usableMs,
      swappedMs: seenMs - windowMs,
      afterClicksMs: seenMs - clickedMs,
      onStageMs,
      publishMs: await publish(page),
    };
  } finally {
    // The app is killed because it would ask before closing.
    app.process().kill('SIGKILL');
    await close();
    await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}
