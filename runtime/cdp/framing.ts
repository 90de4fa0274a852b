/** Largest message taken from the browser, in bytes; more means that the stream is broken. */
export const maxMessageBytes = 512 * 1024 * 1024;

/**
 * Cuts the byte stream of the debugging pipe into messages: JSON texts ended by a NUL byte. Partial
 * messages are kept as chunks, so that a large one is copied once.
 */
export class MessageSplitter {
  readonly #onMessage: (text: string) => void;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  constructor(onMessage: (text: string) => void) {
    this.#onMessage = onMessage;
  }

  /** Takes the next bytes; throws when an unfinished message grows beyond {@link maxMessageBytes}. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0, start);
      if (end === -1) {
        break;
      }
      this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#keep(chunk.subarray(start));
    }
  }

  #keep(part: Uint8Array): void {
    this.#pendingBytes += part.length;
    if (this.#pendingBytes > maxMessageBytes) {
      throw new RangeError(`A message of the browser is larger than ${maxMessageBytes} bytes.`);
    }
    this.#pending.push(part);
  }

  #finish(part: Uint8Array): void {
    if (this.#pending.length === 0) {
      this.#onMessage(decodeText(part));
      return;
    }
    this.#pending.push(part);
    const whole = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#onMessage(whole.toString('utf8'));
  }
}

/** One message as it goes over the pipe. */
export function frameMessage(text: string): string {
  return `${text}\0`;
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
