import type { Phone } from '../engines/engine.ts';

const names = ['wav', 'mp3', 'opus'] as const;

/** Name of a format in {@link soundFormats}. */
export type SoundFormat = (typeof names)[number];

/** Output formats of speech. */
export const soundFormats = {
  wav: { mime: 'audio/wav', extension: 'wav' },
  mp3: { mime: 'audio/mpeg', extension: 'mp3' },
  opus: { mime: 'audio/ogg', extension: 'ogg' },
} as const satisfies Readonly<Record<SoundFormat, object>>;

/** Returns the format of an extension without its dot, in any case; null for any other. */
export function findSoundFormat(extension: string): SoundFormat | null {
  return names.find((name) => soundFormats[name].extension === extension.toLowerCase()) ?? null;
}

/** Mono audio file being written. Must be ended by `finish` or `discard`. */
export interface SoundFile {
  /** The caller may reuse the samples' memory when it settles. */
  write(samples: Float32Array): Promise<void>;
  /** Completes the file. WAV also stores the phones with their times. */
  finish(phones?: readonly Phone[]): Promise<void>;
  /** Deletes the file. */
  discard(): Promise<void>;
}
