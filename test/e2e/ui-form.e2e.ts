import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { toFormOf } from '../../src/capabilities/form/form.ts';
import { checkRequest, toBody } from '../../src/capabilities/form/form-values.ts';
import { parseJsonBody } from '../../src/contract/api/parse.ts';
import { callPage } from '../support/page-bridge.ts';
import { monaLisa } from '../media/support/stills.ts';
import { findFaults } from './faults.ts';
import { expect, testOfOneApp as test } from './fixture.ts';
import { toyFields } from './toy-form/definitions.ts';
import { toyBody } from './toy-form/operations.ts';
import {
  buildToyPage,
  openToyPage,
  type SubmittedForm,
  type ToyPage,
} from './toy-form/toy-page.ts';
import { useSettings } from './ui-page.ts';

let built: Awaited<ReturnType<typeof buildToyPage>>;
test.beforeAll(async () => {
  built = await buildToyPage();
});
test.afterAll(() => built.remove());

const form = toFormOf(toyBody, toyFields);

async function openForm(app: Page, settings: Parameters<typeof useSettings>[1]): Promise<ToyPage> {
  await useSettings(app, { motion: 'reduced', ...settings });
  // The page with the toy receives no events of the app: its data must exist beforehand.
  await expect
    .poll(() => callPage(app, 'service.read', {}), { timeout: 60_000 })
    .toMatchObject({ state: 'running' });
  const toy = await openToyPage({ folder: built.folder, app, picture: monaLisa });
  await toy.page.locator('nav [data-screen="create"]').click();
  await toy.page.locator('.file-add').waitFor();
  return toy;
}

