import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audrey, monaLisa } from '../media/support/stills.ts';
import { twoPeople, writeFaceClip } from '../service/capabilities/face-clips.ts';
import { expect, test } from './fixture.ts';
import { fillForm, type JobMedia } from './job-form.ts';

let media: JobMedia & { readonly other: string };
test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-people-'));
  const place = (name: string): string => join(folder, name);
  media = { folder, clip: place('two.mp4'), face: place('lisa.jpg'), other: place('audrey.jpg') };
  await writeFaceClip(media.clip, { width: 640, height: 360, frames: 25, people: twoPeople });
  await copyFile(monaLisa, media.face);
  await copyFile(audrey, media.other);
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

test('each of two people in a clip gets the chosen face, and the report names them', async ({
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
  const others = page.getByRole('region', { name: 'Faces for the others' });
  await others.locator('input[type="file"]').setInputFiles(media.other);
  await expect(others).toContainText('On person 1 of 2');
  await others.getByRole('button', { name: 'I confirm this' }).click();
  await expect(others.getByRole('button', { name: 'Add files' })).toBeHidden();
  await page.getByRole('button', { name: /^Swap the face/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.locator('.measure', { hasText: 'Who was swapped' })).toContainText(
    '2 of 2, 1 of 2',
  );
  await close();
});
