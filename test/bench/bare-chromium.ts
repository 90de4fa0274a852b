import { chromium } from '@playwright/test';
import { debianPackages } from '../../scripts/lib/debian-packages.mjs';
import { findProgram } from '../support/display.ts';

/**
 * How long a bare Chromium window with an empty page takes on this machine: what every start on it
 * pays. Throws when there is no Chromium.
 */
export async function timeBareChromium(): Promise<number> {
  const programs = debianPackages.find((entry) => entry.name === 'chromium')?.programs ?? [];
  const executablePath = programs.map(findProgram).find((path) => path !== null);
  if (executablePath === undefined) {
    throw new Error('There is no Chromium for the reference.');
  }
  const startedAtMs = performance.now();
  const browser = await chromium.launch({ executablePath, headless: false });
  try {
    const page = await browser.newPage();
    await page.setContent('<h1>Empty</h1>');
    return performance.now() - startedAtMs;
  } finally {
    await browser.close();
  }
}
