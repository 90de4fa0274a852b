import { BYTES_PER_MB, limits } from '../../../contract/api/limits.ts';
import type { SocketLimits } from '../socket/live-socket.ts';

/** Times of a swap session. */
export interface SwapLimits {
  /** Time after which a session without a connection ends; until then the same token resumes it. */
  readonly graceMs: number;
  /** Time after which a session without camera frames and messages ends. */
  readonly idleMs: number;
  /** Time of silence after which a worker is replaced. */
  readonly silenceMs: number;
  /** Workers that may be lost within a minute; with one more the session ends. */
  readonly maxLosses: number;
}

/** Limits outside of tests. */
export const defaultSwapLimits: SwapLimits = {
  graceMs: 30_000,
  idleMs: 120_000,
  silenceMs: 8000,
  maxLosses: 5,
};

/** An image of the largest size in base64, and its JSON envelope. */
const MAX_MESSAGE_BYTES = Math.ceil((limits.imageUploadMb * BYTES_PER_MB * 4) / 3) + 64 * 1024;

/** Socket limits of a swap client. */
export const swapSocketLimits: SocketLimits = {
  maxMessageBytes: MAX_MESSAGE_BYTES,
  messagesPerSecond: 20,
  bytesPerSecond: 4 * BYTES_PER_MB,
  maxWaitingBytes: BYTES_PER_MB,
};
