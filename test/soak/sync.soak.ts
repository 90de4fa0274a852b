import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { toCodeArea, decodeDelay } from '../../src/renderer/live/canvas/time-code.ts';
import { ensureSystemPackages } from '../../scripts/lib/system-packages.mjs';
import { atMost, type Measurement, toMetric } from '../bench/harness.ts';
import { percentile } from '../bench/statistics.ts';
import { openFrameReader } from '../devices/frame-reader.ts';
import { clipAsCamera, writeCameraClip } from '../e2e/camera-clip.ts';
import { chooseCharacter, openSetUp } from '../e2e/ui-page.ts';
import { launchApp, makeProfile } from '../support/launch.ts';
import { callPage } from '../support/page-bridge.ts';
import { openPipeWireServer } from '../support/pipewire-server.ts';
import { openSoundServer } from '../support/sound-server.ts';
import { speakFiles } from '../support/spoken-wav.ts';
import { findDelays } from './find-delays.ts';
import { beginVoice, findPanel, untilListed } from './voice-panel.ts';

const size = { width: 854, height: 480 };

/** The clip is 4:3: the device shows it in its middle. */
const leftOfClip = 2 * Math.floor((size.width - 640) / 4);

/** Delay of one path at one time. */
interface Sample {
  readonly atMs: number;
  readonly delayMs: number;
}

/**
 * Sync of lips and voice for another program: the delay of the video from the camera to a reader of the virtual camera,
 * by a time code in the frame, against that of the voice from the microphone to a reader of the virtual microphone.
 */
