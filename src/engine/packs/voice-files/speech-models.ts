/** What is known of a model that speaks, as plain data that may cross to a thread. */
import type { KokoroSignature } from '../recognise/voices/kokoro-signature.ts';
import type { PiperSignature } from '../recognise/voices/piper-signature.ts';

/** A voice of Piper: its file and what its configuration says. */
export interface PiperModel {
  readonly kind: 'piper';
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly ports: PiperSignature;
  readonly sampleRateHz: number;
  /** Letters of IPA, or of the text itself for models that read letters. */
  readonly letters: 'ipa' | 'text';
  readonly ids: Readonly<Record<string, readonly number[]>>;
  /** Noise of the sound, length of sounds at pace 1, noise of their lengths. */
  readonly scales: readonly [number, number, number];
  /** Number of the speaker; 0 where there is one. */
  readonly speaker: number;
}

/** A voice of Kokoro: its file, its letters and where its style lies. */
export interface KokoroModel {
  readonly kind: 'kokoro';
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly ports: KokoroSignature;
  readonly sampleRateHz: number;
  /** Numbers of its letters as a file beside it says; null where none does, which are those of version 1. */
  readonly ids: Readonly<Record<string, number>> | null;
  readonly style: StyleTable;
}

/** A table of styles, one row of 256 floats for each number of tokens. */
export interface StyleTable {
  readonly path: string;
  /** Name inside of a file of several arrays (`.npz`); null for plain floats. */
  readonly entry: string | null;
  /** First byte of a table of plain floats. */
  readonly start: number;
  /** Rows of a table of plain floats; arrays have their own. */
  readonly rows: number;
}

/** A model that speaks. */
export type SpeechModel = PiperModel | KokoroModel;

/** A voice that a pack brings, before it has an id of the catalogue. */
export interface PackVoice {
  /** Apart from the others of its pack; empty where it has one alone. */
  readonly key: string;
  /** Character and tone: "Thorsten, Piper medium". */
  readonly label: string;
  /** BCP 47. */
  readonly tag: string;
  /** Whose voice it resembles; null where nobody says. */
  readonly register: 'low' | 'high' | null;
  /** As its makers state it, in the marks of the catalogue. */
  readonly quality: 'good' | 'fair';
  /** The voice of eSpeak NG that says how words sound. */
  readonly reader: string;
  readonly model: SpeechModel;
}
