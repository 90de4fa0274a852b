import * as z from 'zod';
import { foundUpdateSchema } from '../updates.ts';
import type { CallShape } from './kit.ts';

/** Calls about newer versions of Guise. */
export const updateCalls = {
  /**
   * Asks the feed of the settings once which version is the newest, because the user pressed a button. Nothing is
   * downloaded. Throws `service_unreachable`, `bad_reply`, and `invalid_input` while no feed is set.
   */
  'updates.check': { input: z.strictObject({}), output: foundUpdateSchema },
} as const satisfies Readonly<Record<string, CallShape>>;
