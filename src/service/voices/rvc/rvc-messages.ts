import * as z from 'zod';
import { wireErrorSchema } from '../../../contract/wire-error.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';

/** What a process of voices is asked for; one question for each process. */
export type RvcTask =
  | {
      readonly type: 'measure';
      readonly files: RvcFiles;
      /** Hashes of sets that were measured before: those are not measured again. */
      readonly known: readonly string[];
    }
  | {
      readonly type: 'sample';
      readonly files: RvcFiles;
      /** Of the WAV file that is written. */
      readonly path: string;
    };

const speed = z.object({
  /** Seconds of work for a second of live speech. */
  load: z.number().nonnegative(),
  rateHz: z.number().positive(),
  providers: z.array(z.string()),
});

/** How fast a set was when it was measured. */
export type RvcSpeedFound = z.output<typeof speed>;

/** How a set did when it was measured: its speed, or why it has none. */
export const measuredSchema = z.union([z.object({ speed }), z.object({ failure: z.string() })]);

/** See {@link measuredSchema}. */
export type MeasuredRvc = z.output<typeof measuredSchema>;

/** The answer of the process. */
export const rvcAnswerSchema = z.discriminatedUnion('type', [
  /** `measured` is null for a set whose hash was known. */
  z.object({ type: z.literal('measured'), hash: z.string(), measured: measuredSchema.nullable() }),
  z.object({ type: z.literal('sampled') }),
  z.object({ type: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link rvcAnswerSchema}. */
export type RvcAnswer = z.output<typeof rvcAnswerSchema>;
