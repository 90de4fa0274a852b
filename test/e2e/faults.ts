import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong, one line each. */
export async function findFaults(page: Page, place: string): Promise<string[]> {
  // Legacy mode works inside this page; the other one opens a second page, which the app has not.
  // What was said of a button that waited is kept for seconds, with the name of the button, even when it is gone.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // To write down what is right, too, takes as long again.
    .options({ resultTypes: ['violations'] })
    .exclude('[data-live-announcer]')
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${place}: ${id}: ${html.slice(0, 120)}`),
  );
}
