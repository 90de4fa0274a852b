import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { appearances } from '../../tools/characters/appearances.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { createDrawnPerson } from '../media/support/drawn-person.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { expect, test } from './fixture.ts';
import { drop } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

let folder: string;
let clip: string;
let picture: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-dance-'));
  clip = join(folder, 'dance.mp4');
  picture = join(folder, 'kenji.png');
  const face = await (await openBuiltModels()).readCanonicalFace();
  const size = { width: 320, height: 480 };
  const appearance = appearances.find(({ id }) => id === 'kenji')!;
  const draw = await createDrawnPerson(face, { ...size, appearance });
  const { image } = await draw({
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  await sharp(image.pixels, { raw: { ...size, channels: 4 } }).toFile(picture);
  await writeDanceClip(clip, face, { ...size, seconds: 1.2, framesPerSecond: 10 });
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('somebody of a picture takes the place of somebody in a clip', async ({ launch }) => {
  const { page, close } = await launch();
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Identity swap' }).click();
  await drop(page, 'Clip', clip);
  await drop(page, 'Who goes in', picture);
  await page.getByRole('button', { name: 'I confirm this' }).click();
  // Programs take it step by step; here it is one.
  await expect(page.getByText('Step by step')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('form.png'), fullPage: true });
  await page.getByRole('button', { name: /^Swap the person/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 60_000,
  });
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByText('Whole body')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('result.png'), fullPage: true });
  await close();
});
