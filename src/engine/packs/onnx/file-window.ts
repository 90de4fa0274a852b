import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';

/** Size of the window; larger than any tag, number or name of a model. */
const WINDOW_BYTES = 16_384;

/**
 * Reads an open file through a small window, so that a model of 500 MB is checked by a few of its bytes. Does not close
 * the file.
 */
export class FileWindow {
  /** File name for messages. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly #handle: FileHandle;
  readonly #bytes = new Uint8Array(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(handle: FileHandle, name: string, sizeBytes: number) {
    this.#handle = handle;
    this.name = name;
    this.sizeBytes = sizeBytes;
  }

  /** Returns the refusal of this file; `problem` completes "NAME …". */
  refusal(problem: string): AppError {
    return new AppError('unsupported_format', `${this.name} ${problem}.`);
  }

  /** Checks whether the window holds the bytes already: awaiting {@link load} costs more than the read itself. */
  has(start: number, count: number): boolean {
    return start >= this.#start && start + count <= this.#start + this.#length;
  }

  /** Loads the bytes from `start` on for {@link byteAt}: `count`, or up to the end of the file. */
  async load(start: number, count: number): Promise<void> {
    const wanted = Math.min(count, this.sizeBytes - start);
    if (start < this.#start || start + wanted > this.#start + this.#length) {
      const { bytesRead } = await this.#handle.read(this.#bytes, 0, WINDOW_BYTES, start);
      this.#start = start;
      this.#length = bytesRead;
      if (bytesRead < wanted) {
        throw this.refusal('was cut off while it was read');
      }
    }
  }

  /** Returns a loaded byte. */
  byteAt(offset: number): number {
    const at = offset - this.#start;
    if (at < 0 || at >= this.#length) {
      throw this.refusal('ends in the middle of a field');
    }
    return this.#bytes[at]!;
  }

  /** Reads the text between two offsets; throws a refusal when it is longer than `maxBytes` or not UTF-8. */
  async readText(start: number, end: number, maxBytes: number): Promise<string> {
    if (end - start > maxBytes) {
      throw this.refusal(`has a name or text of ${end - start} bytes; ${maxBytes} are allowed`);
    }
    const bytes = await this.readBytes(start, end);
    try {
      return utf8.decode(bytes);
    } catch {
      throw this.refusal('has a name that is no text');
    }
  }

  /** Reads the bytes between two offsets into their own memory. */
  async readBytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(end - start);
    if (bytes.length === 0) {
      return bytes;
    }
    if (bytes.length <= WINDOW_BYTES) {
      // Short texts come from the window, without a system call each.
      await this.load(start, bytes.length);
      const at = start - this.#start;
      if (at + bytes.length > this.#length) {
        throw this.refusal('was cut off while it was read');
      }
      bytes.set(this.#bytes.subarray(at, at + bytes.length));
      return bytes;
    }
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, start);
    if (bytesRead < bytes.length) {
      throw this.refusal('was cut off while it was read');
    }
    return bytes;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
