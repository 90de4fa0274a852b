import { createPackRegistry, type PackRegistry } from '../../packs/pack-registry.ts';
import type { RecognisedVoicePack } from '../../packs/recognised-pack.ts';
import type { PackVoice } from '../../packs/voice-files/speech-models.ts';
import { type CatalogueVoice, nameLanguage, voiceCatalogue } from '../catalogue.ts';
import { toVoiceId } from './to-voice-id.ts';

/** Last used folder, whose registry caches the kinds of its files. */
let last: { readonly folder: string; readonly registry: PackRegistry } | null = null;

/** Lists the built-in voices, then those of the models in a folder. */
export async function listNeuralVoices(folder: string | null): Promise<readonly CatalogueVoice[]> {
  return [...voiceCatalogue, ...(await listPackVoices(folder))];
}

async function listPackVoices(folder: string | null): Promise<readonly CatalogueVoice[]> {
  const packs = await listVoicePacks(folder);
  return packs.flatMap((pack) => pack.voices.map((voice) => toCatalogueVoice(pack, voice)));
}

/** Lists the usable voice models in a folder at present; empty without a folder. */
export async function listVoicePacks(
  folder: string | null,
): Promise<readonly RecognisedVoicePack[]> {
  if (folder === null) {
    return [];
  }
  if (last?.folder !== folder) {
    last = { folder, registry: createPackRegistry(folder) };
  }
  return last.registry.listVoicePacks();
}

function toCatalogueVoice({ entry }: RecognisedVoicePack, voice: PackVoice): CatalogueVoice {
  return {
    id: toVoiceId(voice.model.kind, entry.id, voice.key),
    label: voice.label,
    tag: voice.tag,
    language: nameLanguage(voice.tag),
    register: voice.register,
    quality: voice.quality,
    licence: entry.licence.text,
    engine: voice.model.kind,
    base: voice.reader,
    pace: 1,
    shift: null,
    model: voice.model,
  };
}
