import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Lists the violations that axe finds, one line each. */
export async function findFaults(page: Page, place: string): Promise<string[]> {
  // Legacy mode runs in this page; the other mode needs a second page, which the app does not have. An announcement
  // about a waiting button stays for seconds, with the name of the button, even after the button is gone.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Recording the passed checks as well would take as long again.
    .options({ resultTypes: ['violations'] })
    .exclude('[data-live-announcer]')
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${place}: ${id}: ${html.slice(0, 120)}`),
  );
}
