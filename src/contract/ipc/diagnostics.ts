import * as z from 'zod';
import type { CallShape } from './kit.ts';

/** Lines of the log that are shown at most. */
export const shownLogLines = 100;

const logLineSchema = z.object({
  time: z.string(),
  level: z.enum(['info', 'warn', 'error']),
  /** Message with its facts; secrets were removed when it was written. */
  text: z.string(),
});

/** A displayed line of the log. */
export type LogLine = z.output<typeof logLineSchema>;

/** Calls about faults and the log. */
export const diagnosticsCalls = {
  /** Newest lines of the app's log or of the local service's log, oldest first. */
  'diagnostics.read_log': {
    input: z.strictObject({ of: z.enum(['app', 'service']) }),
    output: z.array(logLineSchema),
  },
  /** Asks for a path, and writes a report without secrets; null when the user cancels. */
  'diagnostics.save': {
    input: z.strictObject({}),
    output: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;
