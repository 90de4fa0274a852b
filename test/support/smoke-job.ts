import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { monaLisa } from '../media/support/stills.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';

/** Timeout of the short job of a walk, on a busy machine. */
const jobMs = 120_000;

/** States of a job that a fresh profile does not show, in order. */
export const jobStates = [
  'create-filled',
  'job-running',
  'job-result',
  'speech-script',
  'speech-result',
  'history-jobs',
] as const;

/**
 * Swaps a face in a clip of half a second, synthesises a sentence, and calls `see` at each of {@link jobStates}. The
 * window is in English.
 */
export async function walkJob(
  page: Page,
  see: (state: (typeof jobStates)[number]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-smoke-'));
  try {
    const clip = join(folder, 'clip.mp4');
    const face = join(folder, 'face.jpg');
    await writeFaceClip(clip, { width: 320, height: 240, frames: 12 });
    await copyFile(monaLisa, face);
    await page.locator('nav [data-screen="create"]').click();
    const files = page.locator('main input[type="file"]');
    await files.first().setInputFiles(clip);
    await files.last().setInputFiles(face);
    await page.getByRole('button', { name: 'I confirm this' }).click();
    const submit = page.locator('main [data-tone="primary"]:not([data-disabled])');
    await submit.waitFor();
    await see('create-filled');
    await submit.click();
    await page.getByRole('button', { name: 'Cancel the job' }).waitFor();
    await see('job-running');
    await page.getByRole('button', { name: 'Save as' }).waitFor({ timeout: jobMs });
    await page.locator('.job-thumb-picture').first().waitFor();
    await see('job-result');
    await walkSpeech(page, see);
    await page.locator('nav [data-screen="history"]').click();
    await page.getByRole('row').nth(1).waitFor();
    await see('history-jobs');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function walkSpeech(
  page: Page,
  see: (state: (typeof jobStates)[number]) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'New job' }).click();
  await page.getByText('Text to speech', { exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Script' })
    .fill('Good morning. The show begins at 9:30, and everybody is invited.');
  await page.getByText('Language: ').waitFor({ timeout: jobMs });
  await see('speech-script');
  await page.locator('main [data-tone="primary"]:not([data-disabled])').last().click();
  await page.getByRole('region', { name: 'Sound of the result' }).waitFor({ timeout: jobMs });
  await page.locator('.job-thumb-picture').nth(1).waitFor();
  await see('speech-result');
}
