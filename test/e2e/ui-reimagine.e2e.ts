import { rm } from 'node:fs/promises';
import { expect, test } from './fixture.ts';
import { drop, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

test('a picture is changed by an instruction, which is parsed while it is typed', async ({
  launch,
}) => {
  const { page, close } = await launch();
  await useSettings(page, { motion: 'reduced' });
  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Change a picture in words' }).click();
  await drop(page, 'Pictures', media.face);
  const prompt = page.getByRole('textbox', { name: 'What should change?' });
  const submit = page.getByRole('button', { name: /^Change the picture/ });

  // An idea with a picture is added to the text, and removed again.
  const ideas = page.getByRole('region', { name: 'Ideas' });
  await ideas.getByRole('button', { name: 'cartoon' }).click();
  await ideas.getByRole('button', { name: 'add rain' }).click();
  await expect(prompt).toHaveValue('cartoon, add rain');
  await ideas.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('ideas-dark.png') });
  await ideas.getByRole('button', { name: 'cartoon' }).click();
  await expect(prompt).toHaveValue('add rain');

  // No instruction is possible, and the form lists possible ones.
  await prompt.fill('add a dragon');
  await expect(page.getByText(/^None of this can be done/)).toBeVisible();

  // What would be understood alone is proposed, and written only when somebody asks for it.
  await prompt.fill('blur the background, then a cartoon of me with wobbly outlines');
  const proposed = page.getByRole('button', { name: 'Write this: cartoon' });
  await proposed.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('proposal-dark.png') });
  await proposed.click();
  await expect(prompt).toHaveValue('blur the background, then cartoon');
  await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeHidden();

  // One instruction is removed by its chip, and another gets another amount: the prompt shows it.
  await prompt.fill('warmer, film grain and a vignette');
  await page.getByRole('button', { name: 'Leave out: film grain' }).click();
  await expect(prompt).toHaveValue('warmer, a vignette');
  await page.getByRole('slider', { name: 'How much: warmer' }).press('ArrowRight');
  await expect(prompt).toHaveValue('70 % warmer, a vignette');

  // A named colour is shown as it will be drawn.
  await prompt.fill('mustard background, warmer, a vignette and make me taller');
  await expect(page.getByRole('heading', { name: 'Will be done' })).toBeVisible();
  await expect(page.getByTitle('#caa428')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not offered' })).toBeVisible();

  // A preview shows the result on a small copy before anything is sent.
  const preview = page.getByRole('figure').filter({ hasText: 'Preview on a small copy' });
  await expect(preview).toHaveAttribute('aria-busy', 'false');
  await preview.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('form-dark.png') });
  await useSettings(page, { theme: 'light' });
  await page.screenshot({ path: test.info().outputPath('form-light.png') });

  await submit.click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 60_000,
  });
  await page.screenshot({ path: test.info().outputPath('result-light.png') });
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not offered' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('numbers-light.png'), fullPage: true });
  await close();
});

test('a video is changed by an instruction in German, after a preview of one frame', async ({
  launch,
}) => {
  const { page, close } = await launch();
  await useSettings(page, { motion: 'reduced', language: 'de' });
  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Video mit Worten ändern' }).click();
  await drop(page, 'Video', media.clip);
  const prompt = page.getByRole('textbox', { name: 'Was soll anders werden?' });
  await prompt.fill('zu viel kontrast, hintergrund unscharf und die haare lila');
  await expect(page.getByRole('heading', { name: 'Wird gemacht' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Geht nicht' })).toBeVisible();
  const preview = page.getByRole('figure').filter({ hasText: 'Vorschau an einem Bild des Videos' });
  await expect(preview).toHaveAttribute('aria-busy', 'false');
  await preview.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('video-dark.png') });
  await useSettings(page, { theme: 'light' });
  await page.screenshot({ path: test.info().outputPath('video-light.png') });

  await page.getByRole('button', { name: /^Video ändern/ }).click();
  await expect(page.getByRole('region', { name: 'Vorher und nachher' })).toBeVisible({
    timeout: 60_000,
  });
  await page.screenshot({ path: test.info().outputPath('video-result-light.png') });
  await close();
});
