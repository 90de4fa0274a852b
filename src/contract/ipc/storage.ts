import * as z from 'zod';
import type { CallShape } from './kit.ts';
import { waitingSchema } from './persons.ts';

/** Kinds of what Guise keeps, in the order they are shown. */
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
  /** Where it lies, as a full path. */
  path: z.string(),
});

/** One kind with how much there is of it. */
export type StorageEntry = z.output<typeof entrySchema>;

/** What is kept where, as measured now. */
export const storageSchema = z.object({
  entries: z.array(entrySchema),
  /** Everything in the data folder together. */
  totalBytes: z.number().nonnegative(),
  /** Consents of files of which nothing else is kept. */
  bareConsents: z.int().nonnegative(),
  waiting: waitingSchema,
});

/** See {@link storageSchema}. */
export type StorageSurvey = z.output<typeof storageSchema>;

const nothing = z.strictObject({});

/** Calls about what is kept. */
export const storageCalls = {
  'storage.survey': { input: nothing, output: storageSchema },
  /**
   * Deletes all of a kind, and gives what is kept then. `results`: also takes the jobs that are over out of the list,
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
  /** Tries what waits to be deleted once more. */
  'storage.retry_deletions': { input: nothing, output: storageSchema },
  /** Opens the page of the documentation that says what is kept where. */
  'storage.open_guide': { input: nothing, output: z.null() },
} as const satisfies Readonly<Record<string, CallShape>>;
