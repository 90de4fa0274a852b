import { basename } from 'node:path';
import type { PackEntry } from '../../../packs/pack-list.ts';
import { findRvcFiles, type RvcFiles } from '../../../packs/voice/rvc-files.ts';
import { listVoicePacks } from '../pack-voices.ts';

/** A voice of RVC in a folder of models, with all that it needs. */
export interface RvcSet {
  /** The `voice_id` of a session; stays the same as long as the file lies where it is. */
  readonly id: string;
  readonly name: string;
  readonly pack: PackEntry;
  readonly files: RvcFiles;
}

/** Longest id of a voice that the API takes. */
const LONGEST_ID = 128;

/** The voices of RVC that can be used, as the folder is now. Loads none of them. */
export async function listRvcSets(folder: string | null): Promise<readonly RvcSet[]> {
  const packs = await listVoicePacks(folder);
  return packs.flatMap((pack) => {
    const files = findRvcFiles(pack, packs);
    const { id } = pack.entry;
    return files === null ? [] : [{ id: toId(id), name: nameOf(id), pack: pack.entry, files }];
  });
}

function toId(packId: string): string {
  return `rvc:${packId.replace(/\.onnx$/i, '')}`.slice(0, LONGEST_ID);
}

function nameOf(packId: string): string {
  const words = basename(packId)
    .replace(/\.onnx$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
