import { voiceAudio } from '../../../contract/api/sockets.ts';
import type { SocketLimits } from '../socket/live-socket.ts';

const BYTES_PER_SAMPLE = 2;

/**
 * A client that sends faster than its audio is converted waits in its own system, because reading stops ({@link
 * messageRate}). Messages that were read already are still processed, at most those of one read of the socket; this
 * limit is above that.
 */
export const voiceSocketLimits: SocketLimits = {
  maxMessageBytes: voiceAudio.maxReferenceBytes + 4,
  messagesPerSecond: 20_000,
  bytesPerSecond: 8_000_000,
  maxWaitingBytes: 1_000_000,
};

/** Average message rate and burst above which reading pauses. */
export const messageRate = { perSecond: 1000, atOnce: 1000 };

/** Largest message of audio: one second. */
export const MAX_CHUNK_BYTES = voiceAudio.maxChunkFrames * BYTES_PER_SAMPLE;

/** Samples in transit through the thread above which reading pauses, and below which it resumes. */
export const workerBacklog = {
  max: voiceAudio.maxChunkFrames,
  few: voiceAudio.maxChunkFrames / 2,
};

/** Bytes buffered for a slow client above which reading pauses, and below which it resumes. */
export const sendBacklog = { maxBytes: 128_000, fewBytes: 32_000, pollMs: 20 };

/** Time limit for the reference of a session without a voice. */
export const REFERENCE_MS = 30_000;

/** Time in which a client may reconnect after its connection broke. */
export const RECONNECT_GRACE_MS = 15_000;

/** Interval at which a session that does not stream yet is extended. */
export const EXTEND_MS = 2000;

/** Interval at which the streamed length is stored. */
export const REPORT_MS = 5_000;
