import * as z from 'zod';

/** A place in a recording that the user wants to find again, in milliseconds from its beginning. */
export const markerSchema = z.object({
  atMs: z.int().nonnegative(),
  title: z.string().min(1).max(80),
});

/** See {@link markerSchema}. */
export type Marker = z.output<typeof markerSchema>;
