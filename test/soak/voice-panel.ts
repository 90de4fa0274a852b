import type { Locator, Page } from '@playwright/test';
import { readSound } from '../media/voice/measure-speech.ts';
import { openSetUp } from '../e2e/ui-page.ts';
import { SOUND_RATE, type SoundServer } from '../support/sound-server.ts';
import { callPage } from '../support/page-bridge.ts';

/** Waits until the voice goes out by the microphone that the app makes. */
export async function untilListed(page: Page): Promise<void> {
  const panel = findPanel(page);
  await panel.getByRole('button', { name: 'Test the microphone' }).waitFor({ timeout: 30_000 });
  await panel.locator('[data-part=total]').waitFor({ timeout: 60_000 });
}

/** Speaks into the microphone and changes the voice into that of a recording. */
export async function beginVoice(
  page: Page,
  server: SoundServer,
  paths: Readonly<Record<string, string>>,
): Promise<void> {
  const { samples, sampleRateHz } = await readSound(paths['en-rowan'] ?? '');
  server.say(toDeviceRate(samples, sampleRateHz));
  await callPage(page, 'settings.change', { language: 'en' });
  await page.locator('nav [data-screen="live"]').click();
  await openSetUp(page);
  const panel = findPanel(page);
  await panel.getByText('A recording').click();
  await panel.locator('input[type=file]').setInputFiles(paths['en-clara'] ?? '');
  await panel.getByText(/en-clara\.wav, \d+ s/).waitFor({ timeout: 60_000 });
  await panel.getByRole('switch', { name: /This person agrees/ }).press('Space');
  await panel.getByRole('button', { name: 'Change my voice' }).click();
  await panel.locator('[data-part=total]').waitFor({ timeout: 60_000 });
}

/** The panel of the voice changer. */
export function findPanel(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Voice changer' }) });
}

/** Speech of our voices, at the rate of the devices. */
function toDeviceRate(samples: Float32Array, rateHz: number): Float32Array {
  const ratio = SOUND_RATE / rateHz;
  return Float32Array.from({ length: Math.floor(samples.length * ratio) }, (_, index) => {
    const at = index / ratio;
    const left = Math.floor(at);
    const share = at - left;
    return (1 - share) * (samples[left] ?? 0) + share * (samples[left + 1] ?? 0);
  });
}

/** Plays the voice on the output of the sound server, by the browser. */
export async function chooseOutput(page: Page, server: SoundServer): Promise<void> {
  const panel = findPanel(page);
  await panel.getByRole('button', { name: /Others hear it on/ }).click();
  await page
    .getByRole('option', { name: new RegExp(server.outputName) })
    .first()
    .click();
}
