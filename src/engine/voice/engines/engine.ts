import type { SpeechModel } from '../../packs/voice-files/speech-models.ts';
import type { Viseme } from '../viseme.ts';

/** Phone of speech with its time. */
export interface Phone {
  /** ARPAbet or IPA symbol, as the engine reports it; empty for a pause. */
  readonly symbol: string;
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly endMs: number;
}

/** Audio of speech with its phones. */
export interface Speech {
  /** Mono, -1..1. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRateHz: number;
  /** In order, without gaps, from the beginning of the samples. */
  readonly phones: readonly Phone[];
}

/** Voice settings of a speech engine. */
export interface EngineVoice {
  readonly engine: 'flite' | 'espeak' | 'piper' | 'kokoro';
  /** Name of the voice in its engine; for a model, of the eSpeak NG voice that phonemises its text. */
  readonly base: string;
  /** Speed factor; 1 is the voice's own pace. */
  readonly pace: number;
  /** Mean pitch, for Flite's voices; absent: the voice's own. */
  readonly pitchHz?: number | undefined;
  /**
   * Factor on the pitch range of a reader in semitones, for Flite's voices; absent: an engine speaks with the voice's own
   * range, a speaker with that of a reader.
   */
  readonly pitchRange?: number | undefined;
  /** User's model that speaks; absent for built-in engines. */
  readonly model?: SpeechModel | undefined;
}

/** Speech engine. Calls must not overlap. */
export interface SpeechEngine {
  /** Speaks a normalised sentence. Throws `processing_failed` when the engine gives no audio. */
  speak(text: string, voice: EngineVoice): Promise<Speech>;
}
