import { BYTES_PER_MB, limits } from '../../../contract/api/limits.ts';
import type { SocketLimits } from '../socket/live-socket.ts';

/** Times of a swap session. */
export interface SwapLimits {
  /** A session without a connection ends after so long; the same token takes it up before. */
  readonly graceMs: number;
  /** A session without pictures of a camera and without messages ends after so long. */
  readonly idleMs: number;
  /** A worker that says nothing for so long is replaced. */
  readonly silenceMs: number;
  /** Workers that may be lost within a minute; with one more the session ends. */
  readonly maxLosses: number;
}

/** What holds outside of tests. */
export const defaultSwapLimits: SwapLimits = {
  graceMs: 30_000,
  idleMs: 120_000,
  silenceMs: 8000,
  maxLosses: 5,
};

/** A picture of the largest size in base64, and the JSON around it. */
const MAX_MESSAGE_BYTES = Math.ceil((limits.imageUploadMb * BYTES_PER_MB * 4) / 3) + 64 * 1024;

/** What a client of a swap may send. */
export const swapSocketLimits: SocketLimits = {
  maxMessageBytes: MAX_MESSAGE_BYTES,
  messagesPerSecond: 20,
  bytesPerSecond: 4 * BYTES_PER_MB,
  maxWaitingBytes: BYTES_PER_MB,
};
