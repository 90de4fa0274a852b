import * as z from 'zod';

const speed = z.object({
  /** Seconds of work for a second of live speech. */
  load: z.number().nonnegative(),
  rateHz: z.number().positive(),
  providers: z.array(z.string()),
});

/** Measured speed of a model. */
export type RvcSpeedFound = z.output<typeof speed>;

/** Result of a measurement: the speed, or the reason of a failure. */
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
