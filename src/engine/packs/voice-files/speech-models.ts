/** Facts of a speech model, as plain data that can be sent to a thread. */
import type { KokoroSignature } from '../recognise/voices/kokoro-signature.ts';
import type { PiperSignature } from '../recognise/voices/piper-signature.ts';

/** Piper voice: its file and its configuration. */
export interface PiperModel {
  readonly kind: 'piper';
  readonly path: string;
  /** File name for messages. */
  readonly name: string;
  readonly ports: PiperSignature;
  readonly sampleRateHz: number;
  /** Alphabet of the tokens: IPA, or the letters of the text itself. */
  readonly letters: 'ipa' | 'text';
  readonly ids: Readonly<Record<string, readonly number[]>>;
  /** Noise scale, length scale at pace 1, and noise scale of the lengths. */
  readonly scales: readonly [number, number, number];
  /** Speaker id; 0 in models of one speaker. */
  readonly speaker: number;
}

/** Kokoro voice: its file, its token ids and its style. */
export interface KokoroModel {
  readonly kind: 'kokoro';
  readonly path: string;
  /** File name for messages. */
  readonly name: string;
  readonly ports: KokoroSignature;
  readonly sampleRateHz: number;
  /** Token ids of letters from a side file; null for those of version 1. */
  readonly ids: Readonly<Record<string, number>> | null;
  readonly style: StyleTable;
}

/** Table of styles: one row of 256 floats per number of tokens. */
export interface StyleTable {
  readonly path: string;
  /** Name of the array in a `.npz` file; null for plain floats. */
  readonly entry: string | null;
  /** Offset of the first byte in a table of plain floats. */
  readonly start: number;
  /** Rows of a table of plain floats; arrays state their own. */
  readonly rows: number;
}

/** Speech model. */
export type SpeechModel = PiperModel | KokoroModel;

/** Voice of a pack, before it gets a catalogue id. */
export interface PackVoice {
  /** Key of the voice in its pack; empty when it is the only one. */
  readonly key: string;
  /** Name and source: "Thorsten, Piper medium". */
  readonly label: string;
  /** BCP 47 tag. */
  readonly tag: string;
  /** Register of the voice; null when it is unknown. */
  readonly register: 'low' | 'high' | null;
  /** Quality stated by its authors, as a grade of the catalogue. */
  readonly quality: 'good' | 'fair';
  /** eSpeak NG voice that phonemises its text. */
  readonly reader: string;
  readonly model: SpeechModel;
}
