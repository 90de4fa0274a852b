import * as z from 'zod';

/** Files of one kind: how many, and how large together. */
export const fileTotalsSchema = z.object({
  count: z.int().nonnegative(),
  sizeBytes: z.number().nonnegative(),
});

/** See {@link fileTotalsSchema}. */
export type FileTotals = z.output<typeof fileTotalsSchema>;

/** Stored content of the embedded service. */
export const storeContentsSchema = z.object({
  uploads: fileTotalsSchema,
  outputs: fileTotalsSchema,
  previews: fileTotalsSchema,
});

/** See {@link storeContentsSchema}. */
export type StoreContents = z.output<typeof storeContentsSchema>;

/** Result of a content deletion by the embedded service. */
export const deletedContentSchema = z.object({
  jobs: z.int().nonnegative(),
  uploads: z.int().nonnegative(),
});

/** See {@link deletedContentSchema}. */
export type DeletedContent = z.output<typeof deletedContentSchema>;

/** Maximum contents in one deletion: a person, and everything made from it. */
export const maxContents = 2_000;

/** Contents by their SHA-256. */
export const contentsSchema = z.array(z.hash('sha256')).max(maxContents);
