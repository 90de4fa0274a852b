import type { Readable } from 'node:stream';
import type { Voice } from '../../contract/api/resources/voice.ts';

/** A target voice of the voice changer. */
export interface ListedChangerVoice {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Bytes of a sample; the taker reads or destroys a stream. */
export interface VoiceSample {
  readonly contentType: 'audio/wav' | 'audio/mpeg' | 'audio/ogg';
  readonly body: Uint8Array | Readable;
}

/** Sources of voices. The lists may grow while the service runs. */
export interface VoiceCatalogue {
  /** Voices of text-to-speech, avatar and identity swap. */
  listVoices(): Promise<readonly Voice[]>;
  /** Target voices of the voice changer. */
  listChangerVoices(): Promise<readonly ListedChangerVoice[]>;
  /** Sample of a target voice; null when there is no such voice. */
  openSample(voiceId: string): Promise<VoiceSample | null>;
  /**
   * Throws `invalid_input` when a job cannot be spoken: the voice does not exist, none speaks the language, or
   * the script contains no speech. A catalogue without this method accepts every job.
   */
  checkSpeech?(request: SpeechCheck): Promise<void>;
}

/** Requirements of a job on a voice of {@link VoiceCatalogue.listVoices}. */
export interface SpeechCheck {
  readonly script: string;
  /** Absent when the service picks the voice. */
  readonly voiceId: string | undefined;
  /** Tag or name; detected from the script when absent. */
  readonly language: string | undefined;
  /** True when the voice of a sample is cloned; only voices that come with the program are turned into another. */
  readonly isCloned: boolean;
}

/** The catalogues of several sources as one. A voice id is found in the first source that has it. */
export function joinCatalogues(sources: readonly VoiceCatalogue[]): VoiceCatalogue {
  return {
    async listVoices() {
      return unique((await Promise.all(sources.map((source) => source.listVoices()))).flat());
    },
    async listChangerVoices() {
      return unique(
        (await Promise.all(sources.map((source) => source.listChangerVoices()))).flat(),
      );
    },
    async openSample(voiceId) {
      for (const source of sources) {
        const sample = await source.openSample(voiceId);
        if (sample !== null) {
          return sample;
        }
      }
      return null;
    },
  };
}

function unique<V extends { readonly id: string }>(voices: readonly V[]): V[] {
  const byId = new Map<string, V>();
  for (const voice of voices) {
    if (!byId.has(voice.id)) {
      byId.set(voice.id, voice);
    }
  }
  return [...byId.values()];
}
