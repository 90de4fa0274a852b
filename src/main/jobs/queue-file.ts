import * as z from 'zod';
import { openStoredFile, type StoredJsonFile } from '../files/stored-file.ts';

/** The file of the queue: what the user arranged. Jobs themselves are in the list of jobs. */
const queueFileSchema = z.object({
  isPaused: z.boolean().default(false),
  /** Ids of jobs that wait, the next one first; those that are not in it follow in the order of their arrival. */
  order: z.array(z.string().max(64)).default([]),
});

/** See {@link queueFileSchema}. */
export type QueueFile = z.output<typeof queueFileSchema>;

/** Opens the file of the queue. */
export function openQueueFile(
  folder: string,
  onSetAside: (path: string) => void,
): StoredJsonFile<QueueFile> {
  return openStoredFile({ folder, name: 'queue', schema: queueFileSchema, onSetAside });
}
