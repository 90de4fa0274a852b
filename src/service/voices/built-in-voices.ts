import { openVoiceAnalyzerHost } from './analysis/voice-analyzer-host.ts';
import {
  describeRealTimeFactor,
  isLive,
  type RvcEntry,
  type RvcVoices,
  findSpeed,
} from './rvc/rvc-voices.ts';
import type { ListedChangerVoice, VoiceCatalogue } from './voice-catalogue.ts';

/** A catalogue with a thread that speaks its samples; close it. */
export interface BuiltInVoices extends VoiceCatalogue {
  close(): Promise<void>;
}

/**
 * Opens the voices of Guise and of the user's models. They are loaded, and samples are synthesised, at first
 * use.
 */
export function openBuiltInVoices(readFolder: () => string | null, rvc: RvcVoices): BuiltInVoices {
  const host = openVoiceAnalyzerHost();
  const samples = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  async function speakSample(voiceId: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const { findChangerTarget } = await import('../../engine/voice/changer/changer-catalogue.ts');
    return findChangerTarget(voiceId) === null
      ? rvc.makeSample(voiceId)
      : host.speakSample(voiceId);
  }

  return {
    async listVoices() {
      const { listNeuralVoices } = await import('../../engine/voice/neural/pack-voices.ts');
      const voices = await listNeuralVoices(readFolder());
      return voices.map(({ id, label, language }) => ({ id, name: label, language }));
    },
    async listChangerVoices() {
      const { changerCatalogue } = await import('../../engine/voice/changer/changer-catalogue.ts');
      const own = changerCatalogue.map(({ id, name, description }) => ({ id, name, description }));
      return [...own, ...(await rvc.list()).filter(isLive).map(toChangerVoice)];
    },
    async openSample(voiceId) {
      const sample = samples.get(voiceId) ?? speakSample(voiceId);
      samples.set(voiceId, sample);
      try {
        const body = await sample;
        if (body === null) {
          samples.delete(voiceId);
        }
        return body === null ? null : { contentType: 'audio/wav', body };
      } catch (error) {
        samples.delete(voiceId);
        throw error;
      }
    },
    async checkSpeech(request) {
      const { checkSpeech } = await import('./check-speech.ts');
      await checkSpeech(request, readFolder());
    },
    close: () => host.close(),
  };
}

function toChangerVoice(entry: RvcEntry): ListedChangerVoice {
  const { id, name, pack } = entry;
  const speed = findSpeed(entry);
  const cost = speed === null ? '' : ` ${describeRealTimeFactor(speed.load)}.`;
  return { id, name, description: `RVC, ${pack.id}.${cost} Licence: ${pack.licence.text}` };
}
