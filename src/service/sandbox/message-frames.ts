/**
 * Framing of messages: four bytes of length, then a value in V8's structured clone format. Node's own channel
 * is not safe with processes that untrusted input may have compromised: it throws unreadable messages where
 * nobody can catch them, buffers an unterminated message without bound, and interprets some names as commands
 * to Node itself.
 */
import { deserialize, serialize } from 'node:v8';
import { AppError } from '../../base/errors.ts';

/** Number of the pipe that messages go through, for both processes. */
export const CHANNEL_FD = 3;

const LENGTH_BYTES = 4;

/** Bytes of a message, with its length in front. */
export function toFrame(message: object): Buffer {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  frame.writeUInt32BE(body.length, 0);
  frame.set(body, LENGTH_BYTES);
  return frame;
}

/** Cuts a stream of bytes into messages. */
export class FrameReader {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;
  /** Bytes including the length prefix; the prefix alone while the length is unknown. */
  #wantedBytes = LENGTH_BYTES;

  /** A message has at most `maxBytes`. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Messages that are whole with these bytes. Throws `bad_reply` when one is too long, or none at all. */
  push(chunk: Buffer): unknown[] {
    const messages: unknown[] = [];
    this.#chunks.push(chunk);
    this.#sizeBytes += chunk.length;
    while (this.#sizeBytes >= this.#wantedBytes) {
      const bytes = Buffer.concat(this.#chunks);
      const sizeBytes = bytes.readUInt32BE(0);
      if (sizeBytes > this.#maxBytes) {
        throw new AppError(
          'bad_reply',
          `A message of ${sizeBytes} bytes came; at most ${this.#maxBytes} are taken.`,
        );
      }
      const end = LENGTH_BYTES + sizeBytes;
      const isWhole = bytes.length >= end;
      if (isWhole) {
        messages.push(toMessage(bytes.subarray(LENGTH_BYTES, end)));
      }
      this.#chunks = [isWhole ? bytes.subarray(end) : bytes];
      this.#sizeBytes = isWhole ? bytes.length - end : bytes.length;
      this.#wantedBytes = isWhole ? LENGTH_BYTES : end;
    }
    return messages;
  }
}

function toMessage(bytes: Buffer): unknown {
  try {
    return deserialize(bytes);
  } catch (cause) {
    throw new AppError('bad_reply', 'Bytes came that are no message.', { cause });
  }
}
