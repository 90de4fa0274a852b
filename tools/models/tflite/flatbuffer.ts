import { AppError } from '../../../src/base/errors.ts';

/** Table of a FlatBuffer. Fields are numbered in the order of the schema; missing fields read as their default. */
export class FlatbufferTable {
  readonly #view: DataView;
  readonly #position: number;

  private constructor(view: DataView, position: number) {
    this.#view = view;
    this.#position = position;
  }

  /** Returns the root table. Reading past the end of `bytes`, here or later, throws `unsupported_format`. */
  static root(bytes: Uint8Array): FlatbufferTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatbufferTable(view, readUint32(view, 0));
  }

  byte(field: number): number {
    const at = this.#locate(field);
    return at === null ? 0 : guard(() => this.#view.getInt8(at));
  }

  integer(field: number): number {
    const at = this.#locate(field);
    return at === null ? 0 : readInt32(this.#view, at);
  }

  unsigned(field: number): number {
    const at = this.#locate(field);
    return at === null ? 0 : readUint32(this.#view, at);
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field) ?? new Uint8Array(0));
  }

  /** Returns a vector of bytes as a view. */
  bytes(field: number): Uint8Array | null {
    const vector = this.#vector(field);
    if (vector === null) {
      return null;
    }
    const { buffer, byteOffset } = this.#view;
    return guard(() => new Uint8Array(buffer, byteOffset + vector.start, vector.count));
  }

  integers(field: number): readonly number[] {
    return this.#each(field, (at) => readInt32(this.#view, at));
  }

  /** Returns a vector of unsigned 16-bit numbers. */
  shorts(field: number): readonly number[] {
    return this.#each(field, (at) => readUint16(this.#view, at), 2);
  }

  table(field: number): FlatbufferTable | null {
    const at = this.#locate(field);
    return at === null ? null : new FlatbufferTable(this.#view, at + readUint32(this.#view, at));
  }

  tables(field: number): readonly FlatbufferTable[] {
    return this.#each(
      field,
      (at) => new FlatbufferTable(this.#view, at + readUint32(this.#view, at)),
    );
  }

  #each<T>(field: number, read: (at: number) => T, sizeBytes = 4): readonly T[] {
    const vector = this.#vector(field);
    return vector === null
      ? []
      : Array.from({ length: vector.count }, (_, index) => read(vector.start + sizeBytes * index));
  }

  #vector(field: number): { readonly start: number; readonly count: number } | null {
    const at = this.#locate(field);
    if (at === null) {
      return null;
    }
    const head = at + readUint32(this.#view, at);
    const count = readUint32(this.#view, head);
    if (count > this.#view.byteLength) {
      throw createMalformedError();
    }
    return { start: head + 4, count };
  }

  /** Returns the offset of a field's value; null when the table omits the field. */
  #locate(field: number): number | null {
    const directory = this.#position - readInt32(this.#view, this.#position);
    const slot = 4 + 2 * field;
    if (slot >= readUint16(this.#view, directory)) {
      return null;
    }
    const offset = readUint16(this.#view, directory + slot);
    return offset === 0 ? null : this.#position + offset;
  }
}

function readUint16(view: DataView, at: number): number {
  return guard(() => view.getUint16(at, true));
}

function readUint32(view: DataView, at: number): number {
  return guard(() => view.getUint32(at, true));
}

function readInt32(view: DataView, at: number): number {
  return guard(() => view.getInt32(at, true));
}

function guard<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw createMalformedError(cause);
  }
}

function createMalformedError(cause?: unknown): AppError {
  return new AppError('unsupported_format', 'The model file is cut off or no FlatBuffer.', {
    cause,
  });
}
