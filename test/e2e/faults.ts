import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import * as z from 'zod';

/** An announcement about a waiting button stays for seconds, with the name of the button, even after the button is gone. */
const announcer = '[data-live-announcer]';
/** The rules of axe that depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Lists the violations that axe finds, one line each: of all rules, or only of those about colours. */
export async function findFaults(
  page: Page,
  place: string,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // Recording the passed checks as well would take as long again.
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'all' ? {} : { runOnly: { type: 'rule', values: colourRules } }),
  };
  await page.evaluate(finishAnimations);
  const isLoaded = await page.evaluate(() => Reflect.has(globalThis, 'axe'));
  const found: unknown = await (isLoaded ? runAgain(page, options) : runFirst(page, options));
  return violationsSchema
    .parse(found)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${place}: ${id}: ${html.slice(0, 120)}`));
}

/** Waits for what fades in or out: amid it, its colours have less contrast. Runs in the page. */
async function finishAnimations(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const running = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(running.map((animation) => animation.finished));
}

/** Loads axe into the page, and runs it. */
async function runFirst(page: Page, options: object): Promise<unknown> {
  // Legacy mode runs in this page; the other mode needs a second page, which the app does not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(options).exclude(announcer);
  return (await axe.analyze()).violations;
}

/** Runs the axe that the page has: to load it again would take twice as long as its run. */
async function runAgain(page: Page, options: object): Promise<unknown> {
  return page.evaluate(
    async ([excluded, asked]) => {
      const axe = Reflect.get(globalThis, 'axe') as {
        run(context: object, options: object): Promise<{ readonly violations: unknown }>;
      };
      const { violations } = await axe.run({ exclude: [[excluded]] }, asked);
      return violations;
    },
    [announcer, options] as const,
  );
}
