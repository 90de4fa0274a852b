import type { FileWindow } from './file-window.ts';

/** Byte range of a message in a file. */
export interface FileSpan {
  readonly start: number;
  readonly end: number;
}

/** Field of a message in a file. */
export interface OnnxField extends FileSpan {
  readonly field: number;
  /** Wire type of the field: varint, 64 bits, length-delimited, or 32 bits. */
  readonly kind: 'integer' | 'eight_bytes' | 'bytes' | 'four_bytes';
  /** Value of an integer; approximate above 2^53. */
  readonly integer: number;
}

/** Maximum size of a tag with a number, in bytes. */
const LONGEST_START = 20;
/** Maximum number of fields: models have thousands, large ones a hundred thousand; more is an attack. */
const MAX_FIELDS = 500_000;

/** Walks through the protocol buffer fields of a file and counts them. */
export class FieldWalk {
  readonly window: FileWindow;
  #count = 0;
  #at = 0;

  constructor(window: FileWindow) {
    this.window = window;
  }

  /**
   * Yields the fields of the message in `span`, without nested fields. Throws `unsupported_format` when the span is no
   * message.
   */
  async *fields({ start, end }: FileSpan): AsyncGenerator<OnnxField> {
    const { window } = this;
    let at = start;
    while (at < end) {
      if (!window.has(at, LONGEST_START)) {
        await window.load(at, LONGEST_START);
      }
      this.#count += 1;
      if (this.#count > MAX_FIELDS) {
        throw window.refusal(`has more than ${MAX_FIELDS} fields`);
      }
      const field = this.#read(at, end);
      at = field.end;
      yield field;
    }
  }

  /** Reads the integers of a repeated field, packed or not. */
  async integers(field: OnnxField, maxCount: number): Promise<readonly number[]> {
    if (field.kind === 'integer') {
      return [field.integer];
    }
    const values: number[] = [];
    this.#at = field.start;
    while (this.#at < field.end) {
      if (values.length === maxCount) {
        throw this.window.refusal(`has a list of more than ${maxCount} numbers`);
      }
      if (!this.window.has(this.#at, LONGEST_START)) {
        await this.window.load(this.#at, LONGEST_START);
      }
      values.push(this.#readInteger(field.end));
    }
    return values;
  }

  #read(start: number, end: number): OnnxField {
    const { window } = this;
    this.#at = start;
    const tag = this.#readInteger(end);
    const field = Math.floor(tag / 8);
    if (field === 0 || field > 536_870_911) {
      throw window.refusal('is no ONNX model: it has a field without a number');
    }
    switch (tag % 8) {
      case 0: {
        const integer = this.#readInteger(end);
        return { field, kind: 'integer', integer, start, end: this.#at };
      }
      case 1:
        return this.#span(field, 'eight_bytes', 8, end);
      case 2:
        return this.#span(field, 'bytes', this.#readInteger(end), end);
      case 5:
        return this.#span(field, 'four_bytes', 4, end);
      default:
        throw window.refusal(`is no ONNX model: it has a field of type ${tag % 8}`);
    }
  }

  #span(field: number, kind: OnnxField['kind'], sizeBytes: number, end: number): OnnxField {
    const start = this.#at;
    if (sizeBytes > end - start) {
      throw this.window.refusal(
        'is damaged or no ONNX model: a part of it is longer than the file',
      );
    }
    return { field, kind, integer: 0, start, end: start + sizeBytes };
  }

  #readInteger(end: number): number {
    let value = 0;
    for (let scale = 1, count = 0; count < 10; count += 1, scale *= 128) {
      if (this.#at >= end) {
        throw this.window.refusal('is damaged or no ONNX model: it ends in the middle of a number');
      }
      const byte = this.window.byteAt(this.#at);
      this.#at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) {
        return value;
      }
    }
    throw this.window.refusal('is no ONNX model: it has a number of more than ten bytes');
  }
}
