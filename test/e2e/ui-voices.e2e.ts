import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { requireVoice } from '../../src/engine/voice/choose-voice.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';
import { openWorld } from '../contract/support/world.ts';
import { toWav } from '../service/voice-changer/sounds.ts';
import { callPage } from '../support/page-bridge.ts';
import { findFaults } from './faults.ts';
import { createTestOfOneApp, expect } from './fixture.ts';
import { drop, dropOn } from './job-form.ts';
import { goTo, useService, useSettings } from './ui-page.ts';

/** Tests that start an app of their own come first: windows on one display take the focus from each other. */
const test = createTestOfOneApp();
// This file comes last: with its tests in a row, one of two workers would have nothing to do in the last 45 seconds of a run.
test.describe.configure({ mode: 'parallel' });
const loading = 30_000;
const rendering = 60_000;

/** Loudest sample of the page's audio from now on, over about a second; silence is 0. */
async function hear(page: Page): Promise<void> {
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with the element it is replaced on
    const play = HTMLMediaElement.prototype.play;
    const heard = { peak: 0, plays: 0 };
    Reflect.set(globalThis, 'heard', heard);
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      heard.plays += 1;
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      const source = context.createMediaElementSource(this);
      source.connect(analyser);
      source.connect(context.destination);
      const samples = new Float32Array(analyser.fftSize);
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        for (const sample of samples) {
          heard.peak = Math.max(heard.peak, Math.abs(sample));
        }
      }, 20);
      HTMLMediaElement.prototype.play = play;
      return play.call(this);
    };
  });
}

const peakOf = (page: Page): Promise<number> =>
  page.evaluate(() => (Reflect.get(globalThis, 'heard') as { peak: number }).peak);

async function openVoices(page: Page): Promise<void> {
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'voices');
  await page.getByRole('row').first().waitFor({ timeout: loading });
}

