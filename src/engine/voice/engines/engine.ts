import type { SpeechModel } from '../../packs/voice-files/speech-models.ts';
import type { Viseme } from '../viseme.ts';

/** A sound of speech and when it is heard. */
export interface Phone {
  /** In ARPAbet or IPA, as its engine says it; empty for a pause. */
  readonly symbol: string;
  readonly viseme: Viseme;
  readonly startMs: number;
  readonly endMs: number;
}

/** A stretch of speech. */
export interface Speech {
  /** Mono, -1..1. */
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRateHz: number;
  /** In order, without gaps, from the beginning of the samples. */
  readonly phones: readonly Phone[];
}

/** How an engine is asked to speak. */
export interface EngineVoice {
  readonly engine: 'flite' | 'espeak' | 'piper' | 'kokoro';
  /** Name of the voice in its engine; of a model, of the voice of eSpeak NG that reads for it. */
  readonly base: string;
  /** Speed; 1 is that of the voice. */
  readonly pace: number;
  /** The model of the user that speaks; absent where the engine comes with the program. */
  readonly model?: SpeechModel | undefined;
}

/** Something that speaks. For one caller at a time. */
export interface SpeechEngine {
  /** Speaks a sentence that is ready to be read. Throws `processing_failed` when it gives no sound. */
  speak(text: string, voice: EngineVoice): Promise<Speech>;
}