/** Moves the focus with Tab alone until it is on an element; fails where it never comes there. */
async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role as 'button', { name, exact: typeof name === 'string' });
  for (let step = 0; step < 120; step += 1) {
    if (await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${role} ${String(name)}.`);
}

/** Answers the system's chooser that Enter on a button opens. */
async function chooseFiles(page: Page, names: readonly string[], mimeType: string): Promise<void> {
  const buffer = await readFile(monaLisa);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await chooser.setFiles(names.map((name) => ({ name, mimeType, buffer })));
}

/** The body that main would send, read as the service reads it. */
function toRequest({ inputs, options }: SubmittedForm): unknown {
  checkRequest(form, options, inputs);
  const files = inputs.map(({ field, fileId }) => ({
    field,
    fileKey: `api/${field === 'audio_key' ? 'audio' : 'images'}/${fileId}`,
  }));
  return parseJsonBody(toyBody, toBody(form, options, files));
}

test('a form with every kind of field is filled with the keyboard alone, and sends exactly that', async ({
  page: app,
}) => {
  test.setTimeout(90_000);
  const { page, submitted, close } = await openForm(app, { language: 'en' });
  const press = (...keys: readonly string[]): Promise<void> =>
    keys.reduce(
      async (before, key) => before.then(() => page.keyboard.press(key)),
      Promise.resolve(),
    );
  const submit = page.getByRole('button', { name: /^Make the toy/ });
  const hint = page.locator('.submit-hint');
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveText(/about 2 min 5 s/);
  await expect(hint).toHaveText('Still needed: Pictures.');
  expect(await findFaults(page, 'empty form')).toEqual([]);

  // Several files at once, first too few and then too many, moved and removed.
  await tabTo(page, 'button', 'Add files');
  await chooseFiles(page, ['one.jpg'], 'image/jpeg');
  await expect(hint).toHaveText('Pictures: at least 2 are needed.');
  await tabTo(page, 'button', 'Add files');
  await chooseFiles(page, ['two.jpg', 'three.jpg', 'four.jpg', 'five.jpg'], 'image/jpeg');
  await expect(page.getByText('Only 4 fit here. Left out: five.jpg.')).toBeVisible();
  const list = page.getByRole('region', { name: 'Pictures' });
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await tabTo(page, 'button', 'Move four.jpg forward');
  await press('Enter', 'Enter', 'Enter');
  await expect(page.getByText('four.jpg is number 1 of 4 now.')).toBeAttached();
  await expect(list.locator('.slot-name')).toHaveText([
    'four.jpg',
    'one.jpg',
    'two.jpg',
    'three.jpg',
  ]);
  // At the front, the focus moves to the button for moving back, and the next Tab continues from there.
  await expect(page.getByRole('button', { name: 'Move four.jpg back' })).toBeFocused();
  await tabTo(page, 'button', 'Remove one.jpg');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Remove two.jpg' })).toBeFocused();

  // A text with a character limit, which is announced with the field.
  await expect(hint).toHaveText('Still needed: What to change.');
  await tabTo(page, 'textbox', 'What to change');
  await page.keyboard.insertText('x'.repeat(121));
  const prompt = page.getByRole('textbox', { name: 'What to change' });
  await expect(prompt).toHaveAttribute('aria-invalid', 'true');
  await expect(prompt).toHaveAccessibleDescription('121 of 120 characters One character too many.');
  await expect(hint).toHaveText('What to change: too long.');
  expect(await findFaults(page, 'form with an error')).toEqual([]);
  await press('ControlOrMeta+a');
  await page.keyboard.insertText('Snow at night 😀');

  // A list of long choices, short choices side by side, and numbers.
  await tabTo(page, 'button', /Direction/);
  await press('Enter', 'ArrowDown', 'Enter');
  await tabTo(page, 'radio', 'As the picture');
  await press('ArrowRight', 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Tall 9:16' })).toBeChecked();
  await tabTo(page, 'slider', 'Strength');
  await press('ArrowRight', 'ArrowRight');
  const strength = page.getByRole('textbox', { name: 'Strength' });
  await expect(strength).toHaveValue('0.85');
  await expect(strength).toHaveAccessibleDescription('0 leaves it as it is, 1 changes all of it.');
  await tabTo(page, 'textbox', 'Strength');
  await press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await press('Tab');
  await expect(strength).toHaveValue('1.00');
  await tabTo(page, 'radio', 'Whole clip');
  await press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Other' })).toBeChecked();
  await tabTo(page, 'textbox', 'Other');
  await page.keyboard.type('12');
  await tabTo(page, 'switch', 'Keep the grain');
  await press('Space');

  // Fields of one choice appear and disappear with it, and their content is not sent when hidden.
  await tabTo(page, 'radio', 'Original');
  await press('ArrowRight');
  await tabTo(page, 'button', 'Choose files');
  await chooseFiles(page, ['own.wav'], 'audio/wav');
  await expect(page.getByRole('region', { name: 'Own sound' })).toContainText('own.wav');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('radio', { name: 'A file of mine' }).focus();
  await press('ArrowRight');
  await expect(page.getByRole('region', { name: 'Own sound' })).toBeHidden();
  await expect(hint).toHaveText('The script is empty.');
  await tabTo(page, 'textbox', 'Script');
  await page.keyboard.insertText('Good morning.');
  await expect(submit).toBeEnabled();

  // Rarely used fields are behind "More", with a count.
  await tabTo(page, 'button', 'More');
  await press('Enter');
  await tabTo(page, 'textbox', 'Seed');
  await page.keyboard.type('42');
  await tabTo(page, 'radio', 'As the video');
  await press('ArrowRight');
  await expect(page.getByText('2 changed')).toBeVisible();
  expect(await findFaults(page, 'filled form')).toEqual([]);

  await tabTo(page, 'button', /^Make the toy/);
  await press('Enter');
  await expect.poll(() => submitted.length).toBe(1);
  const voice = submitted[0]!.options['voice_id'];
  expect(voice).toEqual(expect.any(String));
  expect(toRequest(submitted[0]!)).toEqual({
    image_keys: ['api/images/four.jpg', 'api/images/two.jpg', 'api/images/three.jpg'],
    prompt: 'Snow at night 😀',
    direction: 'side',
    aspect_ratio: '9:16',
    strength: 1,
    seed: 42,
    max_duration_sec: 12,
    keep_grain: false,
    sound: 'spoken',
    script: 'Good morning.',
    voice_id: voice,
    output_resolution_p: 480,
  });

  // Opened again, the form starts with its defaults; texts and files are as they were.
  await page.getByRole('button', { name: 'New job' }).focus();
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Strength' })).toHaveValue('0.75');
  await expect(page.getByRole('radio', { name: 'Original' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Keep the grain' })).toBeChecked();
  await expect(prompt).toHaveValue('Snow at night 😀');
  await tabTo(page, 'button', /^Make the toy/);
  await press('Enter');
  await expect.poll(() => submitted.length).toBe(2);
  expect(toRequest(submitted[1]!)).toEqual({
    image_keys: ['api/images/four.jpg', 'api/images/two.jpg', 'api/images/three.jpg'],
    prompt: 'Snow at night 😀',
    direction: 'front',
    strength: 0.75,
    keep_grain: true,
    sound: 'original',
  });
  await close();
});

for (const theme of ['dark', 'light'] as const) {
  test(`a form in German has every word and no fault, ${theme}`, async ({ page: app }) => {
    test.setTimeout(90_000);
    const { page, close } = await openForm(app, { language: 'de', theme, textScale: 1.6 });
    await page.getByRole('button', { name: 'Mehr' }).click();
    for (const label of ['Bilder', 'Eigener Ton']) {
      if (label !== 'Bilder') {
        await page.getByText('Eigene Datei').click();
      }
      await expect(page.getByRole('region', { name: label })).toBeVisible();
    }
    await expect(page.getByRole('textbox', { name: 'Stärke' })).toHaveValue('0,75');
    await expect(page.getByText('10 s')).toBeVisible();
    expect(await findFaults(page, `form ${theme}`)).toEqual([]);
    const overflow = await page.evaluate(() => {
      const main = document.querySelector('main')!;
      return main.scrollWidth - main.clientWidth;
    });
    expect(overflow).toBe(0);
    await close();
  });
}
