import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monaLisa } from '../media/support/stills.ts';
import { twoPeople, writeFaceClip } from '../service/capabilities/face-clips.ts';
import { expect, test } from './fixture.ts';
import { fillForm, type JobMedia } from './job-form.ts';

let media: JobMedia;
test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-people-'));
  media = { folder, clip: join(folder, 'two.mp4'), face: join(folder, 'lisa.jpg') };
  await writeFaceClip(media.clip, { width: 640, height: 360, frames: 25, people: twoPeople });
  await copyFile(monaLisa, media.face);
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

test('of two people in a clip the one who is chosen is swapped, and the report says who', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const { page, close } = await launch();
  await fillForm(page, media);
  const video = page.getByRole('region', { name: 'Video' });
  await expect(video).toContainText('2 people: choose who is swapped');
  const people = video.getByRole('radiogroup', { name: 'Who is swapped' }).getByRole('radio');
  await expect(people).toHaveCount(2);
  await expect(people.first()).toBeChecked();
  // The man fills more of the clip; the woman on his right is chosen.
  await people.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(people.last()).toBeChecked();
  await page.getByRole('button', { name: /^Swap the face/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.locator('.measure', { hasText: 'Who was swapped' })).toContainText('2 of 2');
  await close();
});
