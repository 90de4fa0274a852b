import { chromium } from '@playwright/test';
import { findChromium } from '../../runtime/chromium/find.ts';

/**
 * How long a bare Chromium window with an empty page takes on this machine: what every start on it
 * pays. Throws when there is no Chromium.
 */
export async function timeBareChromium(): Promise<number> {
  const executablePath = findChromium();
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
