import type { Page } from '@playwright/test';
import { measureSpeech, readSound } from '../media/voice/measure-speech.ts';
import { type SpokenFiles, speakFiles } from '../support/spoken-wav.ts';
import { recordVoice, tapVoice } from '../support/voice-tap.ts';
import { expect, test } from './fixture.ts';
import { goTo, openSetUp, useSettings } from './ui-page.ts';

/** Voice at the microphone, and the target voice. */
const speaker = 'en-rowan';
const target = 'en-clara';
let spoken: SpokenFiles;

test.beforeAll(async () => {
  spoken = await speakFiles([speaker, target]);
});
test.afterAll(() => spoken.remove());

const withMicrophone = () => ({
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${spoken.paths[speaker] ?? ''}`,
  ],
});

test('speech into the microphone comes out in the voice of a recording @recorded', async ({
  launch,
}) => {
  test.slow();
  const { page } = await launch(withMicrophone());
  await useSettings(page, { language: 'en' });
  await goTo(page, 'live');
  await tapVoice(page);
  await openSetUp(page);
  const panel = page.locator('section', {
    has: page.getByRole('heading', { name: 'Voice changer' }),
  });
  await panel.getByText('A recording').click();
  await expect(panel.getByRole('button', { name: 'Change my voice' })).toBeDisabled();
  await panel.locator('input[type=file]').setInputFiles(spoken.paths[target] ?? '');
  await expect(panel.getByText(/en-clara\.wav, \d+ s/)).toBeVisible();
  await panel.getByRole('switch', { name: /This person agrees/ }).press('Space');
  await panel.getByRole('button', { name: 'Change my voice' }).click();
  await expect(panel.getByText(/^live/)).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByText(/^\d+ ms$/)).toBeVisible();

  // Statistics of the user's voice are learnt in the first seconds.
  await recordVoice(page, 5);
  const output = await recordVoice(page, 5);
  const wanted = measureSpeech(await readSound(spoken.paths[target] ?? '')).pitchHz;
  const own = measureSpeech(await readSound(spoken.paths[speaker] ?? '')).pitchHz;
  const got = measureSpeech({ samples: output, sampleRateHz: 48_000 });
  expect(Math.abs(got.pitchHz / wanted - 1)).toBeLessThan(0.08);
  expect(got.voicedShare).toBeGreaterThan(0.2);

  await panel.getByRole('switch', { name: 'My own voice' }).press('Space');
  await expect(panel.getByText('live, own voice')).toBeVisible();
  const bypassed = measureSpeech({ samples: await recordVoice(page, 4), sampleRateHz: 48_000 });
  expect(Math.abs(bypassed.pitchHz / own - 1)).toBeLessThan(0.08);

  await panel.getByRole('switch', { name: 'Mute' }).press('Space');
  await expect(panel.getByText('live, muted')).toBeVisible();
  await expect
    .poll(async () => Math.max(...(await recordVoice(page, 0.5)).map(Math.abs)))
    .toBeLessThan(0.001);
  await panel.getByRole('switch', { name: 'Mute' }).press('Space');
  await panel.getByRole('switch', { name: 'Push to talk' }).press('Space');
  await expect(panel.getByRole('button', { name: /Hold to talk/ })).toBeVisible();
  const loudest = async (): Promise<number> =>
    Math.max(...(await recordVoice(page, 1)).map(Math.abs));
  await expect.poll(loudest).toBeLessThan(0.001);
  await page.keyboard.down('F8');
  await expect(panel.getByText('You are heard')).toBeVisible();
  await expect.poll(loudest).toBeGreaterThan(0.05);
  await page.keyboard.up('F8');
  await expect.poll(loudest).toBeLessThan(0.001);
  await panel.getByRole('button', { name: /Others hear it on/ }).click();
  await page.getByRole('option', { name: 'Fake Audio Output 1' }).click();
  const sink = await page.evaluate(async () => {
    const outputs = await navigator.mediaDevices.enumerateDevices();
    return outputs.find(({ label }) => label === 'Fake Audio Output 1')?.deviceId;
  });
  await expect.poll(() => readSink(page)).toBe(sink);
  await panel.getByRole('button', { name: 'Stop changing' }).click();
  await expect(panel.getByText('off', { exact: true }).first()).toBeVisible();
});

/** Reads the id of the device that plays the changed voice. */
function readSink(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const { context } = Reflect.get(globalThis, 'voiceNode') as AudioWorkletNode;
    return Reflect.get(context, 'sinkId') as unknown;
  });
}
