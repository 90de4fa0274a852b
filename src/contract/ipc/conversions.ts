import * as z from 'zod';
import {
  conversionChoiceSchema,
  conversionTargetSchema,
  convertedSoundSchema,
} from '../conversion.ts';
import type { CallShape } from './kit.ts';

/** A converted recording that the page can play. */
export const convertedRecordingSchema = convertedSoundSchema.extend({
  id: z.string(),
  /** Relative to the page. */
  url: z.string(),
});

/** See {@link convertedRecordingSchema}. */
export type ConvertedRecordingFile = z.output<typeof convertedRecordingSchema>;

const nothing = z.strictObject({});

/**
 * Calls about recordings that become ones in another voice: by the service of this computer, whatever service
 * is in use; no job, nothing to pay. One at a time.
 */
export const conversionCalls = {
  /** Rejects with `service_unreachable` while the service of this computer does not run. */
  'conversions.targets': { input: nothing, output: z.array(conversionTargetSchema) },
  /**
   * Answers when it is done; ends the one before and forgets its result. Rejects with what is wrong with the
   * recording, or `cancelled`.
   */
  'conversions.convert': {
    input: conversionChoiceSchema.extend({ fileId: z.string().max(64) }),
    output: convertedRecordingSchema,
  },
  'conversions.cancel': { input: nothing, output: z.null() },
  /** Copies the result where the user wants it; `path` is null when they changed their mind. */
  'conversions.save_as': {
    input: z.strictObject({ id: z.string().max(64) }),
    output: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about them. */
export const conversionEvents = {
  /** How much of the one that runs is done, 0..1. */
  'conversions.progressed': z.object({ fraction: z.number().min(0).max(1) }),
} as const;
