import { envelopeHeaderBytes, parseEnvelopeSize } from './cbor.ts';

/** Largest message taken from the browser, in bytes; more means that the stream is broken. */
export const maxMessageBytes = 512 * 1024 * 1024;

/**
 * Cuts the byte stream of the debugging pipe into messages, each in its envelope. Partial messages are
 * kept as chunks, so that a large one is copied once.
 */
export class MessageSplitter {
  readonly #onMessage: (message: Uint8Array) => void;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Size of the unfinished message; null until its header is whole. */
  #expected: number | null = null;

  constructor(onMessage: (message: Uint8Array) => void) {
    this.#onMessage = onMessage;
  }

  /** Takes the next bytes; throws a RangeError when they are no messages, or too large a one. */
  push(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#expected === null && this.#pendingBytes > 0) {
        rest = this.#join(rest);
      }
      this.#expected ??= parseSize(rest);
      const missing = (this.#expected ?? Number.POSITIVE_INFINITY) - this.#pendingBytes;
      if (rest.length < missing) {
        this.#pending.push(rest);
        this.#pendingBytes += rest.length;
        return;
      }
      this.#finish(rest.subarray(0, missing));
      rest = rest.subarray(missing);
    }
  }

  /** Joins the buffered pieces of a header with the following bytes. */
  #join(rest: Uint8Array): Uint8Array {
    const whole = Buffer.concat([...this.#pending, rest]);
    this.#pending = [];
    this.#pendingBytes = 0;
    return whole;
  }

  #finish(part: Uint8Array): void {
    const message = this.#pending.length === 0 ? part : this.#join(part);
    this.#pendingBytes = 0;
    this.#expected = null;
    this.#onMessage(message);
  }
}

function parseSize(bytes: Uint8Array): number | null {
  const size = parseEnvelopeSize(bytes);
  if (size !== null && (size <= envelopeHeaderBytes || size > maxMessageBytes)) {
    throw new RangeError(`A message of the browser claims ${size} bytes.`);
  }
  return size;
}
