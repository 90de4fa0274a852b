import type { Page } from '@playwright/test';
import { type Reply, replySchema } from '../../src/contract/ipc/kit.ts';

/** Calls main through the raw bridge with any name and input, and returns the whole reply. */
export async function sendRawCall(page: Page, name: unknown, input: unknown): Promise<Reply> {
  const reply: unknown = await page.evaluate(
    async (asked) => window.guise?.call(asked.name as string, asked.input),
    { name, input },
  );
  return replySchema.parse(reply);
}

/** Code of the error of a reply, or `ok`. */
export function toCode(reply: Reply): string {
  return reply.ok ? 'ok' : reply.error.code;
}
