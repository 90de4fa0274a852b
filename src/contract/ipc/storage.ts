import * as z from 'zod';
import type { CallShape } from './kit.ts';
import { waitingSchema } from './persons.ts';

/** Kinds of stored content, in the order of the view. */
export const storageKinds = [
  'results',
  'captures',
  'characters',
  'recordings',
  'thumbnails',
  'uploads',
  'outputs',
  'database',
  'backups',
  'models',
  'compiled',
  'logs',
  'listened',
  'lists',
  'window',
  'set_aside',
] as const;

/** See {@link storageKinds}. */
export type StorageKind = (typeof storageKinds)[number];

/** Kinds that can be cleared. */
export const clearableKinds = [
  'results',
  'characters',
  'uploads',
  'compiled',
  'logs',
  'set_aside',
] as const satisfies readonly StorageKind[];

/** See {@link clearableKinds}. */
export type ClearableKind = (typeof clearableKinds)[number];

/** Kinds whose folder can be shown. */
export const shownKinds = [
  'results',
  'captures',
  'models',
  'logs',
  'lists',
] as const satisfies readonly StorageKind[];

/** See {@link shownKinds}. */
export type ShownKind = (typeof shownKinds)[number];

const entrySchema = z.object({
  kind: z.enum(storageKinds),
  /** Files, or entries of a list; null when only the service knows and it does not run. */
  count: z.int().nonnegative().nullable(),
  /** Null in the same case. */
  sizeBytes: z.number().nonnegative().nullable(),
  /** Location, as a full path. */
  path: z.string(),
});

/** One kind with its size. */
export type StorageEntry = z.output<typeof entrySchema>;

/** Stored content by location, as measured now. */
export const storageSchema = z.object({
  entries: z.array(entrySchema),
  /** Total of the data folder. */
  totalBytes: z.number().nonnegative(),
  /** Consents of files of which nothing else is kept. */
  bareConsents: z.int().nonnegative(),
  waiting: waitingSchema,
});

/** See {@link storageSchema}. */
export type StorageSurvey = z.output<typeof storageSchema>;

const nothing = z.strictObject({});

/** Calls about stored content. */
export const storageCalls = {
  'storage.survey': { input: nothing, output: storageSchema },
  /**
   * Deletes all content of a kind, and returns what is left. `results` also removes finished jobs from the list
   * and deletes them at their services. Throws `at_capacity` while a job is being sent.
   */
  'storage.clear': {
    input: z.strictObject({ kind: z.enum(clearableKinds) }),
    output: storageSchema,
  },
  /** Shows the folder of a kind in the file manager. */
  'storage.reveal': { input: z.strictObject({ kind: z.enum(shownKinds) }), output: z.null() },
  /** Forgets the consents of files of which nothing else is kept; Guise then asks again. */
  'storage.forget_consents': { input: nothing, output: storageSchema },
  /** Retries the pending deletions. */
  'storage.retry_deletions': { input: nothing, output: storageSchema },
  /** Opens the documentation page about stored content. */
  'storage.open_guide': { input: nothing, output: z.null() },
} as const satisfies Readonly<Record<string, CallShape>>;
