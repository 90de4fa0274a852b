/**
 * Messages of the voice changer between the page's audio thread and main: audio as bytes, messages as JSON.
 * Imports nothing, because the audio thread loads it.
 */

/** Longest piece of audio, in samples: one second. */
const MAX_SAMPLES = 16_000;

/** 16-bit mono audio at 16 kHz, as it crosses in both directions. */
export function isVoiceChunk(message: unknown): message is Int16Array<ArrayBuffer> {
  return message instanceof Int16Array && message.length <= MAX_SAMPLES;
}

/** Messages of main beside audio. */
export type VoiceMessage =
  /** A stream begins: audio that comes from here on is converted, counted from 0. */
  | { readonly kind: 'begin'; readonly latencyMs: number }
  /** The converter is late by another time. */
  | { readonly kind: 'latency'; readonly latencyMs: number }
  /** Conversion has ended. */
  | { readonly kind: 'end' }
  /** Samples that were not sent because the connection did not accept them. */
  | { readonly kind: 'skipped'; readonly samples: number };

/** Parses a message of main; null when it is invalid. */
export function parseVoiceMessage(message: unknown): VoiceMessage | null {
  if (typeof message !== 'object' || message === null || !('kind' in message)) {
    return null;
  }
  const { kind } = message;
  const isTimed = kind === 'begin' || kind === 'latency';
  if (isTimed && 'latencyMs' in message && typeof message.latencyMs === 'number') {
    return { kind, latencyMs: message.latencyMs };
  }
  if (kind === 'skipped' && 'samples' in message && typeof message.samples === 'number') {
    return { kind, samples: message.samples };
  }
  return kind === 'end' ? { kind } : null;
}
