import * as z from 'zod';

/** What the process that decodes a reference answers. */
export const referenceSoundSchema = z.object({
  wav: z.instanceof(Uint8Array),
  durationMs: z.number().nonnegative(),
  isCut: z.boolean(),
});

/** See {@link referenceSoundSchema}. */
export type ReferenceSound = z.output<typeof referenceSoundSchema>;
