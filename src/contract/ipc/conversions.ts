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
 * Calls that convert a recording to another voice. They always use the service of this computer, create no job
 * and cost nothing. One conversion runs at a time.
 */
export const conversionCalls = {
  /** Rejects with `service_unreachable` while the service of this computer does not run. */
  'conversions.targets': { input: nothing, output: z.array(conversionTargetSchema) },
  /**
   * Converts a recording and resolves when done; cancels the previous conversion and discards its result.
   * Rejects with the fault of the recording, or `cancelled`.
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
  /** Progress of the running conversion, 0..1. */
  'conversions.progressed': z.object({ fraction: z.number().min(0).max(1) }),
} as const;
