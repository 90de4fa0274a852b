import { basename } from 'node:path';
import type { PackEntry } from '../../../packs/pack-list.ts';
import { findRvcFiles, type RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { toTitle } from '../../../packs/voice-files/to-title.ts';
import { listVoicePacks } from '../pack-voices.ts';
import { toVoiceId } from '../to-voice-id.ts';

/** A voice of RVC in a folder of models, with all that it needs. */
export interface RvcSet {
  /** The `voice_id` of a session; stays the same as long as the file lies where it is. */
  readonly id: string;
  readonly name: string;
  readonly pack: PackEntry;
  readonly files: RvcFiles;
}

/** The voices of RVC that can be used, as the folder is now. Loads none of them. */
export async function listRvcSets(folder: string | null): Promise<readonly RvcSet[]> {
  const packs = await listVoicePacks(folder);
  return packs.flatMap((pack) => {
    const files = findRvcFiles(pack, packs);
    const { id } = pack.entry;
    return files === null
      ? []
      : [{ id: toVoiceId('rvc', id), name: nameOf(id), pack: pack.entry, files }];
  });
}

function nameOf(packId: string): string {
  return toTitle(basename(packId).replace(/\.onnx$/i, ''));
}
