import { copyFile, rm, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { createId } from '../../base/ids.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import { claimPath } from '../files/claim-path.ts';
import type { CapturedPersons } from '../live/captured-persons.ts';
import type { Converted } from '../voices/conversions.ts';
import type { Library } from './library.ts';

/** Dependencies of storing a conversion. */
export interface AddConversionDependencies {
  readonly library: Pick<Library, 'put'>;
  readonly captured: () => Pick<CapturedPersons, 'add' | 'forget'>;
  /** Folder of results. */
  readonly folder: string;
  readonly nowMs: () => number;
}

/** Adds a converted recording to the results; it is deleted with its speaker. */
export async function addConversion(
  { path, name, voice, durationMs, sourceSha256 }: Converted,
  { library, captured, folder, nowMs }: AddConversionDependencies,
): Promise<void> {
  makePrivateFolder(folder);
  const ending = extname(name);
  const { path: kept } = claimPath({ folder, stem: basename(name, ending), ending });
  captured().add(kept, [sourceSha256]);
  try {
    await copyFile(path, kept);
  } catch (error) {
    await rm(kept, { force: true });
    captured().forget([kept]);
    throw error;
  }
  const { size: sizeBytes } = await stat(kept);
  await library.put({
    id: createId(),
    kind: 'conversion',
    name,
    atMs: nowMs(),
    durationMs,
    isOpen: false,
    profileId: null,
    costUsd: null,
    character: null,
    voice,
    file: { path: kept, kind: 'audio', sizeBytes },
    isRepaired: false,
    sha256s: [sourceSha256],
  });
}
