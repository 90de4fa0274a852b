import * as z from 'zod';
import type { WireError } from '../../base/errors.ts';

/** What the parent says. */
export const toEmbeddedSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    /** Data folder; made when missing. */
    dataDir: z.string().min(1),
    /** 32 bytes in base64 that seal secrets; a file of the data folder holds them when absent. */
    masterKey: z.string().optional(),
    /** Address (URL) of the list of processors, when it is not the product's own. */
    registry: z.string().optional(),
    /** Jobs that run at once. */
    slots: z.int().min(1).max(64).optional(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  }),
  z.strictObject({ type: z.literal('stop') }),
]);

/** See {@link toEmbeddedSchema}. */
export type ToEmbedded = z.input<typeof toEmbeddedSchema>;

/** The start message, parsed. */
export type StartMessage = Extract<z.output<typeof toEmbeddedSchema>, { type: 'start' }>;

/** What the service says, once. Log lines go to standard error. */
export type FromEmbedded =
  | { readonly type: 'started'; readonly baseUrl: string; readonly apiKey: string }
  | { readonly type: 'failed'; readonly error: WireError };
