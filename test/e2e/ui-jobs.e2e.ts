import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { answerSaveDialog, drop, fillForm, type JobMedia, makeJobMedia } from './job-form.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { cutClip } from '../media/support/cut-clip.ts';
import { talkingHead } from '../media/support/decode-clip.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { createDrawnPerson } from '../media/support/drawn-person.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { audrey } from '../media/support/stills.ts';
import { speakFiles } from '../support/spoken-wav.ts';
import { goTo, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

const rendering = 60_000;
/** Texts of a portrait's form and result, by language. */
const spoken = {
  en: {
    title: 'Talking portrait',
    portrait: 'Portrait',
    field: 'Script',
    script: 'Hi, Bob.',
    consent: 'I confirm this',
    submit: 'Make it talk',
    verdict: /^Good: .*the lips close where the words need it/,
    note: 'A voice was picked to match the language of the script.',
    save: 'Save as',
    saved: 'The result was saved',
  },
  de: {
    title: 'Sprechendes Porträt',
    portrait: 'Porträt',
    field: 'Text',
    script: 'Hallo, Bernd.',
    // The portrait is known by now.
    consent: '',
    submit: 'Sprechen lassen',
    verdict: /^Gut: .*die Lippen schließen, wo die Wörter es brauchen/,
    note: 'Die Stimme wurde passend zur Sprache des Textes gewählt.',
    save: 'Speichern unter',
    saved: 'Das Ergebnis wurde gespeichert',
  },
} as const;
const verdict = /^(?:Good|Visible at a second look|Not convincing): /;

test('a dropped video gets the face of a dropped photo, is compared, saved and found again @recorded', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const { app, page, close } = await launch();
  await fillForm(page, media);
  await expect(page.getByRole('region', { name: 'Face' })).toContainText(/1 face, \d+ px high/);
  const video = page.getByRole('region', { name: 'Video' });
  await expect(video).toContainText('320 × 240 · 1.2 s');
  await expect(video).toContainText('1 face');
  const submit = page.getByRole('button', { name: /^Swap the face · free here/ });
  const content = page.locator('#content');
  await page.setViewportSize({ width: 960, height: 600 });
  await content.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await submit.click();
  // The job is shown from its top, however far down the form was.
  await expect.poll(() => content.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // Cancelled on its way, then run again with the same files.
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(page.getByText('The job was cancelled')).toBeVisible({ timeout: rendering });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Cancel the job' })).toBeVisible();
  const compare = page.getByRole('region', { name: 'Before and after' });
  await expect(compare).toBeVisible({ timeout: rendering });

  // The divider between the pictures moves with the keyboard.
  const handle = compare.getByRole('slider', { name: 'Line between before and after' });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect(handle).toHaveValue('51');
  await page.keyboard.press('Home');
  await expect(handle).toHaveAttribute('aria-valuetext', '0% before');

  // Both videos play together, and stop together.
  const times = (): Promise<number[]> =>
    compare
      .locator('video')
      .evaluateAll((all) => all.map((element) => (element as HTMLVideoElement).currentTime));
  await compare.getByRole('slider', { name: 'Position' }).fill('0.4');
  await expect.poll(times).toEqual([0.4, 0.4]);
  // A key press advances both by one frame, of 25 per second, and shows its middle.
  await compare.getByRole('button', { name: 'One frame on' }).click();
  await expect.poll(times).toEqual([0.46, 0.46]);
  await page.keyboard.press(',');
  await expect.poll(times).toEqual([0.42, 0.42]);
  const original = compare.getByLabel('Before', { exact: true });
  const clipOf = (): Promise<string> =>
    original.evaluate((element) => getComputedStyle(element).clipPath);
  expect(await clipOf()).toContain('100%');
  await handle.focus();
  await page.keyboard.down('o');
  await expect.poll(clipOf).not.toContain('100%');
  await page.keyboard.up('o');
  await expect.poll(clipOf).toContain('100%');
  await expect(handle).toBeFocused();
  await compare.getByRole('radio', { name: '200%' }).check({ force: true });
  const scale = await page.evaluate(() => devicePixelRatio);
  await expect(compare.locator('.compare-canvas')).toHaveCSS('width', `${640 / scale}px`);
  // Only the first mouse button drags the enlarged picture.
  const enlarged = compare.locator('.compare-stage');
  const { x, y, width, height } = (await enlarged.boundingBox())!;
  const dragBy = async (button: 'left' | 'right', distance: number): Promise<number> => {
    const before = await enlarged.evaluate(({ scrollTop }) => scrollTop);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ button });
    await page.mouse.move(x + width / 2, y + height / 2 + distance);
    await page.mouse.up({ button });
    return (await enlarged.evaluate(({ scrollTop }) => scrollTop)) - before;
  };
  expect(await dragBy('left', 20)).toBeCloseTo(-20, 0);
  expect(await dragBy('right', -20)).toBe(0);
  await compare.getByRole('radio', { name: 'Fit' }).check({ force: true });
  await compare.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await times())[0]).toBeGreaterThan(1);
  await expect(compare.getByRole('button', { name: 'Play' })).toBeVisible();
  const [after, before] = await times();
  expect(Math.abs(after! - before!)).toBeLessThan(0.05);

  // A sentence first; the numbers behind it on demand.
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(verdict);
  await expect(page.getByText('Mesh engine on CPU')).toBeHidden();
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.getByText('Mesh engine on CPU')).toBeVisible();
  await expect(page.getByText('30 of 30')).toBeVisible();
  expect(await findFaults(page, 'result')).toEqual([]);

  const copy = join(media.folder, 'copy.mp4');
  await answerSaveDialog(app, copy);
  await page.getByRole('button', { name: 'Save as' }).click();
  await expect(page.getByText('The result was saved')).toBeVisible();
  const [job] = (await callPage(page, 'jobs.list', {})) as [{ result: { sizeBytes: number } }];
  expect((await readFile(copy)).length).toBe(job.result.sizeBytes);
  expect((await readFile(copy)).equals(await readFile(media.clip))).toBe(false);

  await goTo(page, 'history');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('done');
  await expect(rows.nth(2)).toContainText('cancelled');
  expect(await findFaults(page, 'history')).toEqual([]);
  await close();

  const again = await launch();
  await goTo(again.page, 'history');
  const kept = again.page.getByRole('row');
  await expect(kept).toHaveCount(3);
  await expect(kept.nth(1).locator('img').first()).toHaveJSProperty('naturalWidth', 240);
  await kept.nth(1).focus();
  await again.page.keyboard.press('Enter');
  await expect(again.page.getByRole('region', { name: 'Before and after' })).toBeVisible();
  await expect(again.page.getByRole('region', { name: 'Verdict' })).toContainText(verdict);

  // The face is known by now: the form does not request consent again.
  await goTo(again.page, 'create');
  await drop(again.page, 'Face', media.face);
  await expect(again.page.getByText('Consent confirmed')).toBeVisible();
  const recent = again.page.getByRole('region', { name: 'Recent jobs' });
  await expect(recent).toContainText('done');

  // The result becomes the video of another job, with the same form as before.
  await recent.getByRole('button').first().click();
  await again.page.getByRole('button', { name: /^More for/ }).click();
  await again.page.getByRole('menuitem', { name: /Face swap in a video” · Video/ }).click();
  const place = again.page.getByRole('region', { name: 'Video' });
  await expect(place).toContainText('face-swap.mp4');
  await recent.getByRole('button').first().click();
  await again.page.getByRole('button', { name: 'Change and run again' }).click();
  await expect(place).toContainText('A clip & more.mp4');
  await expect(again.page.getByRole('region', { name: 'Face' })).toContainText('lisa.jpg');
});

