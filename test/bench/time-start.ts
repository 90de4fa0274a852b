import { launchApp } from '../support/launch.ts';

/** Time from the start of the process to the first paint of the page, in milliseconds. */
export async function timeStart(): Promise<number> {
  const { page, startedAtMs, close } = await launchApp();
  try {
    await page.locator('main h1').first().waitFor();
    // The performance entry appears shortly after the paint.
    const painted = await page.waitForFunction(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      return paint === undefined ? undefined : performance.timeOrigin + paint.startTime;
    });
    return (await painted.jsonValue())! - startedAtMs;
  } finally {
    await close();
  }
}
