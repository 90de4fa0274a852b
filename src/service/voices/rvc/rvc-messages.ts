import * as z from 'zod';

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

/** A set that was measured; `measured` is null for one whose hash was known. */
export const hashedSetSchema = z.object({
  hash: z.string(),
  measured: measuredSchema.nullable(),
});

/** See {@link hashedSetSchema}. */
export type HashedSet = z.output<typeof hashedSetSchema>;
