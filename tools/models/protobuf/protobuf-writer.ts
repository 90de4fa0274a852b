/** Writes the wire format of protocol buffers, which ONNX files use. */
export class ProtobufWriter {
  readonly #chunks: Uint8Array[] = [];
  #sizeBytes = 0;

  /** Writes an integer as a varint; negative ones take ten bytes, as int32 and int64 fields require. */
  integer(field: number, value: number | bigint): this {
    this.#tag(field, 0);
    this.#varint(BigInt.asUintN(64, BigInt(value)));
    return this;
  }

  float(field: number, value: number): this {
    this.#tag(field, 5);
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#push(bytes);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  /** Writes bytes without copying them: they must not change before {@link finish}. */
  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, 2);
    this.#varint(BigInt(value.length));
    this.#push(value);
    return this;
  }

  message(field: number, value: ProtobufWriter): this {
    this.#tag(field, 2);
    this.#varint(BigInt(value.#sizeBytes));
    for (const chunk of value.#chunks) {
      this.#push(chunk);
    }
    return this;
  }

  /** Returns all fields written so far in one array. */
  finish(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#sizeBytes);
    let offset = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, offset);
      offset += chunk.length;
    }
    return whole;
  }

  #tag(field: number, wireType: number): void {
    this.#varint(BigInt(field * 8 + wireType));
  }

  #varint(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    while (rest > 127n) {
      bytes.push(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    this.#push(Uint8Array.from(bytes));
  }

  #push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#sizeBytes += bytes.length;
  }
}
