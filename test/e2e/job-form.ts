import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { monaLisa } from '../media/support/stills.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';
import { goTo, useSettings } from './ui-page.ts';

/** A clip of 1.2 seconds with a face, and a picture of another face. */
export interface JobMedia {
  readonly folder: string;
  readonly clip: string;
  readonly face: string;
}

/** Creates the files in a separate folder, which the caller removes. */
export async function makeJobMedia(): Promise<JobMedia> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-media-'));
  const clip = join(folder, 'A clip & more.mp4');
  const face = join(folder, 'lisa.jpg');
  await writeFaceClip(clip, { width: 320, height: 240, frames: 30 });
  await copyFile(monaLisa, face);
  return { folder, clip, face };
}

/** Drops a file onto an element of the form, as a file manager does. */
export async function drop(page: Page, place: string, path: string): Promise<void> {
  await dropOn(page, page.getByRole('region', { name: place }).locator('.ui-drop-area'), path);
}

/** Drops files of the disk onto anything on the page. */
export async function dropOn(
  page: Page,
  place: Locator,
  paths: string | readonly string[],
): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    // Chromium stores the paths of chosen files with the state of the page, but for such inputs.
    input.autocomplete = 'off';
    input.id = 'file-manager';
    document.body.append(input);
  });
  await page.locator('#file-manager').setInputFiles(typeof paths === 'string' ? paths : [...paths]);
  await place.evaluate((area) => {
    const input = document.querySelector<HTMLInputElement>('#file-manager')!;
    const dataTransfer = new DataTransfer();
    for (const file of input.files!) {
      dataTransfer.items.add(file);
    }
    input.remove();
    for (const type of ['dragover', 'drop']) {
      area.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
}

/** Fills the form with the clip and the face, up to the button. */
export async function fillForm(page: Page, { clip, face }: JobMedia): Promise<void> {
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await drop(page, 'Video', clip);
  await drop(page, 'Face', face);
  await page.getByRole('button', { name: 'I confirm this' }).click();
}

/** Answers the question where to save, which belongs to the desktop. */
export async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
}
