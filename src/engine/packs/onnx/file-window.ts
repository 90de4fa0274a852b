import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';

/** Most bytes asked for at once; more than any tag, number or name of a model needs. */
const WINDOW_BYTES = 16_384;

/**
 * Reads an open file here and there through a small window, so that a model of 500 MB is judged by a few
 * of its bytes. Does not close the file.
 */
export class FileWindow {
  /** For messages. */
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

  /** The refusal of this file; `what` completes "NAME …". */
  refusal(what: string): AppError {
    return new AppError('unsupported_format', `${this.name} ${what}.`);
  }

  /** Whether {@link load} would read nothing: to wait for that costs more than all the rest. */
  has(start: number, count: number): boolean {
    return start >= this.#start && start + count <= this.#start + this.#length;
  }

  /** Makes sure that the bytes from `start` on can be had from {@link byteAt}, `count` or up to the end. */
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

  /** A loaded byte. */
  byteAt(offset: number): number {
    const at = offset - this.#start;
    if (at < 0 || at >= this.#length) {
      throw this.refusal('ends in the middle of a field');
    }
    return this.#bytes[at]!;
  }

  /** A text between two offsets; a refusal when it is longer than `maxBytes` or not UTF-8. */
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

  /** The bytes between two offsets, in memory of their own. */
  async readBytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(end - start);
    if (bytes.length === 0) {
      return bytes;
    }
    if (bytes.length <= WINDOW_BYTES) {
      // A file of nothing but short texts is not read with a call for each.
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
