import type { Phone } from '../engines/engine.ts';

const names = ['wav', 'mp3', 'opus'] as const;

/** Name of a format of {@link soundFormats}. */
export type SoundFormat = (typeof names)[number];

/** Formats that speech is written in. */
export const soundFormats = {
  wav: { mime: 'audio/wav', extension: 'wav' },
  mp3: { mime: 'audio/mpeg', extension: 'mp3' },
  opus: { mime: 'audio/ogg', extension: 'ogg' },
} as const satisfies Readonly<Record<SoundFormat, object>>;

/** The format of an extension, without the dot and in any case; null for any other. */
export function findSoundFormat(extension: string): SoundFormat | null {
  return names.find((name) => soundFormats[name].extension === extension.toLowerCase()) ?? null;
}

/** A file of mono sound that is being written. One of `finish` and `discard` ends it. */
export interface SoundFile {
  /** Memory of the samples is the caller's again when it is done. */
  write(samples: Float32Array): Promise<void>;
  /** Completes the file. WAV keeps beside the sound what is said when. */
  finish(phones?: readonly Phone[]): Promise<void>;
  /** Deletes it. */
  discard(): Promise<void>;
}
