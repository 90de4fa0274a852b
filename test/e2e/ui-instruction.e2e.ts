import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { useSettings } from './ui-page.ts';

const chips = (page: Page) => page.locator('.instruction-chip');

test('an instruction of a live swap is shown as chips that can be left out, in any language', async ({
  launch,
}) => {
  const { page } = await launch();
  await page.setViewportSize({ width: 900, height: 600 });
  for (const theme of ['dark', 'light'] as const) {
    await useSettings(page, { language: 'en', theme });
    const field = page.getByLabel('Instruction');
    await field.fill('much warmer, only the face, make it rain and qwertz');
    await expect(chips(page)).toHaveText([
      'Not offered: rain',
      'Not understood: qwertz',
      /^much warmer/,
      'only face',
    ]);
    await page.screenshot({ path: test.info().outputPath(`chips-${theme}.png`) });
    expect(await findFaults(page, `instruction, ${theme}`)).toEqual([]);
    await page.getByRole('button', { name: 'Leave out: much warmer' }).click();
    await expect(field).toHaveValue(/^only the face/);
    await expect(chips(page)).toHaveCount(3);
  }
  // The strength slider is in the chip; its value is written into the instruction.
  const english = page.getByLabel('Instruction');
  await english.fill('warmer');
  await page.getByRole('slider', { name: 'How much: warmer' }).press('ArrowRight');
  await expect(english).toHaveValue('70 % warmer');
  // Instructions take effect immediately; a background moves into the selection beside the instruction.
  await useSettings(page, { language: 'de' });
  const field = page.getByLabel('Anweisung');
  await field.fill('Hintergrund unscharf, etwas wärmer, nur das Gesicht');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('etwas wärmer, nur das Gesicht');
  await expect(page.getByRole('button', { name: /Hintergrund/ })).toContainText('Unscharf');
  await page.getByRole('button', { name: /etwas wärmer/ }).click();
  await expect(field).toHaveValue('nur das Gesicht');
  await expect(chips(page)).toHaveText(['nur Gesicht']);
});
