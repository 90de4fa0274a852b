import * as z from 'zod';
import type { StoredJsonFile } from '../files/stored-file.ts';

/** Most faces whose consent is remembered; the oldest are asked for again. */
const maxFaces = 5_000;

/** File of consents: SHA-256 of each image, and the time of consent. */
export const consentsFileSchema = z.object({
  faces: z
    .array(z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), agreedAtMs: z.number() }))
    .default([]),
});

/** Images of persons whose consent the user confirmed. */
export interface Consents {
  readonly has: (sha256: string) => boolean;
  readonly add: (sha256: string) => void;
  /** Time of the confirmation, in Unix milliseconds; null without one. */
  readonly agreedAtMs: (sha256: string) => number | null;
  readonly list: () => readonly string[];
  readonly remove: (sha256s: ReadonlySet<string>) => void;
}

/** Opens the consents over their file. */
export function createConsents(
  file: StoredJsonFile<z.output<typeof consentsFileSchema>>,
  nowMs: () => number,
): Consents {
  const has = (sha256: string): boolean => file.read().faces.some((face) => face.sha256 === sha256);
  return {
    has,
    add: (sha256) => {
      if (!has(sha256)) {
        const faces = [...file.read().faces, { sha256, agreedAtMs: nowMs() }];
        file.write({ faces: faces.slice(-maxFaces) });
      }
    },
    agreedAtMs: (sha256) =>
      file.read().faces.find((face) => face.sha256 === sha256)?.agreedAtMs ?? null,
    list: () => file.read().faces.map(({ sha256 }) => sha256),
    remove: (sha256s) => {
      const faces = file.read().faces.filter(({ sha256 }) => !sha256s.has(sha256));
      if (faces.length < file.read().faces.length) {
        file.write({ faces });
      }
    },
  };
}