export const measurement: Measurement = {
  title: 'Virtual camera beside virtual microphone',
  needsApp: true,
  run: async ({ note, minutes }) => {
    await ensureSystemPackages(['device-tests']);
    const folder = await mkdtemp(join(tmpdir(), 'guise-sync-'));
    await writeCameraClip(join(folder, 'camera.y4m'), 100);
    const spoken = await speakFiles(['en-rowan', 'en-clara']);
    const sound = await openSoundServer();
    const video = await openPipeWireServer();
    const profileFolder = await makeProfile();
    const { args } = clipAsCamera(join(folder, 'camera.y4m'));
    const env = { ...sound.env, ...video.env, PULSE_SERVER: sound.env['PULSE_SERVER'] ?? '' };
    const app = await launchApp({ profileFolder, args, env });
    try {
      const { page } = app;
      await beginVoice(page, sound, spoken.paths);
      await findPanel(page).getByRole('switch', { name: 'Virtual microphone' }).press('Space');
      await untilListed(page);
      await goLive(page);
      const heard = sound.record('guise_microphone');
      const seen = watchPicture(video, await page.evaluate(() => performance.timeOrigin));
      note('both settle');
      await pause(15_000);
      const before = measureOffset(
        seen(),
        findDelays(sound.heard.mouth(), heard(), performance.now() - 12_000),
      );
      await openSetUp(page); // Going live has shown the setup used on air.
      await page.getByRole('button', { name: 'Match the voice' }).click();
      await pause(10_000);
      const beganMs = performance.now();
      while (performance.now() - beganMs < minutes * 60_000) {
        await pause(10_000);
        note(`${((performance.now() - beganMs) / 60_000).toFixed(1)} of ${minutes} min`);
      }
      const pictures = seen().filter(({ atMs }) => atMs > beganMs);
      const voice = findDelays(sound.heard.mouth(), heard(), beganMs);
      const offsets = measureOffset(pictures, voice);
      const p = (values: readonly number[], part: number): number =>
        values.length === 0 ? Number.NaN : percentile(values, part);
      return [
        toMetric({
          name: 'picture, p50',
          value: p(
            pictures.map(({ delayMs }) => delayMs),
            0.5,
          ),
          unit: 'ms',
        }),
        toMetric({
          name: 'voice, p50',
          value: p(
            voice.map(({ delayMs }) => delayMs),
            0.5,
          ),
          unit: 'ms',
        }),
        toMetric({ name: 'offset before matching, p50', value: p(before, 0.5), unit: 'ms' }),
        toMetric({ name: 'offset, p50', value: p(offsets, 0.5), unit: 'ms' }),
        toMetric({
          name: 'size of the offset, p95',
          value: p(offsets.map(Math.abs), 0.95),
          unit: 'ms',
          bar: atMost(40),
        }),
        toMetric({ name: 'stretches compared', value: offsets.length, unit: '' }),
      ];
    } finally {
      await callPage(app.page, 'changer.stop', {}).catch(() => undefined);
      await callPage(app.page, 'live.stop', {}).catch(() => undefined);
      await callPage(app.page, 'window.guard', { reason: null }).catch(() => undefined);
      await app.close();
      await sound.close();
      await video.close();
      await spoken.remove();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Turns the camera on, goes live as a painting, and draws the time into the frames. */
async function goLive(page: Page): Promise<void> {
  await callPage(page, 'settings.change', {
    live: liveChoiceSchema.parse({ heightP: 480, fps: 30, part: 'face' }),
  });
  await openSetUp(page);
  const tile = page.locator('.ui-card').filter({ hasText: 'Show the output as a camera' });
  await tile.getByRole('switch', { name: 'Show the output as a camera' }).press('Space');
  await chooseCharacter(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByText('This computer: running').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go live' }).click();
  await page.locator('.stage-word', { hasText: /^(Live|Held)/ }).waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await page.getByRole('switch', { name: 'Measure the whole way' }).press('Space');
  await page.keyboard.press('Escape');
}

/** Reads the time code of every frame; `originMs` is the page's `performance.timeOrigin`. */
function watchPicture(
  server: Awaited<ReturnType<typeof openPipeWireServer>>,
  originMs: number,
): () => readonly Sample[] {
  const samples: Sample[] = [];
  openFrameReader(server, { node: 'guise-camera', ...size }, (frame) => {
    const nowMs = performance.now();
    const pageMs = performance.timeOrigin + nowMs - originMs;
    const delayMs = findFirstReadable((height) => readCode(frame, height, pageMs));
    if (delayMs !== null) {
      samples.push({ atMs: nowMs, delayMs });
    }
    return 0;
  });
  return () => samples;
}

/** Heights of the sent camera video: a busy machine sends a smaller one. */
const heights = [480, 360, 320, 300, 270, 240, 225, 180];

function findFirstReadable(read: (height: number) => number | null): number | null {
  for (const height of heights) {
    const delayMs = read(height);
    if (delayMs !== null) {
      return delayMs;
    }
  }
  return null;
}

/** The delay by a code in a video of this height; null when none is readable. */
function readCode(frame: Uint8Array, height: number, pageMs: number): number | null {
  const area = toCodeArea(height);
  const scale = size.height / height;
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  for (let row = 0; row < area.height; row += 1) {
    for (let column = 0; column < area.width; column += 1) {
      const x = leftOfClip + Math.floor((column + 0.5) * scale);
      const y = Math.floor((row + 0.5) * scale);
      pixels[4 * (row * area.width + column) + 1] = frame[y * size.width + x] ?? 0;
    }
  }
  const delayMs = decodeDelay(pixels, height, pageMs);
  // A misread code can have any value.
  return delayMs === null || delayMs > 5000 ? null : delayMs;
}

/** Returns the delay of the video behind the voice, for each section of the voice. */
function measureOffset(pictures: readonly Sample[], voice: readonly Sample[]): number[] {
  return voice.flatMap(({ atMs, delayMs }) => {
    const near = pictures.filter((picture) => Math.abs(picture.atMs - atMs) < 2000);
    return near.length === 0
      ? []
      : [
          percentile(
            near.map((picture) => picture.delayMs),
            0.5,
          ) - delayMs,
        ];
  });
}
