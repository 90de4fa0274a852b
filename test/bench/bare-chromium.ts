import { chromium } from '@playwright/test';
import { requireChromium } from '../../runtime/chromium/find.ts';

/**
 * Measures the start of a bare Chromium window with an empty page: the minimum for every start on this machine. Throws
 * when there is no Chromium.
 */
export async function timeBareChromium(): Promise<number> {
  const executablePath = requireChromium();
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
