import { basename } from 'node:path';
import type { PackEntry } from '../../../packs/pack-list.ts';
import { findRvcFiles, type RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { toTitle } from '../../../packs/voice-files/to-title.ts';
import { listVoicePacks } from '../pack-voices.ts';
import { toVoiceId } from '../to-voice-id.ts';

/** RVC voice in a model folder with all files that it needs. */
export interface RvcSet {
  /** The `voice_id` of a session; stable while the file keeps its path. */
  readonly id: string;
  readonly name: string;
  readonly pack: PackEntry;
  readonly files: RvcFiles;
}

/** Lists the usable RVC voices in a folder at present, without loading them. */
export async function listRvcSets(folder: string | null): Promise<readonly RvcSet[]> {
  const packs = await listVoicePacks(folder);
  return packs.flatMap((pack) => {
    const files = findRvcFiles(pack, packs);
    const { id } = pack.entry;
    return files === null
      ? []
      : [{ id: toVoiceId('rvc', id), name: toName(id), pack: pack.entry, files }];
  });
}

function toName(packId: string): string {
  return toTitle(basename(packId).replace(/\.onnx$/i, ''));
}
