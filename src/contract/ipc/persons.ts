import * as z from 'zod';
import { mediaKindSchema } from './files.ts';
import type { CallShape } from './kit.ts';

/**
 * A person is identified by the exact bytes of the image or recording with consent: their SHA-256. Another
 * photo of the same human counts as another person.
 */
const personId = z.hash('sha256');

/**
 * Item from which a person's deletion is requested: a job, a character, a chosen file, or the list of persons.
 */
export const personSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), id: z.string().max(64) }),
  z.strictObject({ kind: z.literal('character'), id: z.string().max(64) }),
  z.strictObject({ kind: z.literal('file'), id: z.string().max(64) }),
  z.strictObject({ kind: z.literal('person'), id: personId }),
]);

/** See {@link personSourceSchema}. */
export type PersonSource = z.output<typeof personSourceSchema>;

const count = z.int().nonnegative();

/** A person in displayed form. */
export const personSchema = z.object({
  id: personId,
  part: z.enum(['face', 'voice']),
  /** Name of the file or the character. */
  name: z.string(),
  kind: mediaKindSchema,
  /** URL of the image or audio; null when it no longer exists. */
  url: z.string().nullable(),
  /** Time at which the user confirmed the person's consent; null when it was not recorded. */
  agreedAtMs: z.number().nullable(),
  jobs: count,
  characters: count,
});

/** See {@link personSchema}. */
export type Person = z.output<typeof personSchema>;

/** A service that has something of a person. */
const locationSchema = z.object({
  /** Null for a service that is no longer set up, or has another URL now: nothing can be deleted there. */
  profileId: z.string().nullable(),
  /** User's name for the service; null for the local one, and for one that is no longer set up. */
  name: z.string().nullable(),
  jobs: count,
});

/** All data that is deleted with persons. */
export const belongingsSchema = z.object({
  persons: z.array(personSchema),
  /** Results on this computer. */
  results: count,
  thumbnails: count,
  characters: count,
  /** Recordings made in a form. */
  recordings: count,
  /** Recordings and snapshots of the output while the person was shown or heard. */
  captures: count,
  /** Jobs that still run, and are stopped. */
  running: count,
  /** Damaged lists and databases that were set aside: they cannot be searched, so they are deleted whole. */
  setAside: count,
  /** True when the person is on air now; their removal then ends the session. */
  isOnAir: z.boolean(),
  locations: z.array(locationSchema),
});

/** See {@link belongingsSchema}. */
export type PersonData = z.output<typeof belongingsSchema>;

/** Deletions that are pending and retried until they succeed. */
export const waitingSchema = z.object({
  /** Deletions by service; `name` is null for the one of this computer. */
  services: z.array(
    z.object({
      profileId: z.string(),
      name: z.string().nullable(),
      count,
      /** Items among these that the service cannot delete at all. */
      refused: count,
    }),
  ),
  /** Local files that could not be deleted, for example because another program has them open. */
  paths: z.array(z.string()),
});

/** See {@link waitingSchema}. */
export type Waiting = z.output<typeof waitingSchema>;

/** Result of a deletion. */
export const personDeletedSchema = z.object({
  /** Deletions that are still pending. */
  waiting: waitingSchema,
  /** Jobs at services that are no longer set up: only their operators can delete them. */
  outOfReach: count,
});

/** See {@link personDeletedSchema}. */
export type PersonDeleted = z.output<typeof personDeletedSchema>;

const nothing = z.strictObject({});

/** Calls about the persons of faces and voices. */
export const personCalls = {
  /** All persons with stored data besides the consent. */
  'persons.list': { input: nothing, output: z.array(personSchema) },
  /**
   * Lists what a deletion of the persons in a job, a character or a file would remove; throws `not_found` when
   * it does not exist.
   */
  'persons.survey': { input: z.strictObject({ of: personSourceSchema }), output: belongingsSchema },
  /**
   * Deletes all data of persons: immediately on this computer, at services as soon as they are reachable. It is
   * irreversible, and continues after a restart.
   */
  'persons.delete': {
    input: z.strictObject({ ids: z.array(personId).min(1).max(50) }),
    output: personDeletedSchema,
  },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about persons. */
export const personEvents = {
  /** Chosen files that must no longer be used. */
  'persons.deleted': z.object({ fileIds: z.array(z.string()) }),
} as const;
