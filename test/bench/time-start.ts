import { launchApp } from '../support/launch.ts';

/** From the start of the process until the page has painted something of its own, in milliseconds. */
export async function timeStart(): Promise<number> {
  const { page, startedAtMs, close } = await launchApp();
  try {
    await page.locator('main h1').first().waitFor();
    // The entry comes a moment after the picture.
    const painted = await page.waitForFunction(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      return paint === undefined ? undefined : performance.timeOrigin + paint.startTime;
    });
    return (await painted.jsonValue())! - startedAtMs;
  } finally {
    await close();
  }
}