test('a sample of a voice is recorded in the form, played, consented to and used for speech', async ({
  launch,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'guise-sample-'));
  try {
    const spoken = join(folder, 'spoken.wav');
    await speakSample(spoken);
    const { page } = await launch({
      args: [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${spoken}`,
      ],
    });
    await openVoices(page);
    await goTo(page, 'create');
    await page.getByText('Voice cloning', { exact: true }).click();
    const place = page.getByRole('region', { name: 'Sample of the voice' });

    // A discarded sample leaves nothing.
    await place.getByRole('button', { name: 'Record' }).click();
    await expect(place.getByText(/^0:0[1-9]\.\d of 1:00\.0$/)).toBeVisible({ timeout: loading });
    await place.getByRole('button', { name: 'Discard' }).click();
    await expect(place.getByRole('button', { name: 'Choose files' })).toBeVisible();

    await place.getByRole('button', { name: 'Record' }).click();
    await expect(place.getByRole('button', { name: 'Finish' })).toBeDisabled();
    await expect(place.getByRole('meter')).toHaveAttribute('aria-valuetext', /^−\d+ dB$/);
    await expect(place.getByText(/^0:0[6-9]\.\d of 1:00\.0$/)).toBeVisible({ timeout: loading });
    await place.getByRole('button', { name: 'Finish' }).click();
    await expect(place).toContainText(/Only \d+(\.\d)? s long\. 10 to 30 s/, { timeout: loading });
    await expect(place).toContainText(/Recording 20\d\d-.*\.wav/);
    await hear(page);
    await place.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => peakOf(page)).toBeGreaterThan(0.05);
    expect(await findFaults(page, 'sample')).toEqual([]);

    const submit = page.locator('main [data-tone="primary"]').last();
    await expect(page.getByText('Confirm the consent for the voice first.')).toBeVisible();
    await page.getByRole('button', { name: 'I confirm this' }).click();
    await page.getByRole('textbox', { name: 'Script' }).fill('Good morning to all of you.');
    await submit.click();
    const sound = page.getByRole('region', { name: 'Sound of the result' });
    await expect(sound).toBeVisible({ timeout: rendering });
    await expect(page.locator('.ui-card').filter({ hasText: 'Timed sounds' })).toContainText(
      'Pitch',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the voices of a remote service are listed, with a note that it has no samples', async ({
  launch,
}) => {
  test.setTimeout(90_000);
  const { page } = await launch();
  const world = await openWorld();
  try {
    const { secret } = await world.newAccount({ balanceUsd: 1 });
    await useSettings(page, { language: 'en' });
    const id = await useService(page, {
      name: 'Studio',
      baseUrl: world.service.baseUrl,
      apiKey: secret,
    });
    await goTo(page, 'voices');
    await expect(page.getByText('Studio has no samples of its voices.')).toBeVisible({
      timeout: loading,
    });
    await expect(page.getByRole('row').first()).toContainText('Rowan');
    await expect(page.getByRole('button', { name: /^Listen to/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Use in a script: Rowan' }).click();
    await page.getByRole('textbox', { name: 'Script' }).fill('Good morning to everybody.');
    await expect(
      page.getByText(/^About \$0\.\d\d\. The service sets a little more aside/),
    ).toBeVisible();

    await world.close();
    await page.evaluate(() => null);
    await callPage(page, 'profiles.activate', { id: 'this-computer' });
    await callPage(page, 'profiles.activate', { id });
    await goTo(page, 'voices');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: loading });
  } finally {
    await world.close().catch(() => undefined);
  }
});

test('voices are found, played in the list, and inserted into a script', async ({ page }) => {
  test.setTimeout(180_000);
  await openVoices(page);
  const rows = page.getByRole('row');
  await expect(page.getByText('134 of 134 voices')).toBeVisible();
  // Only visible rows are rendered.
  expect(await rows.count()).toBeLessThan(40);
  expect(await findFaults(page, 'voices')).toEqual([]);
  // In the smallest window the list scrolls, and the page with its search stays.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 960, height: 600 });
  const hidden = (): Promise<number> =>
    page.locator('#content').evaluate((at) => at.scrollHeight - at.clientHeight);
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize(size);

  await page.getByRole('textbox', { name: 'Find a voice' }).fill('german');
  await expect(rows).toHaveCount(await countOf(page));
  await expect(rows.first()).toContainText('German');
  await page.getByRole('textbox', { name: 'Find a voice' }).fill('zzz');
  await expect(page.getByText('No voice is like this.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Find a voice' }).fill('');

  // By keyboard alone: into the list, Enter lets the voice be heard, Enter again ends it.
  await hear(page);
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop Clara' })).toBeVisible();
  await expect.poll(() => peakOf(page), { timeout: loading }).toBeGreaterThan(0.1);
  await expect(rows.nth(1).locator('.waveform path').first()).toHaveAttribute('d', /v1\.[5-9]/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Listen to Clara' })).toBeVisible();

  // Held with the mouse, it ends when the button is let go.
  await page.getByRole('button', { name: 'Listen to Clara' }).hover();
  await page.mouse.down();
  await expect(page.locator('.waveform[style*="--progress: "]').nth(1)).not.toHaveAttribute(
    'style',
    /--progress: 0\.0%/,
    { timeout: loading },
  );
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Listen to Clara' })).toBeVisible();

  await rows.nth(1).getByRole('button', { name: 'Use in a script: Clara' }).click();
  await expect(page.getByRole('radio', { name: 'Text to speech' })).toBeChecked();
  await expect(page.getByText('Clara, clear and friendly')).toBeVisible();
});

async function countOf(page: Page): Promise<number> {
  const text = await page.locator('.voice-count').innerText();
  return Number(text.split(' ')[0]);
}

test('a script is written, heard in part, spoken, saved and found again', async ({ page, app }) => {
  test.setTimeout(180_000);
  await openVoices(page);
  await goTo(page, 'create');
  await page.getByText('Text to speech', { exact: true }).click();
  const script = page.getByRole('textbox', { name: 'Script' });
  const submit = page.locator('main [data-tone="primary"]').last();
  await expect(page.getByText('The script is empty.')).toBeVisible();
  await expect(submit).toBeDisabled();

  // A language without a voice is refused before anything is sent, with those there are.
  await script.fill('明日の朝、東京に行きます。');
  await expect(page.getByText('This script cannot be spoken here')).toBeVisible({
    timeout: loading,
  });
  await expect(page.getByText(/There are voices for English, German/)).toBeVisible();
  await expect(submit).toBeDisabled();

  await script.fill('x'.repeat(5002));
  await expect(page.getByText('2 characters too many.')).toBeVisible();
  await expect(page.getByText('5,002 of 5,000 characters')).toBeVisible();
  await expect(submit).toBeDisabled();

  // The script reveals another language, and another voice speaks it.
  await script.fill('Guten Morgen. Der Zug nach Hamburg fährt heute um 9:30 Uhr von Gleis 7.');
  await expect(page.getByText(/^Language: German\. .* will speak it/)).toBeVisible({
    timeout: loading,
  });
  await hear(page);
  await page.getByRole('button', { name: 'Listen to the beginning' }).click();
  await expect.poll(() => peakOf(page), { timeout: loading }).toBeGreaterThan(0.1);

  await page.getByRole('button', { name: 'Choose a voice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Find a voice' }).fill('');
  await dialog.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('option', { name: /^German \(/ }).click();
  expect(await findFaults(page, 'choosing a voice')).toEqual([]);
  await dialog.getByRole('row').first().getByRole('button', { name: /^Use/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Language: German', { exact: true })).toBeVisible();
  await expect(page.getByText(/^About \d.* s when it is spoken$/)).toBeVisible();
  expect(await findFaults(page, 'create')).toEqual([]);

  await submit.click();
  const sound = page.getByRole('region', { name: 'Sound of the result' });
  await expect(sound).toBeVisible({ timeout: rendering });
  const position = sound.getByRole('slider', { name: 'Position' });
  // The player may still be loading the audio, and restart with it.
  await expect(async () => {
    await position.fill('1');
    await expect(sound).toContainText('0:01.0 of 0:0', { timeout: 1000 });
  }).toPass();
  await hear(page);
  await sound.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => peakOf(page)).toBeGreaterThan(0.1);
  await sound.getByRole('button', { name: 'Pause' }).click();
  const speech = page.locator('.ui-card').filter({ hasText: 'Timed sounds' });
  await expect(speech).toContainText('LUFS');
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.getByText('eSpeak NG on CPU')).toBeVisible();
  expect(await findFaults(page, 'speech result')).toEqual([]);

  const copy = join(tmpdir(), `guise-speech-${process.pid}.wav`);
  await app.evaluate(({ dialog: desktop }, filePath) => {
    desktop.showSaveDialog = async () => ({ canceled: false, filePath });
  }, copy);
  await page.getByRole('button', { name: 'Save as' }).click();
  await expect(page.getByText('The result was saved')).toBeVisible();
  expect((await readFile(copy)).toString('latin1', 0, 4)).toBe('RIFF');
  await rm(copy);

  await goTo(page, 'history');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Guten Morgen. Der Zug nach Hamburg');
  await expect(row).toContainText('done');
  await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 240);
  const [job] = (await callPage(page, 'jobs.list', {})) as [{ result: { name: string } }];
  expect(job.result.name).toBe('Guten Morgen Der Zug nach Hamburg fährt text-to-speech.wav');
});

test('a dropped recording gets another voice, is heard before and after, and saved', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'guise-convert-'));
  try {
    const [spoken, still] = [join(folder, 'talk.wav'), join(folder, 'still.wav')];
    await speakSample(spoken);
    await writeFile(still, toWav(new Int16Array(32_000)));
    await openVoices(page);
    await dropOn(page, page.getByRole('heading', { level: 1, name: 'Voices' }), spoken);
    const dialog = page.getByRole('dialog', { name: 'Convert a recording' });
    const convert = dialog.getByRole('button', { name: 'Convert', exact: true });
    await expect(dialog.locator('.convert-name')).toHaveText('talk.wav');
    await expect(dialog.getByText(/^\d+(\.\d)? s$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'New voice' }).click();
    await page.getByRole('option', { name: 'Clear host' }).click();
    expect(await findFaults(page, 'convert')).toEqual([]);
    await convert.click();
    const after = dialog.getByRole('region', { name: 'After: Clear host' });
    await expect(after).toBeVisible({ timeout: rendering });
    await hear(page);
    await after.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => peakOf(page)).toBeGreaterThan(0.05);
    await after.getByRole('button', { name: 'Pause' }).click();
    expect(await findFaults(page, 'converted')).toEqual([]);

    const copy = join(folder, 'copy.wav');
    await app.evaluate(({ dialog: desktop }, filePath) => {
      desktop.showSaveDialog = async () => ({ canceled: false, filePath });
    }, copy);
    await dialog.getByRole('button', { name: 'Save as' }).click();
    await expect(page.getByText('The converted recording was saved')).toBeVisible();
    const [before, saved] = await Promise.all([spoken, copy].map((path) => readFile(path)));
    expect(saved?.toString('latin1', 0, 4)).toBe('RIFF');
    expect(saved?.equals(before ?? Buffer.alloc(0))).toBe(false);

    await drop(page, 'Recording', still);
    await expect(dialog.locator('.convert-name')).toHaveText('still.wav');
    await convert.click();
    await expect(dialog.getByText('Nobody speaks in it.')).toBeVisible({
      timeout: rendering,
    });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    // With another service in use the work is still done here, with a note.
    await useService(page, {
      name: 'Studio',
      baseUrl: 'http://127.0.0.1:9/api/v1',
      apiKey: 'guise_not_a_key_of_any_service',
    });
    await page.getByRole('button', { name: 'Convert a recording' }).click();
    await expect(dialog.getByText('This is done on this computer')).toBeVisible();
    await expect(dialog.getByText(/^Studio is in use, but .* costs nothing/)).toBeVisible();
    await drop(page, 'Recording', spoken);
    await convert.click();
    await expect(after).toBeVisible({ timeout: rendering });
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Some ten seconds of speech, as a microphone would hear them. */
async function speakSample(path: string): Promise<void> {
  const speaker = openSpeaker();
  const script =
    'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. ' +
    'It is easy to tell the depth of a well. Four hours of steady work faced us.';
  const voice = requireVoice('en-angus', undefined);
  await renderSpeech(speaker, { script, voice, path, format: 'wav' });
  await speaker.close();
}