test('a file that cannot be used shows the reason in its slot', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await goTo(page, 'create');
  const video = page.getByRole('region', { name: 'Video' });
  await drop(page, 'Video', media.face);
  await expect(video.getByRole('alert')).toContainText('A video is needed here.');

  const text = join(media.folder, 'text.mp4');
  await writeFile(text, 'not a video at all');
  await drop(page, 'Video', text);
  await expect(video.getByRole('alert')).toContainText(
    'Guise cannot read it: it is damaged, or no picture, sound or video.',
  );

  // Its first bytes are those of a video, so only the service detects the fault.
  const cut = join(media.folder, 'cut.mp4');
  await writeFile(cut, (await readFile(media.clip)).subarray(0, 600));
  await drop(page, 'Video', cut);
  await expect(video.getByRole('alert')).toContainText('The file is damaged or incomplete.');
  await expect(page.locator('main [data-tone="primary"]')).toBeDisabled();
  expect(await findFaults(page, 'create')).toEqual([]);
});

test('the page reads only files that the user chose', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await goTo(page, 'create');
  await drop(page, 'Face', media.face);
  const picture = page.getByRole('region', { name: 'Face' }).getByRole('img');
  const address = (await picture.getAttribute('src')) ?? '';
  const status = (path: string): Promise<number> =>
    page.evaluate(async (url) => (await fetch(url)).status, path);
  expect(await status(address)).toBe(200);
  const token = address.split('/')[1]!;
  const wrong = [
    'media/lisa.jpg',
    `media/${'A'.repeat(token.length)}/lisa.jpg`,
    `media/${encodeURIComponent(media.face)}`,
    `media/${token}`,
    `media/..%2f..%2fetc/passwd`,
  ];
  expect(await Promise.all(wrong.map(status))).toEqual(wrong.map(() => 404));

  // Neither a path nor a file that was never on the disk is accepted.
  const refused = await page.evaluate(async (path) => {
    const bridge = Reflect.get(globalThis, 'guise') as {
      addFile: (file: unknown) => Promise<{ ok: boolean }>;
    };
    const made = new File(['text'], 'made.jpg');
    return Promise.all(
      [path, { path }, made, null].map(async (file) =>
        bridge.addFile(file).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
  }, media.face);
  expect(refused).toEqual([false, false, false, false]);
});

test('a dropped clip speaks a dropped recording, and the result begins with its quality', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const clip = join(media.folder, 'talking.mp4');
  await cutClip(talkingHead, clip, { startUs: 9_000_000, durationUs: 1_200_000 });
  const spoken = await speakFiles(['en-rowan'], 'Bob, my mum may pay.');
  const { page, close } = await launch();
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await page.getByText('Lip sync', { exact: true }).click();
  await drop(page, 'Video', clip);
  await drop(page, 'What is to be said', spoken.paths['en-rowan']!);
  await page.getByLabel('What is said, word for word').fill('Bob, my mum may pay.');
  await page.getByRole('button', { name: 'I confirm this' }).click();
  await page.getByRole('button', { name: /^Sync the lips · free here/ }).click();
  await expect(page.getByText(/^Good: the lips close where the words need it/)).toBeVisible({
    timeout: rendering,
  });
  await expect(page.getByText(/The recording is longer than the clip/)).toBeVisible();
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByText(/^(\d+) of \1 p, b and m$/)).toBeVisible();
  await expect(page.getByText(/Mouths follow the words that were given/)).toBeVisible();
  expect(await findFaults(page, 'lip sync')).toEqual([]);
  await spoken.remove();
  await close();
});

