import * as z from 'zod';
import { mediaKindSchema } from '../../contract/ipc/files.ts';
import { libraryKinds } from '../../contract/ipc/library.ts';

/** Records of the library itself; jobs have a list of their own. */
export const libraryRecordSchema = z.object({
  id: z.string().max(64),
  kind: z.enum(libraryKinds).exclude(['job']),
  name: z.string().max(512),
  atMs: z.number(),
  /** Null until it is known, and of a session that was cut off. */
  durationMs: z.number().nullable(),
  /** True when the record is a running session. */
  isOpen: z.boolean().default(false),
  profileId: z.string().max(64).nullable().default(null),
  costUsd: z.number().nullable().default(null),
  character: z.string().max(256).nullable().default(null),
  voice: z.string().max(256).nullable().default(null),
  file: z
    .object({ path: z.string().max(4096), kind: mediaKindSchema, sizeBytes: z.number() })
    .nullable()
    .default(null),
  isRepaired: z.boolean().default(false),
  /** Persons whose names or images are in it, by SHA-256. */
  sha256s: z.array(z.hash('sha256')).max(100).default([]),
});

/** See {@link libraryRecordSchema}. */
export type LibraryRecord = z.output<typeof libraryRecordSchema>;
