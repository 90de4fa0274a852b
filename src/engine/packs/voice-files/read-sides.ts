import { basename, dirname } from 'node:path';
import { AppError } from '../../../base/errors.ts';
import type { PackEntry } from '../pack-list.ts';
import { UNKNOWN_LICENCE, type PackLicence } from '../recognise/families.ts';
import type { KnownVoice } from '../recognise/recognise-voice.ts';
import { readKokoroVoices } from './kokoro-voices.ts';
import { readPiperVoices } from './piper-voices.ts';
import { findCardLicence } from './side-file.ts';
import type { PackVoice } from './speech-models.ts';

/** Facts of a voice model from the files beside it. */
export interface VoiceSides {
  readonly voices: readonly PackVoice[];
  /** Reason why it cannot be used; null when it can. */
  readonly refusal: string | null;
  readonly note: string | null;
  readonly licence: PackLicence;
  readonly sizeBytes: number;
}

/** Reads the files beside a voice model. Never throws because of their content. */
export async function readVoiceSides(
  path: string,
  { id, ...entry }: Pick<PackEntry, 'id' | 'licence'>,
  { signature, metadata }: KnownVoice,
): Promise<VoiceSides> {
  const stated = entry.licence === UNKNOWN_LICENCE ? await findCardLicence(dirname(path)) : null;
  const licence = stated ?? entry.licence;
  const none = { voices: [], refusal: null, note: null, licence, sizeBytes: 0 };
  try {
    switch (signature.kind) {
      case 'piper':
        return { ...none, ...(await readPiperVoices(path, signature)) };
      case 'kokoro':
        return {
          ...none,
          ...(await readKokoroVoices({
            path,
            hasParent: id.includes('/'),
            ports: signature,
            metadata,
          })),
        };
      case 'rvc':
      case 'encoder':
      case 'estimator':
        return none;
    }
  } catch (error) {
    const text = `What lies beside ${basename(path)} cannot be read.`;
    return { ...none, refusal: error instanceof AppError ? error.message : text };
  }
}