test('the person of a picture is moved once on the form, then as a clip, and saved', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const face = await (await openBuiltModels()).readCanonicalFace();
  const size = { width: 300, height: 420 };
  const appearance = appearances.find(({ id }) => id === 'kenji')!;
  const draw = await createDrawnPerson(face, { ...size, appearance });
  const { image } = await draw({
    leftArm: [22, 16],
    rightArm: [22, 16],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const person = join(media.folder, 'person.png');
  await sharp(image.pixels, { raw: { ...size, channels: 4 } }).toFile(person);
  const dance = join(media.folder, 'dance.mp4');
  await writeDanceClip(dance, face, { ...size, seconds: 3, framesPerSecond: 5 });
  const { app, page, close } = await launch();
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await page.getByText('Motion control', { exact: true }).click();
  await drop(page, 'Who moves', person);
  await drop(page, 'Motion', dance);
  await expect(page.getByText('The person is seen from head to feet')).toBeVisible({
    timeout: rendering,
  });
  await expect(page.getByAltText('The same person with an arm up')).toBeVisible();
  await expect(page.getByText('One person with arms and legs in view')).toBeVisible({
    timeout: rendering,
  });
  await page.screenshot({ path: test.info().outputPath('moved-form.png') });
  await page.getByRole('button', { name: 'I confirm this' }).click();
  await page.getByRole('button', { name: /^Make it move · free here/ }).click();
  await expect(page.getByText(/^(Good: it moves|Visible at a second look: arms)/)).toBeVisible({
    timeout: rendering,
  });
  const saved = join(media.folder, 'moved.mp4');
  await answerSaveDialog(app, saved);
  await page.getByRole('button', { name: 'Save as' }).click();
  await expect(page.getByText('The result was saved')).toBeVisible();
  expect((await probeMedia(saved)).video).toMatchObject({ codec: 'h264', shown: size });
  expect(await findFaults(page, 'motion control')).toEqual([]);
  await close();
});

test('a portrait says a script in English, then one in German, and both are saved', async ({
  launch,
}) => {
  test.setTimeout(360_000);
  const portrait = join(media.folder, 'portrait.jpg');
  await sharp(audrey).resize(300).jpeg().toFile(portrait);
  const { app, page, close } = await launch();
  const say = async (words: (typeof spoken)['en' | 'de']): Promise<void> => {
    await goTo(page, 'create');
    await page.getByText(words.title, { exact: true }).click();
    await drop(page, words.portrait, portrait);
    await page.getByRole('textbox', { name: words.field }).fill(words.script);
    if (words.consent !== '') {
      await page.getByRole('button', { name: words.consent }).click();
    }
    // The form moves when the language of the script becomes known: a press that began before is cancelled.
    const job = page.getByRole('heading', { name: words.script });
    await expect(async () => {
      if (!(await job.isVisible())) {
        await page.getByRole('button', { name: words.submit }).click({ timeout: 5000 });
      }
      await expect(job).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expect(page.getByText(words.verdict)).toBeVisible({ timeout: 2 * rendering });
    await expect(page.getByText(words.note)).toBeVisible();
    const saved = join(media.folder, `${words.submit}.mp4`);
    await answerSaveDialog(app, saved);
    await page.getByRole('button', { name: words.save }).click();
    await expect(page.getByText(words.saved)).toBeVisible();
    const { video, audio, durationUs } = await probeMedia(saved);
    expect(video).toMatchObject({ codec: 'h264', shown: { width: 300, height: 400 } });
    expect(audio).toMatchObject({ codec: 'aac' });
    expect(durationUs).toBeGreaterThan(400_000);
    expect(await findFaults(page, words.title)).toEqual([]);
  };
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await say(spoken.en);
  await page.getByRole('button', { name: 'New job' }).click();
  await useSettings(page, { language: 'de' });
  await say(spoken.de);
  await close();
});
