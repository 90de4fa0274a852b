import { voiceAudio } from '../../../contract/api/sockets.ts';
import type { SocketLimits } from '../socket/live-socket.ts';

const BYTES_PER_SAMPLE = 2;

/**
 * A client that sends faster than its audio is changed waits in its own system: reading stops. So the
 * limits on messages and bytes only have to hold what is no audio at all.
 */
export const voiceSocketLimits: SocketLimits = {
  maxMessageBytes: voiceAudio.maxReferenceBytes + 4,
  messagesPerSecond: 200_000,
  bytesPerSecond: 200_000_000,
  maxWaitingBytes: 1_000_000,
};

/** Largest message of audio: one second. */
export const MAX_CHUNK_BYTES = voiceAudio.maxChunkFrames * BYTES_PER_SAMPLE;

/** Samples that may be on their way through the thread before reading stops, and before it goes on. */
export const changing = { most: voiceAudio.maxChunkFrames, few: voiceAudio.maxChunkFrames / 2 };

/** Bytes that may wait for a client that reads slowly before reading stops, and before it goes on. */
export const unread = { mostBytes: 128_000, fewBytes: 32_000, lookMs: 20 };

/** How long a client may send nothing: no reference, no audio. */
export const idle = { referenceMs: 30_000, audioMs: 60_000 };

/** How long a client whose connection broke may come back. */
export const COME_BACK_MS = 15_000;

/** How often what was streamed is written down. */
export const REPORT_MS = 5_000;
