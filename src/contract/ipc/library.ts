import * as z from 'zod';
import { jobFeatureNames } from '../api/features.ts';
import { chosenFileSchema, mediaKindSchema } from './files.ts';
import { localJobStates, remoteResultSchema } from './jobs.ts';
import type { CallShape } from './kit.ts';

/** Kinds of library items, in the order of the filters. */
export const libraryKinds = ['job', 'recording', 'snapshot', 'conversion', 'session'] as const;

/** One of {@link libraryKinds}. */
export type LibraryKind = (typeof libraryKinds)[number];

/** States of an item; `failed` includes cancelled jobs. */
export const libraryStates = ['running', 'done', 'failed'] as const;

/** One of {@link libraryStates}. */
export type LibraryState = (typeof libraryStates)[number];

/** Maximum rows of one reply, which keeps it far below the message limit of the bridge. */
export const maxLibraryRows = 50;
/** Time during which a removal can be undone, in milliseconds. */
export const libraryUndoMs = 10_000;
/** Inputs of a job that have a thumbnail in the list. */
export const shownInputs = 2;
/** Maximum size of a row's thumbnail, in bytes. */
export const maxLibraryThumbnailBytes = 65_536;

const fileSchema = z.object({
  name: z.string(),
  kind: mediaKindSchema,
  /** Relative to the page. */
  url: z.string(),
  /** URL of a small JPEG; null until the page rendered one. */
  thumbnailUrl: z.string().nullable(),
});

/** A row of the library. */
export const libraryItemSchema = z.object({
  id: z.string(),
  kind: z.enum(libraryKinds),
  /** Name of its file or of the first input, else the first words of its script; may be empty. */
  name: z.string(),
  feature: z.enum(jobFeatureNames).nullable(),
  state: z.enum(libraryStates),
  /** Null for items that are not jobs. */
  jobState: z.enum(localJobStates).nullable(),
  atMs: z.number(),
  /** Duration; null when unknown. */
  durationMs: z.number().nullable(),
  /** Service that made it; null when this computer made it by itself. */
  profileId: z.string().nullable(),
  /** Null where nothing was to pay, or until it is known. */
  costUsd: z.number().nullable(),
  /** Character and voice, by the names they had. */
  character: z.string().nullable(),
  voice: z.string().nullable(),
  /** Playable file; null for a session, and for a job without a result. */
  file: fileSchema.extend({ sizeBytes: z.number() }).nullable(),
  /** True when another program moved or deleted the file. */
  isGone: z.boolean(),
  /**
   * The result at its service, where it is not here: whether it can be fetched, until when its link holds, and whether
   * the service has it no more. Else null.
   */
  remote: remoteResultSchema.extend({ mayFetch: z.boolean() }).nullable(),
  /** First inputs of a job, in the order of its form. */
  inputs: z.array(fileSchema).max(shownInputs),
  /** True when a recording was cut off and was finished at a later start. */
  isRepaired: z.boolean(),
});

/** See {@link libraryItemSchema}. */
export type LibraryItem = z.output<typeof libraryItemSchema>;

/** One typed word with the catalogue entries it matches, because main has no texts. */
const wordSchema = z.strictObject({
  text: z.string().min(1).max(64),
  features: z.array(z.enum(jobFeatureNames)).max(jobFeatureNames.length),
  voiceIds: z.array(z.string().max(128)).max(500),
});

/** Filter of the library; null matches everything. */
export const libraryQuerySchema = z.strictObject({
  kind: z.enum(libraryKinds).nullable(),
  state: z.enum(libraryStates).nullable(),
  profileId: z.string().max(64).nullable(),
  /** All words have to match. */
  words: z.array(wordSchema).max(8),
});

/** See {@link libraryQuerySchema}. */
export type LibraryQuery = z.output<typeof libraryQuerySchema>;

/** Page of rows, with totals of the whole query. */
export const libraryPageSchema = z.object({
  items: z.array(libraryItemSchema).max(maxLibraryRows),
  /** Total rows of the query. */
  total: z.number(),
  /** Total cost of these rows. */
  spentUsd: z.number(),
  /** Rows by kind. */
  counts: z.record(z.enum(libraryKinds), z.number()),
  /** True when the library has no items at all, regardless of the filter. */
  isEmpty: z.boolean(),
  /** Services that have rows. */
  profileIds: z.array(z.string()),
});

/** See {@link libraryPageSchema}. */
export type LibraryPage = z.output<typeof libraryPageSchema>;

const itemId = z.string().max(64);
const ids = z.array(itemId).min(1).max(1_000);
const done = z.null();

/** Calls about everything that was made: jobs, recordings, snapshots, conversions and live sessions. */
export const libraryCalls = {
  /** Rows from `offset` on, newest first. */
  'library.page': {
    input: z.strictObject({
      query: libraryQuerySchema,
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(maxLibraryRows),
    }),
    output: libraryPageSchema,
  },
  /**
   * Removes items from the list and deletes them a few seconds later, with their files and at their services,
   * unless they are restored. Rejects with `invalid_input` for a running job.
   */
  'library.remove': { input: z.strictObject({ ids }), output: done },
  /** Restores removed items that are not deleted yet. */
  'library.restore': { input: z.strictObject({ ids }), output: done },
  /** Shows the file of an item in the file manager. */
  'library.reveal': { input: z.strictObject({ id: itemId }), output: done },
  /** Opens the file of an item with the program of the system. */
  'library.open': { input: z.strictObject({ id: itemId }), output: done },
  /** The file of an item as one the user chose, for the form of a job. */
  'library.choose': { input: z.strictObject({ id: itemId }), output: chosenFileSchema },
  /** Stores a small JPEG of the file of an item, or of one of its inputs, and the duration of that file. */
  'library.keep_thumbnail': {
    input: z.strictObject({
      id: itemId,
      /** Null for the file itself. */
      input: z
        .int()
        .min(0)
        .max(shownInputs - 1)
        .nullable(),
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= maxLibraryThumbnailBytes, 'At most 65,536 bytes.')
        .refine((bytes) => bytes[0] === 0xff && bytes[1] === 0xd8, 'Only JPEG.'),
    }),
    output: z.object({ url: z.string() }),
  },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about the library. */
export const libraryEvents = {
  /** Sent when an item was added or removed; jobs have events of their own. */
  'library.changed': z.object({}),
} as const;
