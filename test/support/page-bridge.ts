import type { Page } from '@playwright/test';

/**
 * Calls main through the raw bridge of the preload script, as the page does. Throws when main answers with an error.
 */
export async function callPage(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async (question) => {
      const bridge = Reflect.get(globalThis, 'guise') as
        | { call: (name: string, input: unknown) => Promise<Record<string, unknown>> }
        | undefined;
      if (bridge === undefined) {
        throw new Error('The page has no bridge.');
      }
      const reply = await bridge.call(question.name, question.input);
      if (reply['ok'] !== true) {
        throw new Error(`${question.name} failed: ${JSON.stringify(reply['error'])}`);
      }
      return reply['value'];
    },
    { name, input },
  );
}
