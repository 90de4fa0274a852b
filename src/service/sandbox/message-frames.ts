/**
 * Messages as bytes: four bytes of length, then a value as V8 writes it for a structured clone. Node's own channel
 * is not for processes that strangers' bytes may have taken over: a message that it cannot read is thrown where
 * nobody can catch it, one without an end is collected without a bound, and some names are orders to Node itself.
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
  /** With the length in front; the length alone while that is not known. */
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
